import type { RunShape } from '../../../simulation/outcome/run-shape.js';
import { duration, milliseconds } from '../../figures/figure-text.js';
import type { Summary } from '../../figures/summary.js';
import type { TimePanel } from '../charts/time-panel.js';
import { timePanels } from '../charts/time-panels.js';
import { type Content, html } from '../markup/markup.js';
import { figures } from '../markup/table.js';
import { limitLinesOf } from '../recorded/lane-limit-lines.js';
import { NOTHING } from '../recorded/nothing-words.js';
import type { LaneLimits } from '../recorded/page-data.js';
import { replicationBands } from '../recorded/replication-bands.js';
import { panel, stretchTable } from './run-panels.js';

/** Rows of the table behind the drawing. */
const ROWS = 24;

/** What the bands of replications are drawn from. */
export interface ReplicationsOf {
  /** The course of every replication; none of a single run. */
  readonly shapes: readonly RunShape[];
  /** Of all computes together: of the lane that is shown first. */
  readonly limits: LaneLimits;
  readonly start_epoch_seconds: number;
  readonly summary: Pick<Summary, 'duration_seconds'>;
}

/** The mean of all replications with their extremes, which the curves of the first cannot tell. */
export function replicationsDrawing({
  shapes,
  limits,
  start_epoch_seconds,
  summary,
}: ReplicationsOf): Content {
  const bands = replicationBands(shapes);
  if (bands === undefined) return null;
  const { cu, load, per_second, latency_p99_ms } = bands.figures;
  const panels: readonly TimePanel[] = [
    panel('cu', 'Size, CU', cu.values, { ...cu, nothing: NOTHING.size }),
    panel('load', 'Queries running on CPU', load.values, { ...load, nothing: NOTHING.load }),
    panel('queries', 'Queries arriving a second', per_second.values, {
      ...per_second,
      nothing: NOTHING.queries,
    }),
    panel('latency', 'Latency, 99th percentile', latency_p99_ms.values, {
      ...latency_p99_ms,
      nothing: NOTHING.latency,
      text: milliseconds,
      logarithmic: true,
      limits: limitLinesOf(limits).latency,
    }),
  ];
  return timePanels({
    id: 'timeline-replications',
    title: `Over all ${shapes.length} replications, all computes together`,
    start_epoch_seconds,
    duration_seconds: summary.duration_seconds,
    width_seconds: bands.width_seconds,
    panels,
    marks: [],
    keys: html`<span>line: mean of the replications in stretches of ${duration(bands.width_seconds)}; shade: the lowest and the highest of them (extremes, no interval)</span> `,
    table: stretchesTable(panels, bands.width_seconds, start_epoch_seconds),
  });
}

/** Means and extremes at even distances of time. */
function stretchesTable(
  panels: readonly TimePanel[],
  width_seconds: number,
  start_epoch_seconds: number,
): Content {
  const cells = panels.map(({ label, text, values, band }) =>
    figures<number>(`${label}: mean (lowest to highest)`, (row) => {
      const [mean, ends] = [values[row] ?? null, band?.[row] ?? null];
      return mean === null || ends === null ? '-' : `${text(mean)} (${text(ends.low)} to ${text(ends.high)})`;
    }),
  );
  const of = { length: panels[0]!.values.length, width_seconds, start_epoch_seconds };
  return stretchTable('Stretches of all replications', 'From', cells, of, ROWS);
}
