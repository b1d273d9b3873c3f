import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { traceFolder } from '../workload/trace/trace-files.js';
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
      `2026-01-05T${String(Math.floor(quarter / 4)).padStart(2, '0')}:${(quarter % 4) * 15 || '00'}:00Z,${quarter}`,
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
  const block: unknown = parse(printed.slice(printed.indexOf('load:')));
  expect(block).toEqual({
    load: [
      {
        name: 'web',
        compute: 'primary',
        process: 'trace',
        rate: { trace: { file, time: 'timestamp', value: 'requests', kind: 'counts' } },
        query: { cpu: '5ms' },
      },
    ],
  });
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
