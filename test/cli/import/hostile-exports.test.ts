import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { arrivals, cleanUp, counts, imported, level, refusal } from './importing.js';
import { ARRIVALS, BEGIN, iso } from './known-load.js';
import * as requests from './request-exports.js';
import * as made from './series-exports.js';
import * as snapshots from './snapshot-exports.js';

cleanUp();

const hour = (at: number, width: number, value: unknown) => ({
  timeframe_start: iso(BEGIN + 3600 * at, 0),
  timeframe_end: iso(BEGIN + 3600 * (at + width), 0),
  metrics: [{ metric_name: 'compute_unit_seconds', value }],
});
const history = (...consumption: readonly unknown[]) =>
  JSON.stringify({ projects: [{ project_id: 'a', periods: [{ consumption }] }] });
const branches = (...ids: readonly string[]) =>
  JSON.stringify({
    branches: ids.map((branch_id) => ({
      project_id: 'a',
      branch_id,
      periods: [{ consumption: [hour(0, 1, 90), hour(1, 1, 0)] }],
    })),
  });

const matrix = (...result: readonly unknown[]) =>
  JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } });
const series = (name: string | undefined, values: readonly unknown[], step = 60, from = BEGIN) => ({
  metric: name === undefined ? {} : { __name__: name, instance: `${name}${step}` },
  values: values.map((value, i) => [from + step * i, value]),
});
const rising = (n: number) => Array.from({ length: n }, (_, i) => String(5_000_000 + 7 * i));
const cloud = (label: string, values: readonly unknown[], first: unknown = BEGIN) =>
  JSON.stringify({
    MetricDataResults: [
      {
        Label: label,
        Timestamps: values.map((_, i) => (typeof first === 'number' ? first + 300 * i : first)),
        Values: values,
        StatusCode: 'Complete',
      },
    ],
  });

/** Name, source, files, a part of the message, options. */
type Refused = readonly [string, string, readonly string[], string, ...string[]];

/** Inputs that a source does not write, or that are ambiguous. */
const REFUSED: readonly Refused[] = [
  ...(['consumption', 'cloudwatch', 'prometheus', 'otlp', 'metrics'] as const).flatMap((source) =>
    ['null', '[]', '3', '"x"'].map(
      (text) => [`${source}: ${text} instead of an answer`, source, [text], ''] as const,
    ),
  ),
  ['consumption: a number of projects', 'consumption', ['{"projects":5}'], 'projects: expected array'],
  ['consumption: an amount as text', 'consumption', [history(hour(0, 1, '90'))], 'expected number'],
  ['consumption: cut off', 'consumption', [made.consumption.slice(0, -40)], 'cut off or damaged'],
  ['consumption: a page twice', 'consumption', [made.consumption, made.consumption], 'there twice'],
  [
    'consumption: a day next to hours',
    'consumption',
    [history(hour(0, 1, 9), hour(1, 24, 90))],
    'one granularity',
  ],
  ['consumption: less than nothing', 'consumption', [history(hour(0, 1, -9))], 'is not valid'],
  [
    'cloudwatch: values as texts',
    'cloudwatch',
    [cloud('CPUUtilization', ['1', '2'])],
    '"1" is not the value',
  ],
  [
    'cloudwatch: times in milliseconds',
    'cloudwatch',
    [cloud('CPUUtilization', [1, 2], 1000 * BEGIN)],
    'divide milliseconds',
  ],
  [
    'cloudwatch: sums of a period',
    'cloudwatch',
    [cloud('RequestCount', [10, 20])],
    '--per',
    '--value',
    'RequestCount',
  ],
  [
    'prometheus: times in milliseconds',
    'prometheus',
    [matrix(series('requests_total', rising(9), 60, 1000 * BEGIN))],
    'divide milliseconds',
  ],
  [
    'prometheus: words for values',
    'prometheus',
    [matrix(series('requests_total', ['1', 'x', '3']))],
    '"x" is not the value',
  ],
  [
    'prometheus: numbers for values',
    'prometheus',
    [matrix(series('requests_total', [1, 2, 3]))],
    'expected string',
  ],
  ['prometheus: an expression', 'prometheus', [matrix(series(undefined, ['3', '1', '2']))], '--per second'],
  [
    'prometheus: bytes',
    'prometheus',
    [matrix(series('network_receive_bytes_total', rising(9)))],
    '--value network_receive_bytes_total',
  ],
  [
    'prometheus: two steps',
    'prometheus',
    [matrix(series('requests_total', rising(9)), series('requests_total', rising(18), 30))],
    'every 60 s and every 30 s',
  ],
  [
    'prometheus: nothing but NaN',
    'prometheus',
    [matrix(series('requests_total', ['NaN', 'NaN']))],
    'expected two or more',
  ],
  ['prometheus: cut off', 'prometheus', [made.queryRange().slice(0, -9)], 'cut off or damaged'],
  ['otlp: seconds for nanoseconds', 'otlp', [made.otlp(1).replaceAll('000000000', '')], 'is not a Unix time'],
  ['otlp: a list on a line', 'otlp', [`${made.otlp(1)}\n[]`], 'expected object'],
  [
    'heroku: no zone',
    'heroku',
    [requests.herokuLog.replaceAll('Z heroku[router]', ' heroku[router]')],
    'lines are not lines of a log of Heroku',
  ],
  [
    'pgbouncer: a restart between',
    'pgbouncer',
    [snapshots.poolerAfter, snapshots.poolerBefore],
    'restarted',
    '--interval',
    '1h',
  ],
  [
    'pg-stat-statements: hidden ones',
    'pg-stat-statements',
    [snapshots.statementsBefore, snapshots.statementsAfter.replace(',-12,', ',,')],
    'pg_read_all_stats',
  ],
  [
    'pg-stat-statements: two snapshots in one file',
    'pg-stat-statements',
    [snapshots.statementsBefore, `${snapshots.statementsAfter}\n${snapshots.statementsAfter.split('\n')[1]}`],
    ':4: the row is about the same as line 2; expected one snapshot in a file',
  ],
  [
    'pgbouncer: a database that is not there',
    'pgbouncer',
    [snapshots.poolerBefore],
    'for the database nope',
    ...['--value', 'nope'],
  ],
  ['postgres-log: a database is chosen', 'postgres-log', [requests.csvLog], '--value', '--value', 'app'],
  [
    'pg-stat-statements: the time between two that have clocks',
    'pg-stat-statements',
    [snapshots.statementsBefore, snapshots.statementsAfter],
    '--interval changes nothing about a snapshot of pg_stat_statements; leave it out',
    ...['--interval', '1h'],
  ],
  [
    'metrics: nothing but NaN',
    'metrics',
    [matrix(series('host_load1', ['NaN', 'NaN']))],
    'host_cpu_seconds_total',
  ],
];

