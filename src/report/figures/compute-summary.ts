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

/** The figures of one compute, or of the total. */
export function computeSummary(measured: Measured): ComputeSummary {
  return { name: measured.name, ...valuesOf(COMPUTE_FIGURES, measured) };
}
