import { csvRows } from '../../workload/trace/layout/csv-rows.js';
import { Refusal } from '../../workload/trace/reading/question.js';
import { jsonObject, objectOf } from '../recording/json.js';
import type { Recording } from '../recording/recording.js';
import type { Source } from '../recording/source.js';
import { momentOf } from './log-moment.js';

const METRIC_LINE = /^\{.*"type":\s*"(?:Metric|Point)"/;
const CSV_HEADER = /^metric_name,timestamp,metric_value/;
const MAX_REQUESTS_PER_POINT = 1e6;

/**
 * `k6 run --out json=` and `--out csv=`: https://grafana.com/docs/k6/latest/results-output/real-time/. Lines that declare a
 * metric have no value. A point is stamped when its request has ended.
 */
export const k6: Source = {
  name: 'k6',
  form: 'points of k6',
  unit: 'request',
  recognise: ({ lines }) => METRIC_LINE.test(lines[0] ?? '') || CSV_HEADER.test(lines[0] ?? ''),
  lines: (to) => {
    to.note('a request is counted when it ended, later than its arrival by its duration');
    const point = pointReader(to);
    const csv = csvRows(({ metric_name = '', timestamp, metric_value }) =>
      point(metric_name, momentOf(timestamp, to), Number(metric_value || Number.NaN)),
    );
    let is_json: boolean | undefined;
    return (line) => {
      is_json ??= line.startsWith('{');
      if (!is_json) return csv(line);
      const { type, metric, data } = jsonObject(line) ?? {};
      if (type === 'Metric') return true;
      const fields = objectOf(data);
      return (
        type === 'Point' &&
        point(String(metric), momentOf(fields?.['time'], to), Number(fields?.['value'] ?? Number.NaN))
      );
    };
  },
};

function pointReader(to: Recording): (metric: string, at: number | undefined, value: number) => boolean {
  const wanted = to.options.value ?? 'http_reqs';
  return (metric, at, value) => {
    if (at === undefined || !Number.isFinite(value)) return false;
    if (metric === 'http_req_failed' && value > 0) to.tally('failed requests');
    if (metric !== wanted) {
      to.covers(at);
      return true;
    }
    if (wanted !== 'http_reqs') {
      to.arrival(at);
      return true;
    }
    if (!(Number.isInteger(value) && value >= 0 && value <= MAX_REQUESTS_PER_POINT))
      throw new Refusal(`a point of ${metric} is ${value}; expected a number of requests`);
    for (let i = 0; i < value; i++) to.arrival(at);
    return true;
  };
}
