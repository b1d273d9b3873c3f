import { duration } from '../../../figures/figure-text.js';
import { type TimeSide, timePair } from '../../charts/time-pair.js';
import type { TimePanel } from '../../charts/time-panel.js';
import { type Content, html, note } from '../../markup/markup.js';
import { figures } from '../../markup/table.js';
import type { LaneLimits } from '../../recorded/page-data.js';
import type { RecordedVariant } from '../../recorded/recorded-variant.js';
import { panelsOf, stretchTable } from '../run-panels.js';

/** What settings differ in; load and cache are in a run's own page. */
const SHOWN: ReadonlySet<string> = new Set(['cu', 'load', 'latency', 'cost']);
/** Rows of the table behind the drawing. */
const ROWS = 14;

/** The timelines of two settings on the same axes; nothing if they differ in time. */
export function timelinesMarkup(recorded: readonly RecordedVariant[]): Content {
  const [left, right] = recorded;
  if (left === undefined || right === undefined || !sameTime(left, right)) return null;
  const sides = [sideOf(left), sideOf(right)] as const;
  const width = left.timeline.width_seconds;
  return [
    timePair({
      id: 'timelines-pair',
      title: `${left.name} and ${right.name} over time`,
      sides: [sides[0], sides[1]],
      table: stretchesTable(left, sides),
    }),
    note(
      `The first replication of each, with the same arrivals; intervals of ${duration(width)}. If several intervals share a place, the line is their mean and the shade behind it their extremes. Each pair of panels has one scale.`,
    ),
  ];
}

function sameTime(left: RecordedVariant, right: RecordedVariant): boolean {
  return (
    left.timeline.length > 1 &&
    left.timeline.length === right.timeline.length &&
    left.timeline.width_seconds === right.timeline.width_seconds &&
    left.scenario.start_epoch_seconds === right.scenario.start_epoch_seconds
  );
}

function sideOf({ name, scenario, timeline, marks }: RecordedVariant): TimeSide {
  const { start_epoch_seconds, duration_seconds } = scenario;
  const values = timeline.values();
  const several = timeline.laneNames.length > 1;
  return {
    name,
    start_epoch_seconds,
    duration_seconds,
    width_seconds: timeline.width_seconds,
    panels: panelsOf(values, limitsOf(scenario)).filter(({ kind }) => SHOWN.has(kind)),
    marks: marks.rows(several ? undefined : timeline.laneNames[0]),
  };
}

/** Lines that both sides are held against: the objective; sizes are what the settings differ in, and stand in their curves. */
function limitsOf({ computes, events, slo }: RecordedVariant['scenario']): LaneLimits {
  const [only] = computes;
  const own = computes.length === 1 && events.length === 0 ? only : undefined;
  return {
    min_cu: null,
    max_cu: own?.autoscaling_limit_max_cu ?? null,
    latency_p99_ms: slo.find(({ objective }) => objective === 'latency_p99')?.target ?? null,
    max_connections: null,
  };
}

/** Sizes and cost of both, at even distances of time. */
function stretchesTable({ timeline, scenario }: RecordedVariant, sides: readonly TimeSide[]) {
  const of = (side: TimeSide, kind: TimePanel['kind']): TimePanel | undefined =>
    side.panels.find((panel) => panel.kind === kind);
  const cells = (['cu', 'latency', 'cost'] as const).flatMap((kind) =>
    sides.flatMap((side) => {
      const panel = of(side, kind);
      if (panel === undefined) return [];
      const head = html`${panel.label}: ${side.name}`;
      return [
        figures<number>(head, (row) => {
          const value = panel.values[row];
          return value === null || value === undefined ? '-' : panel.text(value);
        }),
      ];
    }),
  );
  const { length, width_seconds } = timeline;
  const within = { length, width_seconds, start_epoch_seconds: scenario.start_epoch_seconds };
  return stretchTable('Intervals of both', 'Interval from', cells, within, ROWS);
}
