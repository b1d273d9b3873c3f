import { isoSeconds } from '../../workload/trace/cells/moments.js';
import { namingFile, Refusal } from '../../workload/trace/reading/question.js';
import { largest, SeriesSet, unixTime } from '../monitoring/series.js';
import { seriesLoad } from '../monitoring/series-load.js';
import { wholeText } from '../recording/file-text.js';
import { found } from '../recording/imported.js';
import { type Fields, jsonDocuments, listAt, objectOf } from '../recording/json.js';
import type { Source } from '../recording/source.js';

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
    for (const file of files) {
      const text = await wholeText(file);
      answers.push(...(await namingFile(file, 'option', () => jsonDocuments(text))));
    }
    if (answers.every(({ NextToken }) => typeof NextToken === 'string'))
      throw new Refusal('the answer continues on another page (NextToken)', 'give that page, too');
    const series = new SeriesSet();
    for (const answer of answers) readMetrics(answer, series, options.kind === 'level');
    const all = series.all();
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
    const most = Math.ceil(largest(all.filter((one) => !loads.includes(one))));
    if (most === 0) return imported;
    const pool = found('inferred', `at most ${most} connections at once`, CONNECTIONS);
    return { ...imported, pool_size: most, findings: [...imported.findings, pool] };
  },
};

function readMetrics(answer: Fields, into: SeriesSet, is_level_given: boolean): void {
  const { Label, Datapoints, MetricDataResults } = answer;
  if (Array.isArray(Datapoints)) {
    const points = listAt(answer, 'Datapoints');
    const name = String(Label);
    const unit = points[0]?.['Unit'];
    const first = unit === 'Count' && name !== CONNECTIONS ? 'Sum' : 'Average';
    const statistic = [first, 'Average', 'Sum', 'Maximum'].find((one) =>
      points.every((point) => one in point),
    );
    if (statistic === undefined)
      throw new Refusal(`${name} has neither Average nor Sum`, 'export one of them');
    const per =
      unit === 'Count/Second' ? 'second' : unit === 'Count' && statistic === 'Sum' ? 'interval' : undefined;
    if (statistic === 'Maximum' && name !== CONNECTIONS && !is_level_given)
      throw new Refusal(
        `${name} is the maximum of each period, which is more than its mean`,
        'export --statistics Average or Sum, or add --kind level to read it as a mean',
      );
    const add = into.series({ name, labels: {}, per: per ?? rateOf(name) });
    for (const one of points) add(momentOf(one['Timestamp']), numberOf(one[statistic]));
    return;
  }
  if (!Array.isArray(MetricDataResults)) throw new Refusal('the answer has no data points');
  for (const one of listAt(answer, 'MetricDataResults')) {
    const { Id, Label: label = Id, StatusCode = 'Complete', Timestamps, Values } = one;
    const name = String(label);
    if (StatusCode !== 'Complete' && StatusCode !== 'PartialData')
      throw new Refusal(`${name} is ${String(StatusCode)}`, 'export it again');
    const times = Array.isArray(Timestamps) ? Timestamps : [];
    const values = Array.isArray(Values) ? Values : [];
    if (times.length !== values.length)
      throw new Refusal(`${name} has ${times.length} times and ${values.length} values`);
    const add = into.series({ name, labels: {}, per: rateOf(name) });
    for (const [i, time] of times.entries()) add(momentOf(time), numberOf(values[i]));
  }
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
  return unixTime(seconds);
}
