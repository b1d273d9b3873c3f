import type { Distribution } from '../../kernel/distribution.js';
import type { RandomStream } from '../../kernel/random-stream.js';
import { type Draw, sampler } from '../../kernel/sampler.js';
import type { ModelConstants } from '../../scenario/scenario.js';
import type { RunContext } from '../run/run-context.js';

/**
 * The duration of each wake of one compute: a draw of `wake_latency`, or of `warm_pool_miss_latency` when the
 * warm pool is empty, longer after a long suspension. A fault that slows down wakes replaces the distribution.
 */
export class WakeDuration {
  readonly #model: ModelConstants;
  readonly #hit: Draw;
  readonly #miss: Draw;
  readonly #pool: RandomStream;
  readonly #context: RunContext;
  readonly #name: string;
  /** Current faults that slow down wakes, by their index in the scenario; the last one begun applies. */
  readonly #slow = new Map<number, Draw>();

  constructor(context: RunContext, name: string) {
    this.#context = context;
    this.#name = name;
    this.#model = context.scenario.model;
    this.#hit = sampler(this.#model.wake_latency, context.computeStream(name, 'wake-latency'));
    this.#miss = sampler(
      this.#model.warm_pool_miss_latency,
      context.computeStream(name, 'warm-pool-miss-latency'),
    );
    this.#pool = context.computeStream(name, 'warm-pool');
  }

  /** From now on, wakes are drawn from this distribution. @param fault its index in the scenario */
  slowDown(fault: number, latency: Distribution): void {
    this.#slow.set(fault, sampler(latency, this.#context.computeStream(this.#name, `slow-wakes-${fault}`)));
  }

  speedUp(fault: number): void {
    this.#slow.delete(fault);
  }

  /** @param suspended_seconds how long the compute has been suspended */
  draw(suspended_seconds: number): number {
    if (this.#slow.size > 0) return [...this.#slow.values()].at(-1)!();
    const { warm_pool_miss, long_idle_after, long_idle_factor } = this.#model;
    const missed = warm_pool_miss > 0 && this.#pool.uniform() < warm_pool_miss;
    const seconds = missed ? this.#miss() : this.#hit();
    return suspended_seconds > long_idle_after ? seconds * long_idle_factor : seconds;
  }
}
