import { LATEST_UNIX } from '../trace/read/cells/timestamp.js';
import { TraceError } from '../trace/trace-error.js';
import { beginsWithBrace, eachLine, eachRow, epochSeconds, jsonLine } from './file-text.js';
import { GrownTimes } from './grown-times.js';
import { found, type Imported, type ImportOptions, webImport } from './imported.js';
import { K6_LINE, shaped } from './json-shape.js';
import { requestTraffic } from './request-traffic.js';

/** The metric with one point for each request, by k6's own names. */
const REQUESTS = 'http_reqs';
const FAILED = 'http_req_failed';
/** Of one point, which is written for each request. */
const MOST_REQUESTS = 1e6;

/**
 * What k6 writes with `--out csv=` or `--out json=`: one arrival for each `http_reqs` (or the metric named by
 * `value`). A point is stamped when its request has ended. Shapes from https://grafana.com/docs/k6/latest/results-output/real-time/.
 */
export async function importK6(files: readonly string[], options: ImportOptions): Promise<Imported> {
  const metric = options.value ?? REQUESTS;
  const times = new GrownTimes();
  const seen = new Set<string>();
  let whole_seconds = true;
  let failed = 0;
  const point = (file: string, name: string, epoch_seconds: number, value: number) => {
    seen.add(name);
    if (name === FAILED) failed += value;
    if (name !== metric) return;
    if (!Number.isInteger(epoch_seconds)) whole_seconds = false;
    if (metric === REQUESTS && !(Number.isInteger(value) && value >= 0 && value <= MOST_REQUESTS)) {
      throw new TraceError(file, `${value} is no number of requests; k6 writes a point for each`);
    }
    const arrivals = metric === REQUESTS ? value : 1;
    for (let i = 0; i < arrivals; i++) times.push(epoch_seconds);
  };
  for (const file of files) await readPoints(file, (...told) => point(file, ...told));
  if (times.length === 0) {
    const others = [...seen].slice(0, 10).join(', ');
    throw new TraceError(
      files[0]!,
      `there is no point of ${metric}; the file has ${others || 'no points'}. Name another with --value`,
    );
  }
  const { traffic, findings } = requestTraffic(times, options.queries_per_request, whole_seconds);
  const more = seen.has(FAILED) ? [found('counted', `${failed} requests failed`, FAILED)] : [];
  return webImport(traffic, [...findings, ...more], {
    warnings: ['a request is counted when it ended, which is later than its arrival by its duration'],
  });
}

type Take = (name: string, epoch_seconds: number, value: number) => void;

async function readPoints(file: string, take: Take): Promise<void> {
  if (await beginsWithBrace(file)) {
    await eachLine(file, (line, number) => {
      if (line.trim() === '') return;
      const value = jsonLine(line, file, number, '{"type":"Point","metric":...,"data":{...}}');
      const { type, metric, data } = shaped(file, value, K6_LINE, number);
      if (type !== 'Point') return;
      take(metric, moment(String(data.time), file, number), pointValue(data.value, file, number));
    });
    return;
  }
  await eachRow(file, ['metric_name', 'timestamp', 'metric_value'], ({ cells, line }) => {
    take(
      cells.get('metric_name')!,
      moment(cells.get('timestamp')!, file, line),
      pointValue(cells.get('metric_value'), file, line),
    );
  });
}

function pointValue(told: unknown, file: string, line: number): number {
  const value = told === '' || told === null || typeof told === 'boolean' ? Number.NaN : Number(told);
  if (Number.isFinite(value)) return value;
  throw new TraceError(file, `"${String(told)}" is not the value of a point`, { line });
}

/** k6 writes Unix seconds, milli-, micro- or nanoseconds, or a timestamp, as its timeFormat says. */
function moment(text: string, file: string, line: number): number {
  const number = Number(text);
  if (text !== '' && Number.isFinite(number)) {
    const unit = [1, 1000, 1e6, 1e9].find((per_second) => number / per_second < LATEST_UNIX);
    if (unit !== undefined && number / unit > 631_152_000) return number / unit;
  }
  return epochSeconds(text, file, line);
}
