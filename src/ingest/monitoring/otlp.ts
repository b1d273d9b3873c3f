import { Refusal } from '../../workload/trace/reading/question.js';
import { type Fields, jsonDocuments, listAt, objectOf } from '../recording/json.js';
import { type SeriesSet, unixTime } from './series.js';

/**
 * Reads OTLP metrics in the JSON encoding, one message per file or per line: gauges, sums, and the numbers of values of
 * histograms, whose name gets `_count`. Shape: https://github.com/open-telemetry/opentelemetry-proto
 * (metrics/v1/metrics.proto), in the JSON mapping of protobuf with lowerCamelCase names and 64-bit numbers as text.
 */
export function readOtlp(text: string, into: SeriesSet): void {
  for (const message of jsonDocuments(text)) {
    for (const part of listAt(message, 'resourceMetrics')) {
      const resource = attributesOf(objectOf(part['resource']));
      for (const scope of listAt(part, 'scopeMetrics'))
        for (const metric of listAt(scope, 'metrics')) readMetric(metric, resource, into);
    }
  }
}

function readMetric(metric: Fields, resource: Record<string, string>, into: SeriesSet): void {
  const histogram = objectOf(metric['histogram'] ?? metric['exponentialHistogram']);
  const sum = objectOf(metric['sum']);
  const values = histogram ?? sum ?? objectOf(metric['gauge']);
  const temporality = values?.['aggregationTemporality'];
  const facts = {
    name: `${String(metric['name'])}${histogram === undefined ? '' : '_count'}`,
    delta: temporality === 1 || temporality === 'AGGREGATION_TEMPORALITY_DELTA',
    counter: histogram !== undefined || sum?.['isMonotonic'] === true,
  };
  for (const point of listAt(values, 'dataPoints')) {
    const { timeUnixNano, asDouble, asInt, count } = point;
    if (timeUnixNano === undefined) throw new Refusal('a data point has no timeUnixNano');
    const value = histogram === undefined ? (asDouble ?? asInt) : count;
    const add = into.series({ ...facts, labels: { ...resource, ...attributesOf(point) } });
    add(unixTime(Number(timeUnixNano) / 1e9), Number(value === '' ? Number.NaN : value));
  }
}

function attributesOf(of: Fields | undefined): Record<string, string> {
  return Object.fromEntries(
    listAt(of, 'attributes').map(({ key, value }) => [
      String(key),
      String(Object.values(objectOf(value) ?? {})[0] ?? ''),
    ]),
  );
}
