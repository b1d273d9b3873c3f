import type { Cost } from '../../cost/compute-cost.js';
import { COMPUTE_FIGURES, type ComputeFigures } from '../../figures/compute-figures.js';
import { type Measured, valuesOf } from '../../figures/figure.js';

/**
 * The figures of one compute, or of all of them together. Shares and probabilities lie in [0, 1]; a figure
 * is `null` when there was nothing to measure it on.
 */
export interface ComputeSummary extends ComputeFigures {
  /** `total` for all computes together. */
  readonly name: string;
}

export function computeSummary(measured: Measured): ComputeSummary {
  return { name: measured.name, ...valuesOf(COMPUTE_FIGURES, measured) };
}

/** Takes in the figures of computes before it is known what each costs. */
export interface SummaryRows {
  /** @param row its cost is ignored */
  add(row: ComputeSummary): void;
  /** The summaries of all computes with their costs. @param costs one per compute */
  priced(costs: readonly Cost[]): readonly ComputeSummary[];
}

/** Keeps every summary in memory. */
export class SummaryList implements SummaryRows {
  readonly #rows: ComputeSummary[] = [];

  add(row: ComputeSummary): void {
    this.#rows.push(row);
  }

  priced(costs: readonly Cost[]): readonly ComputeSummary[] {
    return this.#rows.map((row, place) => ({ ...row, ...costs[place]! }));
  }
}
