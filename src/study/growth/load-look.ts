import { digits } from '../../findings/words.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { Fidelity } from '../../simulation/simulation.js';
import type { Study } from '../engine/study.js';
import type { Constraint } from '../replicate/constraint.js';
import type { LoadLevel, LoadLevels } from '../replicate/load-levels.js';
import { type ObjectiveMargin, objectiveMargins } from '../replicate/objective-margin.js';
import type { EarlyEnd } from '../runs/variant.js';
import { nearestFirst, roundedFactor } from './breaking-load.js';

/** No search goes further: a thousand times the load, or a thousandth. */
const MAX_FACTOR = 1024;
/** Queries of the largest single run that is tried. */
const MAX_QUERIES = 3e8;
/** Queries of the smallest run that is looked at: of fewer, a quantile or a share says little but chance. */
const MIN_QUERIES = 100;
/** Queries of a run below which it is exact on the way to an end, too. */
const FEW_QUERIES = 1e6;
/** Of a fleet, a tenant: of tenants that ask for less, hybrid fidelity leaves hardly anything out. */
const FEW_OF_A_TENANT = 1e5;
/** From this share of what the largest size can serve on, a run is overloaded. */
const FULL = 0.95;

/** One run at one load, held against the objectives. */
export interface Look {
  readonly level: LoadLevel;
  readonly factor: number;
  readonly margins: readonly ObjectiveMargin[];
  /** Indices of the objectives that are missed. */
  readonly missed: ReadonlySet<number>;
}

/** What a step in a direction is; `undefined` where the search ends, and why it does. */
export type Step = (from: Look) => { readonly factor: number } | { readonly why: string };

/** What a run at a load shows. */
export function lookOf(level: LoadLevel, objectives: readonly Constraint[], confidence: number): Look {
  const margins = objectiveMargins(level, objectives, confidence);
  const missed = new Set(margins.flatMap(({ beyond }, index) => (beyond > 0 ? [index] : [])));
  return { level, factor: level.factor, margins, missed };
}

/** The smallest load that is looked at: of a run with enough queries, and no less than a thousandth. */
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

/** @param known a load whose queries tell how many a smaller one has */
export function stepDown(ratio: number, known: Look): Step {
  const least = roundedFactor(known.factor * leastFactor(known.level));
  return ({ factor }) =>
    factor <= least
      ? {
          why: `all objectives are met down to ${digits(factor)} times the load; of less a run has too few queries to tell`,
        }
      : { factor: roundedFactor(Math.max(least, factor / ratio)) };
}

/** Twice the load, or no further than just beyond what the maximum size could ever serve. */
export function nextLoad({ factor, level: { runs } }: Look): number {
  const { of_maximum } = runs[0]!.resources;
  const most = of_maximum > 0 ? (1.02 * factor) / of_maximum : Number.POSITIVE_INFINITY;
  return roundedFactor(Math.min(2 * factor, Math.max(1.1 * factor, most)));
}

/** How much worse an objective is at one load than at another, as a logarithm; 0 where both are all well. */
export function worseBy(before: Look, after: Look, index: number): number {
  const [a, b] = [before.margins[index]!, after.margins[index]!];
  if (Number.isFinite(a.beyond) && Number.isFinite(b.beyond)) return b.beyond - a.beyond;
  if (a.beyond !== b.beyond) return b.beyond > a.beyond ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  // Both are beyond a bound of 0, or both within any.
  if (a.value === null || b.value === null) return 0;
  const grown = Math.sign(b.value.mean - a.value.mean);
  return a.objective.comparison === '<=' ? grown : -grown;
}

export function overloaded({ level: { runs } }: Look): boolean {
  return runs[0]!.resources.of_maximum >= FULL;
}

/** Looks at a load so many times, exactly or at hybrid fidelity. @param until when a single look may end early */
export type LoadLook = (
  factor: number,
  replications: number,
  until?: EarlyEnd | undefined,
) => Study<LoadLevel>;

/** At which fidelity a load is looked at. */
export type FidelityAt = (factor: number) => Fidelity;

/** Queries of a run of a scenario that are few: below them it is exact. */
export function fewQueries({ fleet }: Pick<Scenario, 'fleet'>): number {
  return Math.max(FEW_QUERIES, FEW_OF_A_TENANT * (fleet?.tenants.length ?? 0));
}

/**
 * Hybrid fidelity, but where few queries come: there an exact run costs little, and windows would see too few.
 * @param share of as many as are few that come at the present load, about
 * @param present at which that load is looked at, where they are many
 */
export function fidelityFor(share: number, present: Fidelity = 'exact'): FidelityAt {
  const few = 1 / share;
  return (factor) => (factor < few ? 'exact' : factor === 1 ? present : 'hybrid');
}

/** Looks at loads at such a fidelity. */
export function lookingAt(levels: LoadLevels, fidelityAt: FidelityAt): LoadLook {
  return (factor, replications, until) => levels.at(factor, replications, fidelityAt(factor), until);
}

/** From this share of the queries left out on, hybrid fidelity saves enough to look by it before exact runs do. */
const WORTH = 0.6;

/**
 * Whether hybrid fidelity saves enough near a load, by the closest look at that fidelity that came to its end; where there
 * is none, that is to be seen.
 */
export function hybridPays(looks: readonly LoadLevel[], load: number): boolean {
  const whole = looks.filter(
    ({ fidelity, runs }) => fidelity === 'hybrid' && runs[0]!.figures.cost_usd !== null,
  );
  const [closest] = nearestFirst(whole, load);
  return closest === undefined || closest.runs[0]!.left_out >= WORTH;
}

/** Queries that arrive in the first run of a level. */
export function arrivals({ runs }: LoadLevel): number {
  return runs[0]!.figures.queries_arrived ?? 0;
}
