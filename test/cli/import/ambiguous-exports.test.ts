import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { called } from '../command.js';
import { arrivals, cleanUp, counts, folder, imported, level, refusal, write } from './importing.js';
import { ARRIVALS, BEGIN, iso } from './known-load.js';
import * as requests from './request-exports.js';

cleanUp();

const matrix = (...result: readonly unknown[]) =>
  JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } });
const series = (metric: object, values: readonly unknown[], from = BEGIN) => ({
  metric,
  values: values.map((value, i) => [from + 60 * i, String(value)]),
});
/** One OTLP request per minute, with one point each. */
const otlp = (minutes: readonly number[], metric: (minute: number, point: object) => object) =>
  minutes
    .map((minute) => {
      const point = { timeUnixNano: `${BEGIN + 60 * minute}000000000` };
      return JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics: [metric(minute, point)] }] }] });
    })
    .join('\n');
const delta = (minutes: readonly number[]) =>
  otlp(minutes, (minute, point) => ({
    name: 'requests',
    sum: { aggregationTemporality: 1, isMonotonic: true, dataPoints: [{ ...point, asInt: `${minute}` }] },
  }));
const statements = (taken: number, ...rows: readonly string[]) =>
  [
    'taken_at,userid,dbid,toplevel,queryid,query,calls,total_exec_time,mean_exec_time,stddev_exec_time,stats_since',
    ...rows.map((row) => `${iso(taken).replace('T', ' ').replace('Z', '+00')},${row}`),
  ].join('\n');
const cloud = (next: string | undefined, from: number) =>
  JSON.stringify({
    NextToken: next,
    MetricDataResults: [
      {
        Label: 'CPUUtilization',
        Timestamps: [0, 1, 2].map((i) => from + 300 * i),
        Values: [10, 20, 30],
        StatusCode: 'PartialData',
      },
    ],
  });
const rates = async (...files: readonly string[]) =>
  (await imported('pg-stat-statements', files)).scenario.load.map(({ name, process }) => [
    name,
    process.kind === 'poisson' && process.rate.kind === 'constant' && process.rate.per_second * 3600,
  ]);

describe('series', () => {
  it('a counter is read despite exemplars and _created series', async () => {
    const lines = [0, 1, 2].map(
      (i) =>
        `requests_total{code="2}0"} ${100 + 7 * i} ${BEGIN + 60 * i}.0 # {trace_id="abc"} 1.0 ${BEGIN + 60 * i}.5\nrequests_created ${BEGIN} ${BEGIN + 60 * i}.0`,
    );
    const text = `# TYPE requests counter\n${lines.join('\n')}\n# EOF\n`;
    expect(counts(await imported('prometheus', [text]))).toEqual({ 0: 7, 60: 7 });
  });

  it('histogram buckets are not added up', async () => {
    const buckets = ['0.1', '1', '+Inf'].map((le) => series({ __name__: 'x_bucket', le }, [1, 2, 3]));
    expect(await refusal('prometheus', [matrix(...buckets)])).toContain('export x_count in their place');
  });

  it('the number of durations is the number of requests', async () => {
    const text = otlp([0, 1, 2], (minute, point) => ({
      name: 'http.server.request.duration',
      histogram: { aggregationTemporality: 2, dataPoints: [{ ...point, count: `${10 * minute}`, sum: 0.5 }] },
    }));
    expect(counts(await imported('otlp', [text]))).toEqual({ 0: 10, 60: 10 });
  });

  it('deltas continue in another file, which may repeat some of them', async () => {
    const files = [delta([1, 2, 3]), delta([3, 4, 5])];
    expect(counts(await imported('otlp', files))).toEqual({ 0: 1, 60: 2, 120: 3, 180: 4, 240: 5 });
  });

  it('two values at the same moment are two series', async () => {
    const one = (value: number) => matrix(series({ __name__: 'requests_total' }, [value, value + 9]));
    expect(await refusal('prometheus', [one(5), one(70)])).toContain('these are two series');
  });

  it('a utilization of 1 may mean the whole machine, so the scale is asked for', async () => {
    const shares = matrix(series({ __name__: 'instance:node_cpu_utilisation:avg' }, [0.1, 0.25, 0.5]));
    expect(await refusal('prometheus', [shares])).toContain('--scale 100');
    const found = await imported('prometheus', [shares], '--scale', '100', '--vcpu', '2');
    expect(level(found)).toEqual({ 0: 0.2, 60: 0.5, 120: 1 });
  });

  it('an expression is read as a level with --kind level', async () => {
    const busy = matrix(series({}, [50, 20, 75]));
    expect(await refusal('prometheus', [busy])).toContain('--kind level');
    const found = await imported('prometheus', [busy], '--kind', 'level', '--vcpu', '4');
    expect(level(found)).toEqual({ 0: 2, 60: 0.8, 120: 3 });
  });

  it.each(['mem_used_percent', 'node_cpu_idle_percent', 'http_error_rate'])(
    '%s is not a load',
    async (name) => {
      expect(await refusal('prometheus', [matrix(series({ __name__: name }, [30, 20, 50]))])).not.toBe('');
    },
  );

  it('a missing last page is refused', async () => {
    expect(await refusal('cloudwatch', [cloud('x', BEGIN), cloud('y', BEGIN + 900)])).toContain('NextToken');
    const whole = await imported('cloudwatch', [cloud('x', BEGIN), cloud(undefined, BEGIN + 900)]);
    expect(Object.keys(level(whole))).toHaveLength(6);
  });
});

