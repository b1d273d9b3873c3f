import { count } from '../record/counts.js';
import type { DisruptionCause } from '../record/kept-disruptions.js';
import type { ComputeCauses } from './causes-here.js';

/** Why a query waited in addition to its own work. */
export type SlowCause = 'wake' | 'restart' | 'client_pool' | 'pooler';

/** Outcomes of a load's queries. */
export interface QueryCounts {
  arrived: number;
  completed: number;
  failed: number;
  /** Times that work inside the database did not run because the compute was not active. */
  skipped: number;
  /** Attempts refused, by SQLSTATE; attempts cut, by cause; waits, by reason. */
  readonly refused: Map<string, number>;
  readonly cut: Map<DisruptionCause, number>;
  readonly slow: Map<SlowCause, number>;
  /** Attempts of any load refused because no slot was free while this load held the most slots. */
  refusals_caused: number;
}

/** Outcomes of the queries of each load at one compute, with their causes. */
export class CauseCounts {
  declare private readonly here: ComputeCauses;
  declare private readonly counts: readonly QueryCounts[];
  /** Slots that each load's clients hold, excluding those of the pooler. */
  declare readonly slots: Int32Array;

  constructor(here: ComputeCauses) {
    this.here = here;
    this.slots = new Int32Array(here.loads.length);
    this.counts = here.loads.map(() => ({
      arrived: 0,
      completed: 0,
      failed: 0,
      skipped: 0,
      refused: new Map(),
      cut: new Map(),
      slow: new Map(),
      refusals_caused: 0,
    }));
  }

  /** Counts of a load by its position here; the code that counts arrivals and completions writes into them. */
  at(place: number): QueryCounts {
    return this.counts[place]!;
  }

  countRefusal(load: number, error: string, weight: number): void {
    count(this.counts[this.here.ofLoad(load)]!.refused, error, weight);
    if (error !== '53300') return;
    const { slots } = this;
    let most = 0;
    for (let place = 1; place < slots.length; place++) if (slots[place]! > slots[most]!) most = place;
    if (slots[most]! > 0) this.counts[most]!.refusals_caused += weight;
  }

  countCut(load: number, cause: DisruptionCause, weight: number): void {
    count(this.counts[this.here.ofLoad(load)]!.cut, cause, weight);
  }

  /** A query has waited, or must wait. */
  countWait(load: number, cause: SlowCause, weight: number): void {
    count(this.counts[this.here.ofLoad(load)]!.slow, cause, weight);
  }

  /** A load's client takes a slot (1), or releases it (−1). */
  addSlots(load: number, change: number): void {
    this.slots[this.here.ofLoad(load)]! += change;
  }

  /** Every connection has been cut. */
  dropAll(): void {
    this.slots.fill(0);
  }
}
