import type { PricedUse } from '../../cost/priced-use.js';
import type { FigureInterval } from '../../figures/figure-interval.js';
import { FIGURE_UNITS, type FigureName } from '../../figures/run-figures.js';
import { getOrCreate } from '../../kernel/get-or-create.js';
import type { SweepAxis } from '../../study/compare/sweep-axis.js';
import type { ManyRuns } from '../../study/runs/many-runs.js';
import { utcText } from '../text/iso-time.js';
import { duration } from './figure-text.js';

/** One of several settings run under the same load: a row of a sweep, a variant, or a candidate of a plan. */
export interface Candidate {
  /** Its unique name, in words. */
  readonly name: string;
  /** The varied settings, by path, in the order of columns; empty if the name contains them. */
  readonly settings: Readonly<Record<string, string>>;
  /** Mean and interval of each figure that was measured. */
  readonly figures: Readonly<Partial<Record<FigureName, FigureInterval | null>>>;
  /** Objectives and constraints that it misses, in words. */
  readonly missed: readonly string[];
  /** Why it was not run completely; `null` if it was. */
  readonly invalid: string | null;
  /** Its role, such as `baseline` or `recommended`; empty for the others. */
  readonly remark: string;
  /** Whether it is the answer, which comes before others with a role. */
  readonly leads: boolean;
  /** Number of runs behind its means, if candidates differ in it. */
  readonly runs?: number;
  /** The use behind its cost; absent if unknown. */
  readonly use?: PricedUse | undefined;
}

/** Settings to compare, with their common properties. */
export interface Candidates extends Pick<ManyRuns, 'duration_seconds'> {
  /** The type of question: `sweep`, `compare` or `plan`. */
  readonly kind: string;
  /** Name of the scenario or of the baseline. */
  readonly title: string;
  readonly list: readonly Candidate[];
}

export function runWords(run: Pick<ManyRuns, 'duration_seconds' | 'start' | 'seed'>): string {
  return `${duration(run.duration_seconds)} from ${utcText(run.start)}, seed ${run.seed}`;
}

/** The names of the results that are not met. @param name the key of that name */
export function missedOf<Name extends string>(
  results: readonly (Readonly<Record<Name, string>> & { readonly met: boolean })[],
  name: Name,
): readonly string[] {
  return results.filter(({ met }) => !met).map((result) => result[name]);
}

/** Figures for the second axis of a front, whose first is cost; the first measured one is used. */
const AGAINST_COST: readonly FigureName[] = ['latency_p99', 'delayed_probability', 'latency_mean'];

/**
 * The figure that is plotted against cost: the 99th percentile of latency, unless it was not
 * measured.
 */
export function figureAgainstCost(list: readonly Candidate[]): FigureName | undefined {
  const ran = list.filter(({ invalid }) => invalid === null);
  return AGAINST_COST.find((figure) => ran.some(({ figures }) => isMeasured(figures[figure])));
}

/** Means that differ by less than this look the same: absolute for shares, relative for other figures. */
export const MIN_DIFFERENCE = 0.01;

export function readAlike(figure: FigureName, a: number, b: number): boolean {
  const size = FIGURE_UNITS[figure] === 'share' ? 1 : Math.max(Math.abs(a), Math.abs(b));
  return Math.abs(a - b) <= MIN_DIFFERENCE * size;
}

/** The axes whose values were run with all other settings, and along which some figures are constant. */
export function flatAxes(
  axes: readonly SweepAxis[],
  list: readonly Pick<Candidate, 'settings' | 'figures' | 'invalid'>[],
  figures: readonly FigureName[],
): readonly SweepAxis[] {
  const ran = list.filter(({ invalid }) => invalid === null);
  return axes.filter(({ path, values }) => {
    const groups = new Map<string, (typeof ran)[number][]>();
    for (const candidate of ran) {
      const others = JSON.stringify({ ...candidate.settings, [path]: '' });
      getOrCreate(groups, others, () => []).push(candidate);
    }
    const isFlat = ([first, ...others]: typeof ran): boolean =>
      others.length === values.length - 1 &&
      figures.every((figure) =>
        others.every((other) => {
          const [a, b] = [first!.figures[figure], other.figures[figure]];
          return isMeasured(a) && isMeasured(b) ? readAlike(figure, a.mean, b.mean) : a === b;
        }),
      );
    return values.length > 1 && groups.size > 0 && [...groups.values()].every(isFlat);
  });
}

/** Whether each candidate is on the Pareto front of the means of two figures, both better if smaller. */
export function paretoFront(
  list: readonly Candidate[],
  first: FigureName,
  second: FigureName,
): readonly boolean[] {
  return onFront(
    list.map(({ invalid, figures }) => {
      const [x, y] = [figures[first], figures[second]];
      return invalid === null && isMeasured(x) && isMeasured(y) ? { x: x.mean, y: y.mean } : undefined;
    }),
  );
}

/** Whether each point is on the front: no other is as small in both places and smaller in one. */
export function onFront(
  points: readonly ({ readonly x: number; readonly y: number } | undefined)[],
): readonly boolean[] {
  const beats = (own: { x: number; y: number }) => (other: (typeof points)[number]) =>
    other !== undefined && other.x <= own.x && other.y <= own.y && (other.x < own.x || other.y < own.y);
  return points.map((own) => own !== undefined && !points.some(beats(own)));
}

/** Whether a run of the candidate has measured a figure. */
export function isMeasured(interval: FigureInterval | null | undefined): interval is FigureInterval {
  return interval !== null && interval !== undefined && Number.isFinite(interval.mean);
}
