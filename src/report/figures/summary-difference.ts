import { duration } from './figure-text.js';
import { HEADLINE_FIGURES, type HeadlineFigure, intervalAt, summaryFigure } from './headline-figures.js';
import type { SavedSummary } from './saved-summary.js';
import { unitText } from './unit.js';

export interface FigureChange {
  readonly figure: HeadlineFigure;
  readonly before: number | null;
  readonly now: number | null;
  /** `null` if one of them was not measured. */
  readonly difference: number | null;
  /** Half-widths of the two, if they have an interval. */
  readonly now_half_width?: number;
  readonly before_half_width?: number;
  /** Half-width of the difference, as that of independent runs; absent if one of them is a single run. */
  readonly half_width?: number;
}

/** Changes smaller than this share of the earlier value are not marked. */
export const MIN_NOTABLE_SHARE = 0.001;

/** Whether a figure reads differently, by more than chance explains, or was measured in one of the runs only. */
export function hasChanged({ figure, before, now, difference, half_width = 0 }: FigureChange): boolean {
  if (difference === null || before === null || now === null) return before !== now;
  if (unitText(figure.unit, before) === unitText(figure.unit, now)) return false;
  return Math.abs(difference) > Math.max(half_width, MIN_NOTABLE_SHARE * Math.abs(before));
}

/** Whether a figure has become better or worse by more than chance explains; `undefined` if neither. */
export function directionOf(change: FigureChange): 'better' | 'worse' | undefined {
  const { figure, difference } = change;
  if (difference === null || figure.better === 'neither' || !hasChanged(change)) return undefined;
  return (figure.better === 'more') === difference > 0 ? 'better' : 'worse';
}

export type SummaryDifference = ReturnType<typeof summaryDifference>;

/** The names of two runs, and further sources of their intervals. */
export interface DifferenceOf {
  readonly before: string;
  readonly now: string;
  /** Half-widths of figures by their paths, of `now` and `before`. */
  readonly intervals?: (run: 'now' | 'before', figure: HeadlineFigure) => number | undefined;
}

/** Compares a run with an earlier one. */
export function summaryDifference(
  now: SavedSummary,
  before: SavedSummary,
  names: DifferenceOf = { before: 'before', now: 'now' },
) {
  const met = new Map((before.slo ?? []).map((result) => [result.objective, result.met]));
  const changed = (from: boolean) =>
    (now.slo ?? [])
      .filter((result) => met.get(result.objective) === from && result.met !== from)
      .map(({ objective }) => objective);
  return {
    figures: HEADLINE_FIGURES.map((figure) => changeOf(figure, now, before, names)),
    /** Objectives that were missed and are now met, and vice versa. */
    gained: changed(false),
    lost: changed(true),
    /** Reasons that make the comparison doubtful, in words; empty for two runs of the same question. */
    doubts: doubtsOf(now, before, names),
  };
}

function changeOf(
  figure: HeadlineFigure,
  now: SavedSummary,
  before: SavedSummary,
  { intervals }: DifferenceOf,
): FigureChange {
  const [value, old] = [summaryFigure(now, figure.path), summaryFigure(before, figure.path)];
  const difference = value === null || old === null ? null : value - old;
  const own = intervalAt(now, figure.path)?.half_width ?? intervals?.('now', figure);
  const other = intervalAt(before, figure.path)?.half_width ?? intervals?.('before', figure);
  const both = difference !== null && own !== undefined && other !== undefined;
  return {
    ...{ figure, before: old, now: value, difference },
    ...(own !== undefined && { now_half_width: own }),
    ...(other !== undefined && { before_half_width: other }),
    ...(both && { half_width: Math.sqrt(own * own + other * other) }),
  };
}

function doubtsOf(now: SavedSummary, before: SavedSummary, names: DifferenceOf): readonly string[] {
  const differ = <Value>(what: string, own: Value, other: Value, text: (value: Value) => string = String) =>
    own === other ? [] : [`${what}: ${text(other)} ${names.before}, ${text(own)} ${names.now}`];
  const targets = (before.slo ?? []).flatMap(({ objective, target }) => {
    const own = now.slo?.find((each) => each.objective === objective);
    if (own === undefined) return [`objective ${objective}: held ${names.before}, not ${names.now}`];
    return differ(`target of ${objective}`, own.target, target);
  });
  const known = new Set((before.slo ?? []).map(({ objective }) => objective));
  const added = (now.slo ?? []).filter(({ objective }) => !known.has(objective));
  return [
    ...differ('scenario', now.scenario, before.scenario),
    ...differ('seed', now.seed, before.seed),
    // A load that is sent begins when it is sent.
    ...(now.load_sent || before.load_sent ? [] : differ('start', now.start, before.start)),
    ...differ('duration', now.duration_seconds, before.duration_seconds, duration),
    ...differ('replications', now.replications ?? 1, before.replications ?? 1),
    ...differ('plan', now.plan.name, before.plan.name),
    ...differ(
      'price of a CU-hour',
      now.plan.price.usd_per_cu_hour,
      before.plan.price.usd_per_cu_hour,
      (usd) => `$${usd}`,
    ),
    ...targets,
    ...added.map(({ objective }) => `objective ${objective}: not held ${names.before}`),
  ];
}
