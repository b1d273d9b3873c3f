import { milliseconds, number } from '../../figures/figure-text.js';
import { byId, tableOf } from './element.js';
import { shownMoment } from './moment.js';
import type { Ends, Lane } from './timeline-lane.js';

/** Rows of the table; a longer stretch is told in so many equal parts. */
const ROWS = 48;
const HEADS = ['From (UTC)', 'Mean CU', 'Mean load', 'Queries/s', 'Highest p99', 'Failed'];

/** Shows a stretch of a lane as a table. */
export function showTimelineTable(lane: Lane, from: number, to: number): void {
  const last = lane.time.length - 1;
  let first = lane.time.findIndex((time, index) => index < last && (lane.time[index + 1] ?? time) > from);
  if (first < 0) first = 0;
  let end = lane.time.findIndex((time) => time >= to);
  if (end < 0 || end > last) end = last;
  const stride = Math.max(1, Math.ceil((end - first) / ROWS));
  const rows: (readonly string[])[] = [];
  for (let index = first; index < end; index += stride) {
    rows.push(cells(lane, index, Math.min(end, index + stride)));
  }
  byId('timeline-table', HTMLDivElement).replaceChildren(
    tableOf('The stretch in view', HEADS, rows, new Set([0])),
  );
}

function cells(lane: Lane, from: number, to: number): readonly string[] {
  let [width, cu, load, queries, failed, latency] = [0, 0, 0, 0, 0, 0];
  const { bands } = lane;
  const highest = bands?.latency_p99_ms.high ?? lane.latency_p99_ms;
  for (let index = from; index < to; index++) {
    const seconds = lane.time[index + 1]! - lane.time[index]!;
    width += seconds;
    cu += lane.cu[index]! * seconds;
    load += lane.load[index]! * seconds;
    queries += lane.per_second[index]! * seconds;
    failed += lane.failed?.[index] ?? 0;
    latency = Math.max(latency, highest[index] ?? 0);
  }
  return [
    shownMoment(lane.time[from]! * 1000),
    number(cu / width),
    number(load / width),
    number(queries / width),
    milliseconds(latency === 0 ? null : latency),
    lane.failed === undefined ? '-' : number(failed),
  ];
}

/** What one interval of a lane came to, in one line. */
export function intervalText(lane: Lane, index: number): string {
  const latency = lane.latency_p99_ms[index] ?? null;
  const failed = lane.failed?.[index] ?? 0;
  const { bands } = lane;
  /** Of several replications also between which of them a mean lies. */
  const between = (ends: Ends | undefined, text: (value: number) => string): string => {
    const [low = null, high = null] = [ends?.low[index], ends?.high[index]];
    return low === null || high === null || low === high ? '' : ` (${text(low)} to ${text(high)})`;
  };
  return [
    shownMoment(lane.time[index]! * 1000),
    `${number(lane.cu[index]!)} CU${between(bands?.cu, number)}`,
    `${number(lane.load[index]!)} running${between(bands?.load, number)}`,
    `${number(lane.per_second[index]!)} queries/s${between(bands?.per_second, number)}`,
    `p99 ${milliseconds(latency)}${between(bands?.latency_p99_ms, milliseconds)}`,
    ...(failed > 0 ? [`${number(failed)} failed`] : []),
  ].join(' · ');
}
