import { inParallel, type Study } from '../engine/study.js';
import type { Constraint } from './constraint.js';
import type { LevelRun, LoadLevel, LoadLevels } from './load-levels.js';
import { objectiveMargins } from './objective-margin.js';

/** Maximum number of queries of all exact runs of grown loads: about half a minute of one core. */
const MAX_QUERIES = 1e8;

/** Levels whose first replication is run at either fidelity. */
export type CheckedLevels = Pick<LoadLevels, 'beginExact' | 'hybridRun'>;

/** The excess of a load's first replication over the bounds, at both fidelities. */
interface Check {
  readonly factor: number;
  readonly hybrid: readonly number[];
  readonly exact: readonly number[];
}

/**
 * Exact runs of loads that are otherwise simulated at hybrid fidelity, and decide when an objective is missed. The
 * first replication is run at both: the difference of its figures, as a logarithm, corrects all replications, and those
 * of other loads use the closest checked load (a control variate with a coefficient of 1).
 */
export class ExactChecks {
  readonly #levels: CheckedLevels;
  readonly #objectives: readonly Constraint[];
  readonly #confidence: number;
  readonly #queries: number;
  readonly #made: Check[] = [];
  #left = MAX_QUERIES;

  /** @param queries the approximate number at the present load */
  constructor(levels: CheckedLevels, objectives: readonly Constraint[], confidence: number, queries: number) {
    this.#levels = levels;
    this.#objectives = objectives;
    this.#confidence = confidence;
    this.#queries = queries;
  }

  /** Whether a load has been checked. */
  has(factor: number): boolean {
    return this.#made.some((check) => check.factor === factor);
  }

  /** Whether the budget allows exact runs of some loads. */
  hasRoomFor(factors: readonly number[]): boolean {
    return factors.reduce((sum, factor) => sum + factor * this.#queries, 0) <= this.#left;
  }

  /** Checks loads side by side. @throws as a run does */
  *add(factors: readonly number[]): Study<void> {
    const checks = yield* inParallel(factors.map((factor) => this.#check(factor)));
    this.#made.push(...checks);
    for (const factor of factors) this.#left -= factor * this.#queries;
  }

  /** How far an objective is beyond its bound at a level, corrected from hybrid fidelity. */
  corrected(objective: Constraint, { factor, fidelity }: LoadLevel, beyond: number): number {
    const [first, ...others] = this.#made;
    const distance = (check: Check) => Math.abs(Math.log(check.factor / factor));
    if (fidelity === 'exact' || first === undefined) return beyond;
    const closest = others.reduce((a, b) => (distance(b) < distance(a) ? b : a), first);
    const index = this.#objectives.indexOf(objective);
    const [hybrid, exact] = [closest.hybrid[index]!, closest.exact[index]!];
    const off = exact - hybrid;
    if (Number.isFinite(off) && Number.isFinite(beyond)) return beyond + off;
    return closest.factor === factor ? exact : beyond;
  }

  *#check(factor: number): Study<Check> {
    const { runs } = yield* (yield* this.#levels.beginExact(factor, 0, 1)).taken();
    const seen = yield* this.#levels.hybridRun(factor);
    return { factor, hybrid: this.#beyond(factor, seen), exact: this.#beyond(factor, runs[0]!) };
  }

  #beyond(factor: number, run: LevelRun): readonly number[] {
    const level = { factor, fidelity: 'exact', runs: [run] } as const;
    return objectiveMargins(level, this.#objectives, this.#confidence).map(({ beyond }) => beyond);
  }
}
