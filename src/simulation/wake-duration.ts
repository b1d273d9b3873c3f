import type { RandomStream } from '../kernel/random-stream.js';
import { type Draw, sampler } from '../kernel/sampler.js';
import type { ModelConstants } from '../scenario/scenario.js';
import type { RunContext } from './run-context.js';

/**
 * How long each wake of one compute takes: a draw of `wake_latency`, or of `warm_pool_miss_latency` when the
 * warm pool is empty, longer after a long suspension.
 */
export class WakeDuration {
  readonly #model: ModelConstants;
  readonly #hit: Draw;
  readonly #miss: Draw;
  readonly #pool: RandomStream;

  constructor(context: RunContext, name: string) {
    this.#model = context.scenario.model;
    this.#hit = sampler(this.#model.wake_latency, context.stream(name, 'wake-latency'));
    this.#miss = sampler(this.#model.warm_pool_miss_latency, context.stream(name, 'warm-pool-miss-latency'));
    this.#pool = context.stream(name, 'warm-pool');
  }

  /** @param suspended_seconds how long the compute has been suspended */
  draw(suspended_seconds: number): number {
    const { warm_pool_miss, long_idle_after, long_idle_factor } = this.#model;
    const missed = warm_pool_miss > 0 && this.#pool.uniform() < warm_pool_miss;
    const seconds = missed ? this.#miss() : this.#hit();
    return suspended_seconds > long_idle_after ? seconds * long_idle_factor : seconds;
  }
}