describe('ambiguous or damaged exports are refused', () => {
  it.each(REFUSED.map((one) => [one[0], one] as const))(
    '%s',
    async (_, [, source, files, message, ...options]) => {
      const told = await refusal(source, files, ...options);
      expect(told).toContain(message);
      expect(told).not.toMatch(/TypeError|Cannot read|at .*\.ts:/);
    },
  );
});

describe('unambiguous exports are read', () => {
  it.each([
    ['k6', `${requests.k6Json}\nnull`],
    ['k6', requests.k6Json.slice(0, -20)],
    ['access-log', `${requests.accessLog(0)}\nhello`],
    ['access-log', requests.accessLog(0).replace(/\n/, '\n203.0.113.9 - - [05/Ja\n')],
  ])('%s: a line in another format is skipped and counted', async (source, text) => {
    expect((await imported(source, [text])).stdout).toContain('1 line has another form');
  });

  it('branches of a project are added up', async () => {
    const both = await imported('consumption', [branches('b1', 'b2')], '--value', 'a');
    expect(Object.keys(level(both))).not.toHaveLength(0);
    expect(both.stdout).toContain('0.05000 CU-hours were billed');
  });

  it('an expression is read with the unit given by --per', async () => {
    const of = async (per: string) =>
      counts(await imported('prometheus', [matrix(series(undefined, ['3', '1', '2']))], '--per', per));
    expect(await of('second')).toEqual({ 0: 180, 60: 60, 120: 120 });
    expect(await of('interval')).toEqual({ 0: 3, 60: 1, 120: 2 });
  });

  it('auto_explain plans do not count as queries', async () => {
    const plan = (row: string) => row.replace(/duration: (\d+\.\d+) ms .*/s, 'duration: $1 ms  plan:"');
    const rows = requests.csvLog.split(/\n(?=\d{4}-)/);
    const fields = ',,,,,,,,,"psql","client backend",,0';
    const with_plans = rows.flatMap((row) => (row.includes('duration') ? [row, plan(row) + fields] : [row]));
    expect(arrivals(await imported('postgres-log', [with_plans.join('\n')]))).toEqual(ARRIVALS);
  });

  it('a restarted compute has a new id but remains the same compute', async () => {
    const load = (id: string, from: number) => ({
      ...series('host_load1', ['0.5', '0.5', '0.5'], 60, from),
      metric: { __name__: 'host_load1', endpoint_id: 'ep-1', compute_id: id },
    });
    const found = await imported('metrics', [matrix(load('c1', BEGIN), load('c2', BEGIN + 600))]);
    expect(Object.keys(level(found))).toHaveLength(6);
  });

  it('a gzip file is read, and a truncated one is refused', async () => {
    const packed = gzipSync(requests.k6Csv);
    expect(Object.values(counts(await imported('k6', [packed])))).toHaveLength(8);
    await expect(imported('k6', [packed.subarray(0, 90)])).rejects.toThrow('damaged');
  });
});
