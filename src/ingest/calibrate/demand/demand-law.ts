import type { Distribution } from '../../../kernel/distribution.js';
import { lognormalFromMean } from '../../../kernel/distribution-fit.js';
import { gammaQuantile } from '../../../kernel/functions/gamma-function.js';
import { formatDuration } from '../../../scenario/form/quantity.js';

/** Shapes that a demand may have: a short tail (an exponential distribution among them) and a long one. */
export type DemandFamily = 'gamma' | 'lognormal';

/** CPU time of a query by its mean and its coefficient of variation; seconds. */
export interface DemandLaw {
  readonly family: DemandFamily;
  readonly mean_seconds: number;
  /** 0: every query has the same demand. */
  readonly cv: number;
}

/** Number of values that approximate a gamma distribution while it is fitted. */
const STEPS = 400;
/** Digits that are written of a figure. */
const DIGITS = 4;

/**
 * The law as a simulation draws it: one uniform for each query, and a longer demand for a larger one, so that a change of
 * parameters changes each query a little. Gamma variates are not drawn this way; a table of values approximates them.
 */
export function drawnLaw({ family, mean_seconds, cv }: DemandLaw): Distribution {
  if (cv === 0 || family === 'lognormal') return lognormalFromMean(mean_seconds, cv);
  const shape = 1 / (cv * cv);
  const values = Float64Array.from({ length: STEPS }, (_, step) =>
    gammaQuantile(shape, (step + 0.5) / STEPS),
  );
  const scale = (mean_seconds * STEPS) / values.reduce((sum, value) => sum + value, 0);
  return {
    kind: 'empirical',
    values: Array.from(values, (value) => value * scale),
    weights: Array.from(values, () => 1 / STEPS),
  };
}

/** The law as a scenario has it, as plain data. */
export function writtenDemand({ family, mean_seconds, cv }: DemandLaw): unknown {
  const mean = formatDuration(Number(mean_seconds.toPrecision(DIGITS)));
  return cv === 0 ? mean : { [family]: { mean, cv: Number(cv.toPrecision(DIGITS)) } };
}
