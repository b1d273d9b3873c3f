import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { summarise } from '../../src/report/figures/summary.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { recorded, traceFolder } from '../workload/trace/trace-files.js';
import { called } from './command.js';

const write = traceFolder();

/** What `neap trace ...` prints on standard output. */
async function neapTrace(...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await called(['trace', ...args]);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** Twelve hours by the quarter, an hour of them missing. */
const quarters = Array.from({ length: 48 }, (_, i) => i)
  .filter((quarter) => quarter < 20 || quarter >= 24)
  .map(
    (quarter) =>
      `2026-01-05T${String(Math.floor(quarter / 4)).padStart(2, '0')}:${(quarter % 4) * 15 || '00'}:00Z,${quarter === 10 ? 11 : quarter === 11 ? 10 : quarter}`,
  );
const requests = `timestamp,requests\n${quarters.join('\n')}\n`;

it('prints columns, facts, warnings and the block to paste on one screen', async () => {
  const file = write(requests, 'requests.csv');
  const printed = await neapTrace(file);
  expect(printed).toContain('time "timestamp" (a usual name for the time; timestamps), value\n');
  expect(printed).toContain('counts (guessed: the usual case: a number for each interval)');
  expect(printed).toContain('4 intervals of 15 min are missing');
  expect(printed).toMatch(/^rate +▁+[▁-█]*····[▁-█]*█$/m);
  expect(printed.split('\n\nTo replay it')[0]!.split('\n').length).toBeLessThanOrEqual(24);
  const block: unknown = parse(printed.slice(printed.indexOf('start:')));
  expect(block).toEqual({
    start: '2026-01-05T00:00:00Z',
    duration: '12h',
    load: [
      {
        name: 'web',
        compute: 'primary',
        process: 'trace',
        rate: { trace: { file, time: 'timestamp', value: 'requests', kind: 'counts' } },
        query: { cpu: '5ms' },
        connection: { kind: 'pool', size: 10 },
        retry: { attempts: 5, connect_timeout: '10s' },
      },
    ],
  });
});

it('advises options that it has', async () => {
  const advised = async (content: string, ...args: readonly string[]) => {
    const { status, stderr } = await called(['trace', write(content), ...args]);
    expect(status).toBe(2);
    return stderr;
  };
  expect(await advised('time,n\n0,1\n')).toContain('say it, as in --interval 5m');
  expect(await advised('time,requests,hits\n0,1,2\n60,1,2\n')).toContain(
    'as in --value requests, or take all of them as a fleet, one tenant a column (--fleet)',
  );
  expect(await advised('time,requests\n0,1\n60,\n', '--gaps', 'refuse')).toContain(
    'say --gaps keep or --gaps zero',
  );
  const warned = await neapTrace(write('time,rps\n0,1\n60,2\n'), '--scale', '2', '--per', 'second');
  expect(warned).toContain('360 arrivals');
  expect(warned).toContain('per: second');
});

it('prints one JSON object with --json', async () => {
  const file = write(requests);
  const report = JSON.parse(await neapTrace(file, '--json'));
  expect(report).toMatchObject({
    file,
    kind: 'counts',
    columns: { separator: ',', header: true, time: { name: 'timestamp' }, value: { name: 'requests' } },
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
    load: expect.stringContaining('process: trace'),
  });
});

it('takes columns, kind and vCPU from the command line', async () => {
  const file = write('0;a;50%\n60;b;100%\n');
  const printed = await neapTrace(file, '--time', '1', '--value', '3', '--kind', 'level', '--vcpu', '4');
  expect(printed).toContain('demand       mean 3, p50 2, p95 4, p99.5 4, max 4 vCPU');
  const block = parse(printed.slice(printed.indexOf('load:')));
  expect(block.load[0].rate.trace).toEqual({ file, time: '1', value: '3', kind: 'level', vcpu: 4 });
});

it('adds the rule for repeated times where the file has some', async () => {
  const printed = await neapTrace(write('t,n\n0,1\n60,2\n60,3\n120,1\n'));
  expect(printed).toContain('1 row repeats the time of another');
  expect(parse(printed.slice(printed.indexOf('load:'))).load[0].rate.trace.duplicates).toBe('sum');
});

it('prints nothing when the file or the call is wrong', async () => {
  await expect(neapTrace('/no/such.csv')).rejects.toThrow('no such file; check the path');
  await expect(neapTrace(write('t,n\n0,1\n60,x\n'))).rejects.toThrow('"x" is not a number');
  await expect(neapTrace(write(requests), '--kind', 'rows')).rejects.toThrow(
    'Allowed choices are counts, level, arrivals',
  );
  await expect(neapTrace(write(requests), '--vcpu', 'two')).rejects.toThrow('expected a number above 0');
  await expect(neapTrace(write(requests), '--vcpu', '2')).rejects.toThrow('add --kind level');
});

it('makes a fleet of a wide file, one tenant a column, with gaps kept', async () => {
  const machines = Array.from({ length: 50 }, (_, vm) => `vm${vm + 1}`);
  const level = (row: number, vm: number) => ((row * 7 + vm * 13) % 100) + 0.5;
  const empty = (row: number, vm: number) => (row + vm) % 9 === 0 || (vm === 3 && row < 4);
  const lines = Array.from({ length: 20 }, (_, row) =>
    [row * 300, ...machines.map((_name, vm) => (empty(row, vm) ? '' : level(row, vm)))].join(','),
  );
  const file = write([['offset_s', ...machines].join(','), ...lines].join('\n'), 'machines_cpu_pct.csv');
  const printed = await neapTrace(file, '--fleet', '--vcpu', '2');
  expect(printed).toContain('level (guessed: the file is named like a level');
  const block = printed.slice(printed.indexOf('duration:'));
  const { computes, load } = await parseScenario(block, { directory: '/' });
  expect(computes).toHaveLength(50);
  expect(load).toHaveLength(50);
  for (const [vm, one] of load.entries()) {
    const { process } = one;
    if (process.kind !== 'poisson' || process.rate.kind !== 'series') throw new Error(process.kind);
    const rows = lines.map((_, row) => row).filter((row) => !empty(row, vm));
    expect([...process.rate.starts_seconds]).toEqual(rows.map((row) => row * 300));
    const demand = [...process.rate.per_second].map((rate) => rate * 0.005);
    for (const [i, cpus] of demand.entries()) expect(cpus).toBeCloseTo((level(rows[i]!, vm) / 100) * 2, 9);
  }
  const wrong = await called(['trace', file]);
  expect([wrong.status, wrong.stdout]).toEqual([2, '']);
  expect(wrong.stderr).toContain(
    '--value vm1, or take all of them as a fleet, one tenant a column (--fleet)',
  );
});

it('prints a block that plays a healthy recording without a crash', async () => {
  const window = ['--from', '2014-02-25T06:30:00Z', '--to', '2014-02-25T08:30:00Z'];
  const printed = await neapTrace(recorded('nab/rds_cpu_utilization_cc0c53.csv'), '--vcpu', '2', ...window);
  const computes = [{ name: 'primary', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 }];
  const block = parse(printed.slice(printed.indexOf('start:')));
  const scenario = await parseScenario(JSON.stringify({ ...block, computes }), { directory: '/' });
  expect(scenario.start).toBe('2014-02-25T06:30:00Z');
  const [primary] = summarise(scenario, simulate(scenario)).computes;
  expect(primary).toMatchObject({ restarts: 0, queries: { failed: 0 } });
  expect(primary!.queries.completed).toBeGreaterThan(300_000);
});
