import { TraceError } from '../trace/trace-error.js';
import { epochSeconds, jsonOf } from './file-text.js';
import { found, type Imported, type ImportOptions } from './imported.js';
import { METRIC_DATA, shaped } from './json-shape.js';
import { distinctPoints, largest, type MetricSeries, orderedSeries, unixSeconds, widthOf } from './series.js';
import { trafficOf } from './series-traffic.js';

/** Rates a second by their names; the others are gauges. */
const RATES = /^(?:Queries|CommitThroughput|SelectThroughput|DMLThroughput|DDLThroughput)$/;

/**
 * What `aws cloudwatch get-metric-data` prints: CPUUtilization as a level, or a throughput as a rate; connections give the
 * pool. An answer that is not complete is refused, since its gaps are none.
 * Shape: https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html.
 */
export async function importCloudWatch(files: readonly string[], options: ImportOptions): Promise<Imported> {
  const all = new Map<string, [number, number][]>();
  let more: string | undefined;
  let last = false;
  for (const file of files) {
    const { MetricDataResults: results, NextToken } = shaped(file, await jsonOf(file), METRIC_DATA);
    if (NextToken) more = file;
    else last = true;
    for (const { Id = '', Label = Id, Timestamps = [], Values = [], StatusCode } of results) {
      if (
        StatusCode !== undefined &&
        StatusCode !== 'Complete' &&
        !(StatusCode === 'PartialData' && files.length > 1)
      ) {
        throw new TraceError(file, `${Label} has the status ${StatusCode}; ask again until it is Complete`);
      }
      if (Timestamps.length !== Values.length) {
        const reason = `${Label} has ${Timestamps.length} timestamps and ${Values.length} values`;
        throw new TraceError(file, reason);
      }
      const points = all.get(Label) ?? [];
      all.set(Label, points);
      Timestamps.forEach((moment, i) => {
        const time = typeof moment === 'number' ? unixSeconds(moment, file) : epochSeconds(moment, file);
        points.push([time, Values[i]!]);
      });
    }
  }
  if (more !== undefined && !last) {
    throw new TraceError(more, 'the answer has a NextToken: more pages follow; give them all as files');
  }
  const series = [...all].map(([label, points]) => {
    return orderedSeries(label, {}, distinctPoints(points, label, files[0]!));
  });
  return withConnections(series, files[0]!, options);
}

function withConnections(series: readonly MetricSeries[], file: string, options: ImportOptions): Imported {
  const connections = series.find(({ name }) => name === 'DatabaseConnections');
  const cpu = series.filter(({ name }) => name === 'CPUUtilization');
  const usual = cpu.length > 0 ? cpu : series.filter((one) => one !== connections);
  const value = options.value ?? series.find(({ name }) => RATES.test(name))?.name;
  const chosen = value === options.value ? options : { ...options, value };
  const imported = trafficOf(value === undefined ? usual : series, file, chosen, RATES.test(value ?? ''));
  const most = Math.ceil(largest(connections?.values ?? []));
  if (connections === undefined || most === 0) return imported;
  const how = `DatabaseConnections, of every ${widthOf(connections, file)} s`;
  const finding = found('measured', `at most ${most} connections`, how);
  return { ...imported, pool_size: most, findings: [...imported.findings, finding] };
}
