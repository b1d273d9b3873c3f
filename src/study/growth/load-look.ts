import { digits } from '../../findings/words.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { Fidelity } from '../../simulation/simulation.js';
import type { Study } from '../engine/study.js';
import type { Constraint } from '../replicate/constraint.js';
import type { LoadLevel, LoadLevels } from '../replicate/load-levels.js';
import { type ObjectiveMargin, objectiveMargins } from '../replicate/objective-margin.js';
import type { EarlyEnd } from '../runs/variant.js';
import { nearestFirst, roundedFactor } from './breaking-load.js';

/** Limit of every search: a thousand times the load, or a thousandth. */
const MAX_FACTOR = 1024;
/** Maximum queries of a single run. */
const MAX_QUERIES = 3e8;
/** Minimum queries of a run: with fewer, a quantile or a share is mostly chance. */
const MIN_QUERIES = 100;
/** Queries of a run below which it is exact on the way to an end, too. */
const FEW_QUERIES = 1e6;
/** Queries per tenant of a fleet: below this, hybrid fidelity saves almost nothing. */
const FEW_OF_A_TENANT = 1e5;
/** Share of the capacity of the largest size above which a run is overloaded. */
const OVERLOADED_SHARE = 0.95;

/** One run at one load, compared with the objectives. */
export interface Look {
  readonly level: LoadLevel;
  readonly factor: number;
  readonly margins: readonly ObjectiveMargin[];
  /** Indices of the objectives that are missed. */
  readonly missed: ReadonlySet<number>;
}

/** A step in a direction; `undefined` with the reason if the search ends. */
export type Step = (from: Look) => { readonly factor: number } | { readonly why: string };

export function lookOf(level: LoadLevel, objectives: readonly Constraint[], confidence: number): Look {
  const margins = objectiveMargins(level, objectives, confidence);
  const missed = new Set(margins.flatMap(({ beyond }, index) => (beyond > 0 ? [index] : [])));
  return { level, factor: level.factor, margins, missed };
}

/** The smallest load to simulate: one with enough queries in a run, and at least a thousandth. */
export function leastFactor(present: LoadLevel): number {
  return roundedFactor(Math.min(1, Math.max(1 / MAX_FACTOR, MIN_QUERIES / arrivals(present))));
}

export const stepUp: Step = (from) => {
  const factor = nextLoad(from);
  if (from.factor >= MAX_FACTOR) return { why: `all objectives are met up to ${MAX_FACTOR} times the load` };
  if ((factor / from.factor) * arrivals(from.level) > MAX_QUERIES) {
    return {
      why: `all objectives are met at ${digits(from.factor)} times the load, and a run of more would be of over ${MAX_QUERIES / 1e6} million queries; use a shorter duration`,
    };
  }
  return { factor };
};

/** @param known a load whose number of queries predicts that of a smaller one */
export function stepDown(ratio: number, known: Look): Step {
  const least = roundedFactor(known.factor * leastFactor(known.level));
  return ({ factor }) =>
    factor <= least
      ? {
          why: `all objectives are met down to ${digits(factor)} times the load; below that, a run has too few queries to decide`,
        }
      : { factor: roundedFactor(Math.max(least, factor / ratio)) };
}

/** Twice the load, or no further than just beyond what the maximum size could ever serve. */
export function nextLoad({ factor, level: { runs } }: Look): number {
  const { of_maximum } = runs[0]!.resources;
  const most = of_maximum > 0 ? (1.02 * factor) / of_maximum : Number.POSITIVE_INFINITY;
  return roundedFactor(Math.min(2 * factor, Math.max(1.1 * factor, most)));
}

/** How much worse an objective is at one load than at another, as a logarithm; 0 if neither misses anything. */
export function degradation(before: Look, after: Look, index: number): number {
  const [a, b] = [before.margins[index]!, after.margins[index]!];
  if (Number.isFinite(a.beyond) && Number.isFinite(b.beyond)) return b.beyond - a.beyond;
  if (a.beyond !== b.beyond) return b.beyond > a.beyond ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  // Both are beyond a bound of 0, or both within any.
  if (a.value === null || b.value === null) return 0;
  const grown = Math.sign(b.value.mean - a.value.mean);
  return a.objective.comparison === '<=' ? grown : -grown;
}

export function overloaded({ level: { runs } }: Look): boolean {
  return runs[0]!.resources.of_maximum >= OVERLOADED_SHARE;
}

/** Simulates replications of a load, exactly or at hybrid fidelity. @param until when a look may end early */
export type LoadLook = (
  factor: number,
  replications: number,
  until?: EarlyEnd | undefined,
) => Study<LoadLevel>;

export type FidelityAt = (factor: number) => Fidelity;

/** Queries of a run of a scenario that are few: below them it is exact. */
export function fewQueries({ fleet }: Pick<Scenario, 'fleet'>): number {
  return Math.max(FEW_QUERIES, FEW_OF_A_TENANT * (fleet?.tenants.length ?? 0));
}

/**
 * Hybrid fidelity, except if there are few queries: then an exact run costs little, and windows would see too few.
 * @param share of the queries that count as few, those that arrive at the present load, approximately
 * @param present the fidelity of that load, if it has many queries
 */
export function fidelityFor(share: number, present: Fidelity = 'exact'): FidelityAt {
  const few = 1 / share;
  return (factor) => (factor < few ? 'exact' : factor === 1 ? present : 'hybrid');
}

export function loadLook(levels: LoadLevels, fidelityAt: FidelityAt): LoadLook {
  return (factor, replications, until) => levels.at(factor, replications, fidelityAt(factor), until);
}

/** Minimum share of skipped queries at which hybrid fidelity saves enough to precede exact runs. */
const MIN_SKIPPED_SHARE = 0.6;

/**
 * Whether hybrid fidelity saves enough near a load, by the closest complete look at that fidelity; true
 * before the first.
 */
export function hybridPays(looks: readonly LoadLevel[], load: number): boolean {
  const whole = looks.filter(
    ({ fidelity, runs }) => fidelity === 'hybrid' && runs[0]!.figures.cost_usd !== null,
  );
  const [closest] = nearestFirst(whole, load);
  return closest === undefined || closest.runs[0]!.left_out >= MIN_SKIPPED_SHARE;
}

export function arrivals({ runs }: LoadLevel): number {
  return runs[0]!.figures.queries_arrived ?? 0;
}
