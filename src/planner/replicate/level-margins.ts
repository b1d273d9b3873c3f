import type { Constraint } from './constraint.js';
import type { LoadLevel } from './load-levels.js';
import { type ObjectiveMargin, objectiveMargins } from './objective-margin.js';

/** Objectives held against levels of load. */
export class LevelMargins {
  readonly #objectives: readonly Constraint[];
  readonly #confidence: number;

  /** @param confidence of all intervals together */
  constructor(objectives: readonly Constraint[], confidence: number) {
    this.#objectives = objectives;
    this.#confidence = confidence;
  }

  /** By objective. */
  of(level: LoadLevel): readonly ObjectiveMargin[] {
    return objectiveMargins(level, this.#objectives, this.#confidence);
  }

  /** The worst of all objectives. */
  worst(part: 'beyond' | 'at_best' | 'at_worst'): (level: LoadLevel) => number {
    return (level) => Math.max(...this.of(level).map((margin) => margin[part]));
  }
}
