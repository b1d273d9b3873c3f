import { TraceError } from '../trace/trace-error.js';
import { OTLP_REQUEST, type OtlpRequest, shaped } from './json-shape.js';
import { type MetricSeries, orderedSeries, seriesText, unixSeconds } from './series.js';

type ResourceMetrics = NonNullable<OtlpRequest['resourceMetrics']>[number];
type Attributes = NonNullable<ResourceMetrics['resource']>['attributes'];

/**
 * Series of OTLP metrics in the JSON encoding: gauges and sums. Sums of delta temporality are added up, so that
 * every sum counts up. Shape: https://github.com/open-telemetry/opentelemetry-proto (metrics/v1/metrics.proto),
 * in the JSON mapping of protobuf with lowerCamelCase names and 64-bit numbers as text.
 *
 * @throws TraceError when a line is no such request
 */
export function otlpSeries(file: string, text: string): readonly MetricSeries[] {
  const found = new Map<
    string,
    {
      name: string;
      labels: Record<string, string>;
      delta: boolean;
      counter: boolean;
      points: [number, number][];
    }
  >();
  for (const { request, line } of requests(file, text)) {
    for (const { resource, scopeMetrics = [] } of request.resourceMetrics ?? []) {
      for (const metric of scopeMetrics.flatMap(({ metrics = [] }) => metrics)) {
        const points = metric.gauge?.dataPoints ?? metric.sum?.dataPoints ?? [];
        const temporality = metric.sum?.aggregationTemporality;
        const delta = temporality === 1 || temporality === 'AGGREGATION_TEMPORALITY_DELTA';
        for (const point of points) {
          const labels = { ...attributes(resource?.attributes), ...attributes(point.attributes) };
          if (point.timeUnixNano === undefined)
            throw new TraceError(file, 'a data point has no timeUnixNano', { line });
          const time = unixSeconds(Number(point.timeUnixNano) / 1e9, file);
          const { asDouble, asInt } = point;
          const told = asDouble ?? asInt;
          const value = told === undefined || told === '' ? Number.NaN : Number(told);
          const { name } = metric;
          const key = seriesText({ name, labels });
          const known = found.get(key) ?? {
            name,
            labels,
            delta,
            counter: metric.sum?.isMonotonic === true,
            points: [],
          };
          found.set(key, known);
          known.points.push([time, value]);
        }
      }
    }
  }
  return [...found.values()].map(({ name, labels, delta, counter, points }) => {
    if (!delta) return orderedSeries(name, labels, points, counter);
    const ordered = points.toSorted(([a], [b]) => a - b);
    let total = 0;
    const running = ordered.map(([time, value]): [number, number] => {
      total += value;
      return [time, total];
    });
    // The first count is of the time before it; a zero before it keeps it.
    const step = ordered.length > 1 ? ordered[1]![0] - ordered[0]![0] : 0;
    return orderedSeries(name, labels, step > 0 ? [[ordered[0]![0] - step, 0], ...running] : running, true);
  });
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
    let own: unknown;
    try {
      own = JSON.parse(line);
    } catch {
      throw new TraceError(
        file,
        'the line is not JSON; expected a request with resourceMetrics on each line',
        { line: at + 1 },
      );
    }
    yield { request: shaped(file, own, OTLP_REQUEST, at + 1), line: at + 1 };
  }
}

function attributes(list: Attributes = []): Record<string, string> {
  return Object.fromEntries(
    list.map(({ key = '', value = {} }) => [key, String(Object.values(value)[0] ?? '')]),
  );
}
