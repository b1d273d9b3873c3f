import type { RateSpecification } from '../rate-specification.js';
import type { RateCursor } from './cursor.js';
import { piecewiseRate } from './piecewise.js';

/** A rate that changes at given moments and is constant in between; 0 before the first. */
export function stepsRate(specification: Extract<RateSpecification, { kind: 'steps' }>): RateCursor {
  return piecewiseRate(
    specification.steps.map((step) => step.at_seconds),
    specification.steps.map((step) => step.per_second),
  );
}
