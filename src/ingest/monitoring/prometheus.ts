import { namingFile, Refusal } from '../../workload/trace/reading/question.js';
import { wholeText } from '../recording/file-text.js';
import type { ImportOptions } from '../recording/import-options.js';
import { type Fields, jsonDocuments, listAt, objectOf } from '../recording/json.js';
import { type Head, type Source, shareOf } from '../recording/source.js';
import { metricsExport as exportOf, isMetricsExport } from './metrics-export.js';
import { readOtlp } from './otlp.js';
import { type MetricSeries, SeriesSet, unixTime } from './series.js';
import { seriesLoad } from './series-load.js';

/** A sample of the exposition format, with or without a time. */
const SAMPLE_LINE =
  /^(?:[a-zA-Z_:][\w:]*|(?=\{__name__=))(?:\{[^}]*\})? -?[\d.]+(?:e[+-]?\d+)?(?: -?[\d.]+)?\s*$/i;
const PLATFORM = /"?\b(?:neon_\w+|host_(?:load1|cpu_seconds_total))\b/;

const isOtlp = ({ text }: Head) => /^\s*\{\s*"resourceMetrics"\s*:/.test(text);
const isAnswer = ({ json, text }: Head) =>
  json !== undefined && /"resultType"\s*:|"status"\s*:\s*"error"/.test(text.slice(0, 2000));
const isText = (head: Head) =>
  head.lines.some((line) => /^# (?:TYPE|HELP|EOF)\b/.test(line)) || shareOf(head, SAMPLE_LINE) > 0.9;

/**
 * The answer of Prometheus' `/api/v1/query_range`, a text in the OpenMetrics or Prometheus exposition format with
 * timestamps, or several scrapes without.
 *
 * Sources: https://prometheus.io/docs/prometheus/latest/querying/api/#range-queries,
 * https://prometheus.io/docs/specs/om/open_metrics_spec/ (timestamps in seconds; milliseconds in the older text format).
 */
export const prometheus: Source = {
  name: 'prometheus',
  form: 'series of Prometheus',
  recognise: (head) => (isAnswer(head) || isText(head)) && !PLATFORM.test(head.text),
  files: async (files, options) => seriesLoad(await monitoringSeries(files, options), files[0]!, options),
};

/** The platform's metrics export, however it was stored: JSON or text of Prometheus, or OTLP JSON. */
export const metricsExport: Source = {
  name: 'metrics',
  form: "the platform's metrics export",
  recognise: (head) => (isAnswer(head) || isText(head) || isOtlp(head)) && PLATFORM.test(head.text),
  files: async (files, options) => {
    const all = await monitoringSeries(files, options);
    if (isMetricsExport(all)) return exportOf(all, files[0]!, options);
    throw new Refusal('no series of the metrics export found, such as neon_connection_counts or host_load1');
  },
};

/** Metrics of OpenTelemetry in the JSON encoding, one message per line or per file. */
export const otlpMetrics: Source = {
  name: 'otlp',
  form: 'metrics of OpenTelemetry',
  recognise: (head) => isOtlp(head) && !PLATFORM.test(head.text),
  files: async (files, options) => seriesLoad(await monitoringSeries(files, options), files[0]!, options),
};

async function monitoringSeries(
  files: readonly string[],
  options: Pick<ImportOptions, 'interval_seconds'>,
): Promise<readonly MetricSeries[]> {
  const all = new SeriesSet();
  for (const [index, file] of files.entries()) {
    const text = await wholeText(file);
    await namingFile(file, 'option', () => {
      if (!/^\s*(?:[["\d]|\{(?!__name__))|^null/.test(text)) readText(text, options, index, all);
      else if (text.includes('"resourceMetrics"')) readOtlp(text, all);
      else for (const answer of jsonDocuments(text)) readAnswer(answer, all);
    });
  }
  return all.all();
}

function readAnswer({ status = 'success', error = status, data }: Fields, into: SeriesSet): void {
  if (status !== 'success') throw new Refusal(`the answer is an error of Prometheus: ${String(error)}`);
  const { resultType } = objectOf(data) ?? {};
  if (resultType !== 'matrix') {
    const got = resultType === undefined ? 'something else' : `a ${String(resultType)}`;
    throw new Refusal(
      `expected a matrix of /api/v1/query_range, got ${got}; ask for a range with start, end and step`,
    );
  }
  for (const { metric, values } of listAt(objectOf(data), 'result')) {
    const { __name__: name = 'expression', ...labels } = (metric ?? {}) as Record<string, string>;
    const add = into.series({ name, labels });
    for (const [time, value] of (values ?? []) as readonly (readonly [unknown, unknown])[]) {
      if (typeof value !== 'string')
        throw new Refusal(`${JSON.stringify(value)} is a value; expected string`);
      add(unixTime(Number(time)), sampleValue(value));
    }
  }
}

/** NaN for a value that is not finite; text that is not a number is refused. */
function sampleValue(text: string, line?: number): number {
  if (/^(?:[+-]?inf(?:inity)?|nan)$/i.test(text)) return Number.NaN;
  const value = text === '' ? Number.NaN : Number(text);
  if (!Number.isNaN(value)) return value;
  throw new Refusal(`"${text}" is not the value of a sample`, undefined, line);
}

/**
 * Name, labels, value, time; an exemplar with further labels and another value may follow. `promtool tsdb dump` writes
 * the name as a label.
 */
const SAMPLE =
  /^([a-zA-Z_:][\w:]*|(?=\{__name__=))(?:\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})?\s+(\S+)(?:\s+(-?[\d.eE+]+))?(?:\s+#.*)?$/;
const COUNTER = /^# TYPE ([\w:]+) counter\s*$/gm;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** Lines of the exposition format; a scrape without timestamps is taken an interval after the one before. */
function readText(
  text: string,
  options: Pick<ImportOptions, 'interval_seconds'>,
  index: number,
  into: SeriesSet,
): void {
  const counters = new Set([...text.matchAll(COUNTER)].flatMap(([, name]) => [name!, `${name}_total`]));
  const open_metrics = /^# EOF\s*$/m.test(text);
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const match = SAMPLE.exec(line);
    if (match === null) {
      const reason = 'the line is not a sample; expected name{label="value"} 1.5 1767571200';
      throw new Refusal(reason, undefined, at + 1);
    }
    const [, own_name = '', label_text = '', value = '', time] = match;
    const { __name__: name = own_name, ...labels } = Object.fromEntries(
      [...label_text.matchAll(LABEL)].map(([, key, of]) => [key!, of!]),
    );
    // When a counter was made, which OpenMetrics writes next to it.
    if (counters.has(name.replace(/_created$/, '_total')) && name.endsWith('_created')) continue;
    if (time === undefined && options.interval_seconds === undefined) {
      const reason =
        'the samples have no timestamps; give two scrapes or more in order, and the time between them with --interval';
      throw new Refusal(reason, undefined, at + 1);
    }
    const stamp = Number(time);
    const seconds = open_metrics || stamp < 1e11 ? stamp : stamp / 1000;
    into.series({ name, labels, counter: counters.has(name) })(
      time === undefined ? index * options.interval_seconds! : unixTime(seconds),
      sampleValue(value, at + 1),
    );
  }
}
