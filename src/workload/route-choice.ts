import type { RandomStream } from '../kernel/random-stream.js';
import { weightedIndex } from '../kernel/weighted-index.js';
import type { RouteSpecification } from './load-specification.js';

export interface RouteTarget {
  /** Connections of the load there that are in use, being opened or waited for. */
  readonly connectionsInUse: number;
  readonly compute: { readonly lost: boolean };
}

/**
 * Chooses the target of each query of a load. A lost target is skipped unless all are lost.
 *
 * By weight, each choice takes exactly one draw. By least connections, the target with the fewest for
 * its weight is chosen; ties are broken in rotation.
 */
export class RouteChoice<Target extends RouteTarget> {
  readonly #targets: readonly Target[];
  readonly #weights: Float64Array;
  readonly #byWeight: boolean;
  readonly #stream: RandomStream;
  #last = -1;

  /** @param targets in the order of the route */
  constructor(route: RouteSpecification, targets: readonly Target[], stream: RandomStream) {
    this.#targets = targets;
    this.#weights = Float64Array.from(route.targets, ({ weight }) => weight);
    this.#byWeight = route.by === 'weight';
    this.#stream = stream;
  }

  next(): Target {
    const allLost = this.#targets.every(({ compute }) => compute.lost);
    const place = this.#byWeight ? this.#weighed(allLost) : this.#fewest(allLost);
    this.#last = place;
    return this.#targets[place]!;
  }

  #weighed(allLost: boolean): number {
    return weightedIndex(
      this.#weights,
      this.#stream.uniform(),
      (place) => allLost || !this.#targets[place]!.compute.lost,
    );
  }

  #fewest(allLost: boolean): number {
    const count = this.#targets.length;
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let step = 1; step <= count; step++) {
      const place = (this.#last + step) % count;
      const { compute, connectionsInUse } = this.#targets[place]!;
      if (compute.lost && !allLost) continue;
      const share = connectionsInUse / this.#weights[place]!;
      if (share < least) {
        least = share;
        best = place;
      }
    }
    return best;
  }
}
