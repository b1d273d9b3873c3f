import type { DisruptionCause } from '../run/disruption-observations.js';
import type { CausesHere } from './causes-here.js';

/** Why a query waited besides for its own work. */
export type SlowCause = 'wake' | 'restart' | 'client_pool' | 'pooler';

/** What became of a load's queries. */
export interface QueryCounts {
  arrived: number;
  completed: number;
  failed: number;
  /** Attempts refused, by SQLSTATE; attempts cut, by what cut them; waits, by what for. */
  readonly refused: Map<string, number>;
  readonly cut: Map<DisruptionCause, number>;
  readonly slow: Map<SlowCause, number>;
  /** Attempts of any load refused because no slot was free while this one held more of them than each other load. */
  refusals_caused: number;
}

/** What became of the queries of each load at one compute, and why. */
export class CauseCounts {
  declare private readonly here: CausesHere;
  declare private readonly counts: readonly QueryCounts[];
  /** Slots that each load's clients hold, those of the pooler apart. */
  declare readonly slots: Int32Array;

  constructor(here: CausesHere) {
    this.here = here;
    this.slots = new Int32Array(here.loads.length);
    this.counts = here.loads.map(() => ({
      arrived: 0,
      completed: 0,
      failed: 0,
      refused: new Map(),
      cut: new Map(),
      slow: new Map(),
      refusals_caused: 0,
    }));
  }

  /** Counts of a load by its place here; those who count arrivals and ends write into it. */
  at(place: number): QueryCounts {
    return this.counts[place]!;
  }

  /** An attempt is refused. */
  refuses(load: number, error: string, weight: number): void {
    add(this.counts[this.here.ofLoad(load)]!.refused, error, weight);
    if (error !== '53300') return;
    const { slots } = this;
    let most = 0;
    for (let place = 1; place < slots.length; place++) if (slots[place]! > slots[most]!) most = place;
    if (slots[most]! > 0) this.counts[most]!.refusals_caused += weight;
  }

  /** An attempt is cut. */
  cuts(load: number, cause: DisruptionCause, weight: number): void {
    add(this.counts[this.here.ofLoad(load)]!.cut, cause, weight);
  }

  /** A query has waited, or has to. */
  slows(load: number, cause: SlowCause, weight: number): void {
    add(this.counts[this.here.ofLoad(load)]!.slow, cause, weight);
  }

  /** A load's client takes a slot (1), or gives it back (−1). */
  holds(load: number, change: number): void {
    this.slots[this.here.ofLoad(load)]! += change;
  }

  /** Every connection has been cut. */
  dropAll(): void {
    this.slots.fill(0);
  }
}

function add<Key>(counts: Map<Key, number>, key: Key, weight: number): void {
  if (weight > 0) counts.set(key, (counts.get(key) ?? 0) + weight);
}
