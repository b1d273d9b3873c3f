import { normalQuantile } from '../../kernel/functions/normal.js';
import type { RandomStream } from '../../kernel/random-stream.js';
import { constantRate, StepwiseRate } from './constant.js';
import type { RateCursor } from './cursor.js';
import type { RateSpecification } from './rate-specification.js';

class LogOrnsteinUhlenbeckRate extends StepwiseRate {
  readonly #stream: RandomStream;
  readonly #mean: number;
  readonly #sigma: number;
  readonly #step: number;
  /** Correlation of neighbouring steps, and the standard deviation of the innovation. */
  readonly #memory: number;
  readonly #innovation: number;
  #steps = 0;
  #x: number;

  constructor(specification: Extract<RateSpecification, { kind: 'log_ou' }>, stream: RandomStream) {
    super();
    this.#stream = stream;
    this.#mean = specification.mean_per_second;
    this.#sigma = specification.sigma;
    this.#step = specification.step_seconds;
    this.#memory = Math.exp(-specification.step_seconds / specification.correlation_seconds);
    this.#innovation = this.#sigma * Math.sqrt(1 - this.#memory * this.#memory);
    this.#x = this.#sigma * this.#normal();
    this.#begin();
  }

  advance(from: number): void {
    while (this.until <= from) {
      this.#x = this.#memory * this.#x + this.#innovation * this.#normal();
      this.#begin();
    }
  }

  #begin(): void {
    this.#steps += 1;
    const rate = this.#mean * Math.exp(this.#x - (this.#sigma * this.#sigma) / 2);
    this.hold(rate, this.#steps * this.#step);
  }

  /** A standard normal variate by inversion, so that each step takes one uniform. */
  #normal(): number {
    return normalQuantile(this.#stream.uniform());
  }
}

/**
 * A rate that drifts: its logarithm is an Ornstein-Uhlenbeck process, sampled exactly once per step. The path
 * comes from `stream` alone; its mean is `mean_per_second` and its logarithm has the standard deviation `sigma`.
 *
 * Throws a RangeError when the step or the correlation time is not greater than 0.
 */
export function logOuRate(
  specification: Extract<RateSpecification, { kind: 'log_ou' }>,
  stream: RandomStream,
): RateCursor {
  if (!(specification.step_seconds > 0 && specification.correlation_seconds > 0)) {
    throw new RangeError('log_ou rate: expected step_seconds and correlation_seconds above 0');
  }
  if (specification.mean_per_second === 0 || specification.sigma === 0) {
    return constantRate(specification.mean_per_second);
  }
  return new LogOrnsteinUhlenbeckRate(specification, stream);
}
