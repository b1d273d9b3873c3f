import { getOrCreate } from '../../kernel/get-or-create.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { DecisionRow, Observer, TimelineRow } from '../../simulation/run/observation.js';
import { type PriceStretch, priceStretches } from '../../vendors/price-stretch.js';
import { SizeRecord } from './size-record.js';

/** The bill's data on top of a run's observations: sizes over time, and queries per stretch of one price. */
export class RunRecord implements Observer {
  readonly stretches: readonly PriceStretch[];
  /** Completed queries by stretch; an interval that crosses into the next stretch counts in the first. */
  readonly queries: Float64Array;
  readonly sent_bytes: Float64Array;
  /** The quotas that were exhausted, month by month, and when. */
  readonly exhausted: { readonly at_seconds: number; readonly reason: string }[] = [];
  readonly #sizes = new Map<string, SizeRecord>();

  constructor({ plan, start_epoch_seconds, duration_seconds }: Scenario) {
    this.stretches = priceStretches(plan, start_epoch_seconds, duration_seconds);
    this.queries = new Float64Array(this.stretches.length);
    this.sent_bytes = new Float64Array(this.stretches.length);
  }

  timeline({ start_seconds, compute, completed, sent_bytes, cu }: TimelineRow): void {
    const stretch = this.stretches.findLastIndex((each) => each.start_seconds <= start_seconds);
    this.queries[Math.max(0, stretch)]! += completed;
    this.sent_bytes[Math.max(0, stretch)]! += sent_bytes;
    this.#sizeOf(compute).seen(cu);
  }

  decision({ compute, time_seconds, cu_before, cu_after, decision, reason }: DecisionRow): void {
    if (decision === 'quota_exhausted' && this.exhausted.at(-1)?.at_seconds !== time_seconds) {
      this.exhausted.push({ at_seconds: time_seconds, reason });
    }
    this.#sizeOf(compute).change(time_seconds, cu_before, cu_after);
  }

  /** The size of a compute over time; `undefined` for a compute without rows. */
  size(compute: string): SizeRecord | undefined {
    return this.#sizes.get(compute);
  }

  #sizeOf(compute: string): SizeRecord {
    return getOrCreate(this.#sizes, compute, () => new SizeRecord());
  }
}
