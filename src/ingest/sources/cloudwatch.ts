import { isoSeconds } from '../../workload/trace/cells/moments.js';
import { Refusal } from '../../workload/trace/reading/question.js';
import {
  distinctPoints,
  largest,
  type MetricSeries,
  orderedSeries,
  unixProblem,
} from '../monitoring/series.js';
import { seriesLoad } from '../monitoring/series-load.js';
import { jsonOf } from '../recording/file-text.js';
import { found } from '../recording/imported.js';
import { objectOf, type Source } from '../recording/source.js';

type Fields = Readonly<Record<string, unknown>>;

/** One metric of an answer. */
interface Metric extends Pick<MetricSeries, 'name' | 'per'> {
  readonly points: readonly (readonly [seconds: number, value: number])[];
}

const CONNECTIONS = 'DatabaseConnections';
const CPU = 'CPUUtilization';

/** `aws cloudwatch get-metric-statistics` and `get-metric-data`; the pages of an answer are given together. */
export const cloudwatch: Source = {
  name: 'cloudwatch',
  form: 'an answer of CloudWatch',
  recognise: ({ json, text }) =>
    objectOf(json) !== undefined && /"(?:Datapoints|MetricDataResults)"\s*:/.test(text),
  files: async (files, options) => {
    const answers: Fields[] = [];
    for (const file of files) answers.push(objectOf(await jsonOf(file)) ?? {});
    if (answers.every(({ NextToken }) => typeof NextToken === 'string'))
      throw new Refusal('the answer goes on in another page (NextToken)', 'give that page, too');
    const metrics = answers.flatMap(metricsOf);
    const all = [...new Set(metrics.map(({ name }) => name))].map((name): MetricSeries => {
      const pages = metrics.filter((one) => one.name === name);
      const points = distinctPoints(
        pages.flatMap((page) => page.points),
        name,
        files[0]!,
      );
      return { ...orderedSeries(name, {}, points), per: pages[0]!.per };
    });
    const loads = all.filter(({ name }) => name !== CONNECTIONS);
    if (loads.length === 0) {
      throw new Refusal(
        'the file has connections only, which are not a load',
        'also export CPUUtilization: neap import cloudwatch prints the command',
      );
    }
    const value = options.value ?? (loads.some(({ name }) => name === CPU) ? CPU : undefined);
    const imported = await seriesLoad(
      loads,
      files[0]!,
      value === CPU ? { kind: 'level', ...options, value } : options,
    );
    const most = Math.ceil(
      largest(all.filter((one) => !loads.includes(one)).flatMap(({ values }) => [...values])),
    );
    if (most === 0) return imported;
    const pool = found('inferred', `at most ${most} connections at once`, CONNECTIONS);
    return { ...imported, pool_size: most, findings: [...imported.findings, pool] };
  },
};

function metricsOf({ Label, Datapoints, MetricDataResults }: Fields): readonly Metric[] {
  if (Array.isArray(Datapoints)) {
    const points = Datapoints.map((one) => objectOf(one) ?? {});
    const statistic =
      ['Average', 'Sum', 'Maximum'].find((name) => points.every((one) => name in one)) ?? 'Average';
    const unit = points[0]?.['Unit'];
    const per =
      unit === 'Count/Second' ? 'second' : unit === 'Count' && statistic === 'Sum' ? 'interval' : undefined;
    return [
      {
        name: String(Label),
        points: points.map((one) => [momentOf(one['Timestamp']), numberOf(one[statistic])]),
        per: per ?? rateOf(String(Label)),
      },
    ];
  }
  if (!Array.isArray(MetricDataResults)) throw new Refusal('the answer has no data points');
  return MetricDataResults.map((one): Metric => {
    const { Id, Label: label = Id, StatusCode = 'Complete', Timestamps, Values } = objectOf(one) ?? {};
    const name = String(label);
    if (StatusCode !== 'Complete' && StatusCode !== 'PartialData')
      throw new Refusal(`${name} is ${String(StatusCode)}`, 'export it again');
    const times = Array.isArray(Timestamps) ? Timestamps : [];
    const values = Array.isArray(Values) ? Values : [];
    if (times.length !== values.length)
      throw new Refusal(`${name} has ${times.length} times and ${values.length} values`);
    return { name, points: times.map((time, i) => [momentOf(time), numberOf(values[i])]), per: rateOf(name) };
  });
}

/** Aurora and RDS have queries per second under a name of counts. */
const rateOf = (name: string) => (name === 'Queries' ? 'second' : undefined);

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
