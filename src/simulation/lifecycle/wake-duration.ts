import type { Distribution } from '../../kernel/distribution.js';
import type { Draw } from '../../kernel/sampler.js';
import { ComputePart } from '../run/compute-part.js';

/**
 * The duration of each wake of one compute: a draw of `wake_latency`, or of `warm_pool_miss_latency` when the
 * warm pool is empty, longer after a long suspension. A fault that slows down wakes replaces the distribution.
 */
export class WakeDuration extends ComputePart {
  readonly #model = this.context.scenario.model;
  readonly #hit = this.drawsOf(this.#model.wake_latency, 'wake-latency');
  readonly #miss = this.drawsOf(this.#model.warm_pool_miss_latency, 'warm-pool-miss-latency');
  readonly #pool = this.context.computeStream(this.compute.name, 'warm-pool');
  /** Current faults that slow down wakes, by their index in the scenario; the last one begun applies. */
  readonly #slow = new Map<number, Draw>();

  /** From now on, wakes are drawn from this distribution. @param fault its index in the scenario */
  slowDown(fault: number, latency: Distribution): void {
    this.#slow.set(fault, this.drawsOf(latency, `slow-wakes-${fault}`));
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
