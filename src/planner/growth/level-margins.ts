import type { Constraint } from '../replicate/constraint.js';
import type { LoadLevel } from '../replicate/load-levels.js';
import { type ObjectiveMargin, objectiveMargins } from '../replicate/objective-margin.js';
import type { Beyond } from './breaking-load.js';

/** The parts of a margin by which objectives are held against loads. */
const PARTS = ['beyond', 'at_best', 'at_worst'] as const;
type Part = (typeof PARTS)[number];

/**
 * Objectives held against levels of load. Those of levels at hybrid fidelity are moved by as much as the two fidelities
 * differed where both were run, so that what is said of loads in between rests on exact runs.
 */
export class LevelMargins {
  readonly #objectives: readonly Constraint[];
  readonly #confidence: number;
  /** By objective. */
  #moved: readonly Readonly<Record<Part, number>>[];

  /** @param confidence of all intervals together */
  constructor(objectives: readonly Constraint[], confidence: number) {
    this.#objectives = objectives;
    this.#confidence = confidence;
    this.#moved = objectives.map(() => ({ beyond: 0, at_best: 0, at_worst: 0 }));
  }

  /** By objective. */
  of(level: LoadLevel): readonly ObjectiveMargin[] {
    const margins = objectiveMargins(level, this.#objectives, this.#confidence);
    if (level.fidelity === 'exact') return margins;
    return margins.map((margin, index) => {
      const { beyond, at_best, at_worst } = this.#moved[index]!;
      return {
        ...margin,
        beyond: margin.beyond + beyond,
        at_best: margin.at_best + at_best,
        at_worst: margin.at_worst + at_worst,
      };
    });
  }

  /** The worst of all objectives. */
  worst(part: Part): Beyond {
    return (level) => Math.max(...this.of(level).map((margin) => margin[part]));
  }

  /** Takes note of by how much the fidelities differ at a load. */
  learn(exact: LoadLevel, hybrid: LoadLevel): void {
    const [true_ones, seen] = [exact, hybrid].map((level) =>
      objectiveMargins(level, this.#objectives, this.#confidence),
    ) as [readonly ObjectiveMargin[], readonly ObjectiveMargin[]];
    this.#moved = this.#objectives.map((_, index) => {
      const by = (part: Part): number => {
        const difference = true_ones[index]![part] - seen[index]![part];
        return Number.isFinite(difference) ? difference : 0;
      };
      return { beyond: by('beyond'), at_best: by('at_best'), at_worst: by('at_worst') };
    });
  }
}
