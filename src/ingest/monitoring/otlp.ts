import { TraceError } from '../../workload/trace/reading/trace-error.js';
import { jsonLine } from '../recording/file-text.js';
import {
  OTLP_REQUEST,
  type OtlpMetric,
  type OtlpPoint,
  type OtlpRequest,
  shaped,
} from '../recording/json-shape.js';
import { type OpenSeries, orderedSeries, type ReadSeries, seriesAmong, unixSeconds } from './series.js';

type ResourceMetrics = NonNullable<OtlpRequest['resourceMetrics']>[number];
type Attributes = NonNullable<ResourceMetrics['resource']>['attributes'];

/**
 * Series of OTLP metrics in the JSON encoding: gauges, sums, and the numbers of values of histograms, which are told
 * apart by `_count`. Shape: https://github.com/open-telemetry/opentelemetry-proto (metrics/v1/metrics.proto),
 * in the JSON mapping of protobuf with lowerCamelCase names and 64-bit numbers as text.
 *
 * @throws TraceError when a line is no such request
 */
export function otlpSeries(file: string, text: string): readonly ReadSeries[] {
  const found = new Map<string, OpenSeries>();
  for (const { request, line } of requests(file, text)) {
    for (const { resource, scopeMetrics = [] } of request.resourceMetrics ?? []) {
      for (const metric of scopeMetrics.flatMap(({ metrics = [] }) => metrics)) {
        const { name, points, delta, counter } = pointsOf(metric);
        for (const point of points) {
          const labels = { ...attributes(resource?.attributes), ...attributes(point.attributes) };
          if (point.timeUnixNano === undefined)
            throw new TraceError(file, 'a data point has no timeUnixNano', { line });
          const time = unixSeconds(Number(point.timeUnixNano) / 1e9, file);
          const { asDouble, asInt } = point;
          const told = asDouble ?? asInt;
          const value = told === undefined || told === '' ? Number.NaN : Number(told);
          const known = seriesAmong(found, { name, labels, delta, counter });
          if (known.delta !== delta) {
            const reason = `${name} counts up in one place and since the point before in another`;
            throw new TraceError(file, reason, { line });
          }
          known.points.push([time, value]);
        }
      }
    }
  }
  return [...found.values()].map(({ name, labels, delta = false, counter, points }) => ({
    ...orderedSeries(name, labels, points, counter),
    delta,
  }));
}

/** Points of a metric; of a histogram the number of values, which counts up as a sum does. */
interface PointsOf {
  readonly name: string;
  readonly points: readonly OtlpPoint[];
  readonly delta: boolean;
  readonly counter: boolean;
}

function pointsOf({ name, gauge, sum, histogram, exponentialHistogram }: OtlpMetric): PointsOf {
  const counts = histogram ?? exponentialHistogram;
  const temporality = (sum ?? counts)?.aggregationTemporality;
  const delta = temporality === 1 || temporality === 'AGGREGATION_TEMPORALITY_DELTA';
  if (counts !== undefined) {
    const points = (counts.dataPoints ?? []).map(({ count, ...point }) => ({ ...point, asInt: count }));
    return { name: `${name}_count`, points, delta, counter: true };
  }
  const points = gauge?.dataPoints ?? sum?.dataPoints ?? [];
  return { name, points, delta, counter: sum?.isMonotonic === true };
}

function* requests(
  file: string,
  text: string,
): Generator<{ readonly request: OtlpRequest; readonly line: number }> {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    // One request a line, as collectors write files.
  }
  if (whole !== undefined) {
    yield { request: shaped(file, whole, OTLP_REQUEST), line: 1 };
    return;
  }
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const own = jsonLine(line, file, at + 1, 'a request with resourceMetrics on each line');
    yield { request: shaped(file, own, OTLP_REQUEST, at + 1), line: at + 1 };
  }
}

function attributes(list: Attributes = []): Record<string, string> {
  return Object.fromEntries(
    list.map(({ key = '', value = {} }) => [key, String(Object.values(value)[0] ?? '')]),
  );
}
