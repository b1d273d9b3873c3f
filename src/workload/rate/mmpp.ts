import type { RandomStream } from '../../kernel/random-stream.js';
import { weightedIndex } from '../../kernel/weighted-index.js';
import { constantRate, StepwiseRate } from './constant.js';
import type { RateCursor } from './cursor.js';
import type { RateSpecification } from './rate-specification.js';

type State = Extract<RateSpecification, { kind: 'mmpp' }>['states'][number];

class MarkovModulatedRate extends StepwiseRate {
  readonly #states: readonly State[];
  readonly #stream: RandomStream;
  #state: number;

  constructor(states: readonly State[], stream: RandomStream) {
    super();
    this.#states = states;
    this.#stream = stream;
    // Every state is entered equally often, so the share of time spent in one is proportional to its mean stay.
    const stays = states.map(({ mean_seconds }) => mean_seconds);
    this.#state = weightedIndex(stays, stream.uniform());
    this.#enter(this.#state);
  }

  advance(from: number): void {
    while (this.until <= from) this.#enter(this.#nextState());
  }

  /** Two states alternate without a draw, so that their path depends on the dwell times alone. */
  #nextState(): number {
    const others = this.#states.length - 1;
    const step = others === 1 ? 1 : 1 + Math.floor(this.#stream.uniform() * others);
    return (this.#state + step) % this.#states.length;
  }

  #enter(index: number): void {
    const state = this.#states[index]!;
    this.#state = index;
    this.hold(state.per_second, this.until - Math.log(this.#stream.uniform()) * state.mean_seconds);
  }
}

/**
 * A rate that jumps between states, staying an exponential time in each: the modulation of a Markov-modulated
 * Poisson process (Fischer and Meier-Hellstern 1993). The path comes from `stream` alone.
 *
 * Throws a RangeError without states, or if a mean stay is not greater than 0.
 */
export function mmppRate(
  specification: Extract<RateSpecification, { kind: 'mmpp' }>,
  stream: RandomStream,
): RateCursor {
  const { states } = specification;
  const first = states[0];
  if (first === undefined || !states.every((state) => state.mean_seconds > 0)) {
    throw new RangeError('mmpp rate: expected at least one state, each with mean_seconds above 0');
  }
  if (states.every((state) => state.per_second === first.per_second)) return constantRate(first.per_second);
  return new MarkovModulatedRate(states, stream);
}