describe('snapshots of statements', () => {
  const since = '2026-01-01 00:00:00+00';

  it('a reset is recognized by its timestamp, and by any counter that decreases', async () => {
    const before = statements(
      BEGIN,
      `10,1,t,11,q,100,500,5,0,${since}`,
      `10,1,t,12,q,100,5000,50,0,${since}`,
    );
    const after = statements(
      BEGIN + 3600,
      '10,1,t,11,q,400,2000,5,0,2026-01-05 00:10:00+00',
      `10,1,t,12,q,150,300,2,0,${since}`,
    );
    expect(await rates(before, after)).toEqual([
      ['statement-11', expect.closeTo(400, 6)],
      ['statement-12', expect.closeTo(150, 6)],
    ]);
  });

  it('statements within functions are part of their callers, and two users are two loads', async () => {
    const of = (taken: number, calls: number) =>
      statements(
        taken,
        `10,1,t,11,q,${calls},${5 * calls},5,0,${since}`,
        `12,1,t,11,q,${2 * calls},${10 * calls},5,0,${since}`,
        `10,1,f,13,q,${calls},${4 * calls},4,0,${since}`,
      );
    expect(await rates(of(BEGIN, 100), of(BEGIN + 3600, 200))).toEqual([
      ['statement-11-1', expect.closeTo(200, 6)],
      ['statement-11-2', expect.closeTo(100, 6)],
    ]);
  });
});

describe('logs', () => {
  it('a csvlog may repeat its header in the middle', async () => {
    const names = `log_time${','.repeat(13)}message${','.repeat(12)}`;
    expect(arrivals(await imported('postgres-log', [`${names}\n${requests.csvLog}\n${names}`]))).toEqual(
      ARRIVALS,
    );
  });

  it('a log of slow queries only is recognized', async () => {
    const slow = requests.csvLog.replaceAll(/duration: \d/g, 'duration: 9');
    expect((await imported('postgres-log', [slow])).stdout).toMatch(
      /unless log_min_duration_statement\s+was 0/,
    );
  });

  it('lines from a Heroku log drain are read', async () => {
    const drained = requests.herokuLog.replaceAll(
      /^(\S+) (\w+)\[([\w.-]+)\]: /gm,
      '300 <158>1 $1 host $2 $3 - ',
    );
    expect(arrivals(await imported('heroku', [drained]))).toEqual(ARRIVALS);
  });

  it.each(['1000000000000', '0.5', '-3'])(
    'a k6 point with the value %s does not count as requests',
    async (value) => {
      expect(await refusal('k6', [requests.k6Csv.replace('1.000000', value)])).toContain(
        'expected a number of requests',
      );
    },
  );

  it('a file that is given twice is refused', async () => {
    const file = write(requests.accessLog(0));
    const target = join(folder, 'twice.yaml');
    const { status, stderr } = await called(['import', 'access-log', file, file, '--write', target]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('is given twice')]);
  });
});
