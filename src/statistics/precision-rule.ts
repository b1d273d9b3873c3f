import { shareInterval, unseenShare } from './confidence-interval.js';
import { replicationsNeeded } from './replications-needed.js';
import { sampleMoments } from './sample-moments.js';

/** Required precision of figures. */
export interface Precision {
  /** Maximum half-width ÷ mean; above 0. */
  readonly relative: number;
  /** Strictly between 0 and 1. */
  readonly confidence: number;
  /** Minimum number of replications; 2 or more. */
  readonly least: number;
}

/** Consecutive checks that must find the figures precise, because a single one may be luck. */
const CHECKS_IN_A_ROW = 2;

/**
 * The sequential stopping rule: stop when every figure's half-width has been at most the required share of its mean
 * at two consecutive checks.
 *
 * Replications without a value of a figure (`null`) are ignored for it; a figure without any value is ignored.
 */
export class PrecisionRule {
  readonly #precision: Precision;
  readonly #values: readonly number[][];
  /** Trials so far, for figures that are shares. */
  readonly #trials: number[];
  #replications = 0;
  #passed = 0;

  /** @param figures number of figures */
  constructor(figures: number, precision: Precision) {
    this.#precision = precision;
    this.#values = Array.from({ length: figures }, () => []);
    this.#trials = new Array<number>(figures).fill(0);
  }

  /**
   * Adds the figures of one replication, always in the same order.
   * @param trials the base of each share; 0, the default, for a figure that is not a share
   * @returns whether the figures are precise enough to stop
   */
  add(figures: readonly (number | null)[], trials: readonly number[] = []): boolean {
    for (const [index, value] of figures.entries()) {
      if (value === null) continue;
      this.#values[index]!.push(value);
      this.#trials[index]! += trials[index] ?? 0;
    }
    this.#replications += 1;
    if (this.#replications < this.#precision.least) return false;
    this.#passed = this.#precise() ? this.#passed + 1 : 0;
    return this.#passed >= CHECKS_IN_A_ROW;
  }

  /** Half-width ÷ mean of each figure so far; `null` if it has no value. */
  get reached(): readonly (number | null)[] {
    const { confidence } = this.#precision;
    return this.#values.map((values, index) => {
      if (values.length === 0) return null;
      const trials = this.#trials[index]!;
      const { mean, half_width } = shareInterval(values, trials, confidence);
      return half_width === 0 ? 0 : half_width / Math.abs(mean);
    });
  }

  /** Estimated total number of replications. */
  get expectedReplications(): number {
    const { relative, confidence, least } = this.#precision;
    const needed = this.#values.map((values, index) => {
      if (values.length < 2) return least;
      const { mean, variance } = sampleMoments(values);
      const trials = this.#trials[index]! / values.length;
      const unseen = trials === 0 || mean === 0 ? 0 : unseenShare(trials, confidence) / (relative * mean);
      const seen = replicationsNeeded({ mean, sd: Math.sqrt(variance) }, relative, confidence);
      return Math.max(seen, Math.ceil(unseen));
    });
    return Math.max(least, this.#replications, ...needed) + (this.#passed > 0 ? 0 : CHECKS_IN_A_ROW - 1);
  }

  #precise(): boolean {
    return this.reached.every((share) => share === null || share <= this.#precision.relative);
  }
}
