import { measureOfName } from '../../workload/trace/cells/measure.js';
import { isoSeconds } from '../../workload/trace/cells/moments.js';
import { Refusal } from '../../workload/trace/reading/question.js';
import { intervalOf } from '../../workload/trace/table/series.js';
import { unixProblem } from '../monitoring/series.js';
import type { Recording } from '../recording/recording.js';
import { jsonObject, objectOf, type Source } from '../recording/source.js';

/** One metric of an answer. */
interface Metric {
  readonly label: string;
  readonly points: readonly (readonly [seconds: number, value: number])[];
  readonly unit: string | undefined;
  /** Whether the values are sums of their period. */
  readonly sums: boolean;
}

/** Rates per second of RDS and Aurora. */
const RATE = /^(?:Queries|(?:Commit|Select|DML|DDL|Insert|Update|Delete)Throughput)$/;
const CONNECTIONS = 'DatabaseConnections';
const CPU = 'CPUUtilization';

/** `aws cloudwatch get-metric-statistics` and `get-metric-data`. */
export const cloudwatch: Source = {
  name: 'cloudwatch',
  form: 'an answer of CloudWatch',
  recognise: ({ json, text }) =>
    objectOf(json) !== undefined && /"(?:Datapoints|MetricDataResults)"\s*:/.test(text),
  document: (text, to) => {
    const metrics = metricsOf(text, to);
    for (const { label, points } of metrics.filter(({ label }) => label === CONNECTIONS)) {
      const most = points.reduce((so_far, [, value]) => Math.max(so_far, value), 0);
      to.sessions.given(Math.ceil(most), label);
    }
    const loads = metrics.filter(({ label }) => label !== CONNECTIONS);
    const wanted = loads.filter(({ label }) =>
      to.options.value === undefined ? loads.length === 1 || label === CPU : label === to.options.value,
    );
    const [load, other] = wanted;
    const names = loads.map(({ label }) => label).join(', ');
    if (loads.length === 0) {
      throw new Refusal(
        'the file has connections only, which are not a load',
        'also export CPUUtilization: neap import cloudwatch prints the command',
      );
    }
    if (load === undefined || other !== undefined)
      throw new Refusal(`several metrics may be the load: ${names}`, 'choose one with --value');
    take(load, to);
  },
};

function refuseOpenPage(): never {
  throw new Refusal('the answer goes on in another page (NextToken)', 'give that page, too');
}

function metricsOf(text: string, to: Recording): readonly Metric[] {
  const answer = jsonObject(text);
  if (answer === undefined) throw new Refusal('the JSON is cut off or damaged');
  // The pages of an answer may be given together.
  if (typeof answer['NextToken'] !== 'string') to.before_finish = () => undefined;
  else to.before_finish ??= refuseOpenPage;
  const { Label, Datapoints, MetricDataResults } = answer;
  if (Array.isArray(Datapoints)) {
    const points = Datapoints.map((one) => objectOf(one) ?? {});
    const statistic =
      ['Average', 'Sum', 'Maximum'].find((name) => points.every((one) => name in one)) ?? 'Average';
    return [
      {
        label: String(Label),
        points: points.map((one) => [momentOf(one['Timestamp']), numberOf(one[statistic])]),
        unit: points[0]?.['Unit'] === undefined ? undefined : String(points[0]['Unit']),
        sums: statistic === 'Sum',
      },
    ];
  }
  if (!Array.isArray(MetricDataResults)) throw new Refusal('the answer has no data points');
  const all = MetricDataResults.map((one) => objectOf(one) ?? {});
  const partial = all.find(
    ({ StatusCode = 'Complete' }) => StatusCode !== 'Complete' && StatusCode !== 'PartialData',
  );
  if (partial !== undefined)
    throw new Refusal(
      `${String(partial['Label'] ?? partial['Id'])} is ${String(partial['StatusCode'])}`,
      'export it again',
    );
  return all.map(({ Label: label, Id, Timestamps, Values }): Metric => {
    const times = Array.isArray(Timestamps) ? Timestamps : [];
    const values = Array.isArray(Values) ? Values : [];
    if (times.length !== values.length)
      throw new Refusal(`${String(label ?? Id)} has ${times.length} times and ${values.length} values`);
    return {
      label: String(label ?? Id),
      points: times.map((time, i) => [momentOf(time), numberOf(values[i])]),
      unit: undefined,
      sums: false,
    };
  });
}

function numberOf(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new Refusal(`${JSON.stringify(value)} is not the value of a data point`);
}

function momentOf(time: unknown): number {
  const seconds = typeof time === 'number' ? time : isoSeconds(String(time));
  if (seconds === undefined || !Number.isFinite(seconds))
    throw new Refusal(`${JSON.stringify(time)} is not the time of a data point`);
  const problem = unixProblem(seconds);
  if (problem !== undefined) throw new Refusal(problem);
  return seconds;
}

function take({ label, points, unit, sums }: Metric, to: Recording): void {
  const distinct = new Map<number, number>();
  for (const [at, value] of points) {
    if (value < 0) throw new Refusal(`${label} has values below 0`);
    if (distinct.has(at) && distinct.get(at) !== value)
      throw new Refusal(
        `${label} has two values at ${new Date(at * 1000).toISOString()}`,
        'export one series',
      );
    distinct.set(at, value);
  }
  const times = Float64Array.from(distinct.keys()).sort();
  if (times.length < 2) throw new Refusal(`${label} has ${times.length} point(s); expected two or more`);
  const { seconds: every } = intervalOf(times, to.options.interval_seconds);
  const { kind, value } = to.options;
  const measure = measureOfName(label).is;
  const is_level = kind === 'level' || (kind === undefined && measure === 'level');
  // A unit of counts is that of errors and messages, too.
  const is_load = measure === 'count' || value !== undefined || kind === 'counts';
  const per =
    to.options.per ??
    (RATE.test(label) || (is_load && unit === 'Count/Second')
      ? 'second'
      : is_load && sums && unit === 'Count'
        ? 'interval'
        : undefined);
  if (!is_level && per === undefined) {
    throw new Refusal(
      `${label} is neither CPU nor a number of queries`,
      `export CPUUtilization or the sum of requests; or add --value ${label} if it is the load, --per second, minute, hour or interval, or --kind level`,
    );
  }
  const { scale = 1 } = to.options;
  const factor =
    per === undefined || per === 'interval' ? 1 : every / { second: 1, minute: 60, hour: 3600 }[per];
  for (const at of times) {
    const value = distinct.get(at)! * scale;
    if (!is_level) to.count(at, every, value * factor);
    else if (value > 105)
      throw new Refusal(
        `${label} is ${value}, and all of a machine is 100 %`,
        'add --scale 0.25 if 400 is all of it',
      );
    else to.level(at, every, value);
  }
}
