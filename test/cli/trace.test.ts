import { expect, it } from 'vitest';
import { summarise } from '../../src/report/figures/summary.js';
import { loadScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { recorded, traceFolder } from '../workload/trace/trace-files.js';
import { called } from './command.js';

const write = traceFolder();

/** The standard output of `neap trace ...`. */
async function neapTrace(...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await called(['trace', ...args]);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** Twelve hours in steps of a quarter of an hour, with one hour missing. */
const quarters = Array.from({ length: 48 }, (_, i) => i)
  .filter((quarter) => quarter < 20 || quarter >= 24)
  .map(
    (quarter) =>
      `2026-01-05T${String(Math.floor(quarter / 4)).padStart(2, '0')}:${(quarter % 4) * 15 || '00'}:00Z,${quarter === 10 ? 11 : quarter === 11 ? 10 : quarter}`,
  );
const requests = `timestamp,requests\n${quarters.join('\n')}\n`;

it('neap trace prints how the file was read, its facts and notes on one screen', async () => {
  const file = write(requests, 'requests.csv');
  const printed = await neapTrace(file);
  expect(printed).toContain('time "timestamp" (timestamps), value "requests"');
  expect(printed).toContain('4 intervals of 15 min are missing');
  expect(printed).toMatch(/^rate +▁+[▁-█]*····[▁-█]*█$/m);
  expect(printed).toContain(`--write scenario.yaml`);
  expect(printed.split('\n').length).toBeLessThanOrEqual(24);
});

it('writes a scenario that replays the recording, and keeps an existing file', async () => {
  const file = write(requests, 'requests.csv');
  const scenario = file.replace('requests.csv', 'requests.yaml');
  expect(await neapTrace(file, '--write', scenario)).toContain(`wrote ${scenario}`);
  const { start, duration_seconds, load, warnings } = await loadScenario(scenario);
  expect([start, duration_seconds]).toEqual(['2026-01-05T00:00:00Z', 43_200]);
  const { process } = load[0]!;
  if (process.kind !== 'counts') throw new Error(process.kind);
  expect(process.counts.reduce((sum, count) => sum + count)).toBe(1042);
  expect(warnings.filter((warning) => warning.startsWith('load web'))).toEqual([]);
  await expect(neapTrace(file, '--write', scenario)).rejects.toThrow('exists already');
});

it('asks by listing the options and the total of each interpretation', async () => {
  const asked = async (content: string, ...args: readonly string[]) => {
    const { status, stderr } = await called(['trace', write(content), ...args]);
    expect(status).toBe(2);
    return stderr;
  };
  expect(await asked('time,n\n0,1\n')).toContain('--interval 5m');
  expect(await asked('time,requests,hits\n0,1,2\n60,1,2\n')).toContain(
    '  --value hits      column "hits": 4 queries in 2 min',
  );
  expect(await asked('time,requests\n0,1\n60,\n', '--gaps', 'refuse')).toContain(
    '--gaps keep or --gaps zero',
  );
  const read = await neapTrace(write('time,rps\n0,1\n60,2\n'), '--scale', '2', '--per', 'second');
  expect(read).toContain('360 arrivals');
  expect(read).toContain('per second, times the interval');
});

it('neap trace prints one JSON object with --json', async () => {
  const file = write(requests);
  const report = JSON.parse(await neapTrace(file, '--json'));
  expect(report).toMatchObject({
    file,
    kind: 'counts',
    form: 'a table',
    columns: { separator: ',', time: { name: 'timestamp' }, value: { name: 'requests' } },
    rows: 44,
    from: '2026-01-05T00:00:00Z',
    to: '2026-01-05T12:00:00Z',
    interval_seconds: 900,
    missing_intervals: 4,
    gaps: [{ at: '2026-01-05T05:00:00Z', missing: 4 }],
    counts: { total: 1042, peak_at: '2026-01-05T11:45:00Z' },
    arrival_gaps: null,
    level: null,
    daily: null,
    warnings: [expect.stringContaining('4 intervals of 15 min are missing')],
  });
});

it('neap trace takes columns, kind and vCPU from the command line', async () => {
  const file = write('0;a;50%\n60;b;100%\n');
  const printed = await neapTrace(file, '--time', '1', '--value', '3', '--kind', 'level', '--vcpu', '4');
  expect(printed).toContain('demand       mean 3, p50 2, p95 4, p99.5 4, max 4 vCPU');
});

it('neap trace prints nothing when the file or the call is wrong', async () => {
  await expect(neapTrace('/no/such.csv')).rejects.toThrow('no such file; check the path');
  await expect(neapTrace(write('t,n\n0,1\n60,x\n'))).rejects.toThrow('"x" in column "n" is not a number');
  await expect(neapTrace(write(requests), '--kind', 'rows')).rejects.toThrow(
    'Allowed choices are counts, level, arrivals',
  );
  await expect(neapTrace(write(requests), '--vcpu', 'two')).rejects.toThrow('expected a number above 0');
  await expect(neapTrace(write(requests), '--vcpu', '2')).rejects.toThrow('add --kind level');
});

it('builds a fleet from a wide file, with one tenant per column', async () => {
  const machines = Array.from({ length: 50 }, (_, vm) => `vm${vm + 1}`);
  const level = (row: number, vm: number) => ((row * 7 + vm * 13) % 100) + 0.5;
  const empty = (row: number, vm: number) => (row + vm) % 9 === 0 || (vm === 3 && row < 4);
  const lines = Array.from({ length: 20 }, (_, row) =>
    [row * 300, ...machines.map((_name, vm) => (empty(row, vm) ? '' : level(row, vm)))].join(','),
  );
  const file = write([['offset_s', ...machines].join(','), ...lines].join('\n'), 'machines_cpu_pct.csv');
  const answers = ['--kind', 'level', '--scale', '1'];
  const scenario = file.replace('.csv', '.yaml');
  const printed = await neapTrace(file, '--fleet', '--vcpu', '2', '--write', scenario, ...answers);
  expect(printed).toContain('50 columns of numbers, one tenant each: vm1, vm2');
  const { computes, load } = await loadScenario(scenario);
  expect(computes).toHaveLength(50);
  expect(load).toHaveLength(50);
  for (const [vm, one] of load.entries()) {
    const { process } = one;
    if (process.kind !== 'poisson' || process.rate.kind !== 'series') throw new Error(process.kind);
    const demand = [...process.rate.per_second].map((rate) => rate * 0.005);
    for (const [i, cpus] of demand.entries()) {
      const row = process.rate.starts_seconds[i]! / 300;
      expect(cpus).toBeCloseTo(empty(row, vm) ? 0 : (level(row, vm) / 100) * 2, 9);
    }
  }
  const asked = await called(['trace', file, ...answers]);
  expect([asked.status, asked.stdout]).toEqual([2, '']);
  expect(asked.stderr).toContain('--value vm1');
});

it('writes a scenario that replays a healthy recording without a crash', async () => {
  const window = ['--from', '2014-02-25T06:30:00Z', '--to', '2014-02-25T08:30:00Z'];
  const file = write('', 'rds.txt').replace('rds.txt', 'rds.yaml');
  const answers = ['--vcpu', '2', '--scale', '1', '--write', file];
  await neapTrace(recorded('nab/rds_cpu_utilization_cc0c53.csv'), ...answers, ...window);
  const scenario = await loadScenario(file);
  expect(scenario.start).toBe('2014-02-25T06:30:00Z');
  const [primary] = summarise(scenario, simulate(scenario)).computes;
  expect(primary).toMatchObject({ restarts: 0, queries: { failed: 0 } });
  expect(primary!.queries.completed).toBeGreaterThan(300_000);
});

it('neap trace reads a log, counts its empty seconds, and reports its other lines', async () => {
  const line = (second: number, target: string) =>
    `203.0.113.9 - - [05/Jan/2026:10:00:0${second} +0000] "GET ${target} HTTP/1.1" 200 5\n`;
  const log = write([line(0, '/'), line(0, '/a.css'), line(9, '/')].join(''), 'access.log');
  const { counts, quiet } = JSON.parse(await neapTrace(log, '--json'));
  expect(counts).toMatchObject({ total: 3, mean_per_second: 0.3, empty_share: 0.8 });
  expect(quiet.longest_seconds).toBe(8);
  const printed = await neapTrace(log);
  expect(printed).toContain('guessed: one query per request');
  expect(printed).toContain('1 requests for static files');
});

it('init --from builds the scenario of a recording, and passes on a question', async () => {
  const file = write('time,requests\n2026-01-05T00:00Z,5\n2026-01-05T01:00Z,7\n', 'from.csv');
  const scenario = file.replace('from.csv', 'from.yaml');
  expect((await called(['init', scenario, '--from', file])).status).toBe(0);
  expect((await loadScenario(scenario)).duration_seconds).toBe(7200);
  const unclear = write('time,cpu\n2026-01-05T00:00Z,0.5\n2026-01-05T01:00Z,0.7\n', 'unclear.csv');
  const asked = await called(['init', file.replace('from.csv', 'other.yaml'), '--from', unclear]);
  expect([asked.status, asked.stderr]).toEqual([2, expect.stringContaining('--scale 100')]);
});
