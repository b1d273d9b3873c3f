import { TraceError } from '../trace/trace-error.js';
import { type MetricSeries, orderedSeries, seriesText } from './series.js';

interface Attribute {
  readonly key?: string;
  readonly value?: Readonly<Record<string, unknown>>;
}

interface DataPoint {
  readonly timeUnixNano?: string | number;
  readonly asDouble?: number;
  readonly asInt?: string | number;
  readonly attributes?: readonly Attribute[];
}

interface OtlpMetric {
  readonly name?: string;
  readonly gauge?: { readonly dataPoints?: readonly DataPoint[] };
  readonly sum?: {
    readonly dataPoints?: readonly DataPoint[];
    /** 2 or its name: counts up. 1: each point is the count since the one before. */
    readonly aggregationTemporality?: number | string;
    readonly isMonotonic?: boolean;
  };
}

interface OtlpRequest {
  readonly resourceMetrics?: readonly {
    readonly resource?: { readonly attributes?: readonly Attribute[] };
    readonly scopeMetrics?: readonly { readonly metrics?: readonly OtlpMetric[] }[];
  }[];
}

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
          const time = Number(point.timeUnixNano) / 1e9;
          const value = Number(point.asDouble ?? point.asInt);
          if (!Number.isFinite(time))
            throw new TraceError(file, 'a data point has no timeUnixNano', { line });
          const name = metric.name ?? '';
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
  try {
    yield { request: JSON.parse(text) as OtlpRequest, line: 1 };
    return;
  } catch {
    // One request a line, as collectors write files.
  }
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      yield { request: JSON.parse(line) as OtlpRequest, line: at + 1 };
    } catch {
      throw new TraceError(
        file,
        'the line is not JSON; expected a request with resourceMetrics on each line',
        { line: at + 1 },
      );
    }
  }
}

function attributes(list: readonly Attribute[] = []): Record<string, string> {
  return Object.fromEntries(
    list.map(({ key = '', value = {} }) => [key, String(Object.values(value)[0] ?? '')]),
  );
}
