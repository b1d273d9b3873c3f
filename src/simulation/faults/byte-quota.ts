import type { Allowance } from '../../scenario/allowances.js';
import type { Alarm } from '../run/alarm.js';
import type { QuotaCause } from '../run/observation.js';
import type { RunContext } from '../run/run-context.js';
import type { QuotaMeter } from './project-quota.js';

/** Time between two looks at bytes. Source: platform documentation, consumption limits, 2026-02: about 15 minutes. */
const CHECK_SECONDS = 900;

/**
 * The bytes that a project may send and write in a calendar month, looked at every fifteen minutes as the platform does.
 * What is sent follows from the queries completed and the subscribers, what is written from the time: by the scenario's data.
 */
export class ByteQuota {
  readonly #context: RunContext;
  readonly #completed: () => number;
  readonly #alarm: Alarm;
  #limits: readonly Allowance[] = [];
  #completedBefore = 0;
  #began = 0;

  /** @param completed queries so far, over all computes */
  constructor(context: RunContext, quota: Pick<QuotaMeter, 'byteCheck'>, completed: () => number) {
    this.#context = context;
    this.#completed = completed;
    this.#alarm = quota.byteCheck;
  }

  /** The month begins; nothing is looked at if no limit on bytes can be reached. */
  renew(allowances: readonly Allowance[]): void {
    const { data } = this.#context.scenario;
    this.#limits = allowances.filter(
      ({ name }) =>
        name === 'written_data_bytes' || (name === 'data_transfer_bytes' && data.egress_bytes_per_query > 0),
    );
    if (this.#limits.length === 0) return;
    this.#completedBefore = this.#completed();
    this.#began = this.#context.now;
    this.#alarm.after(CHECK_SECONDS);
  }

  /** Handles `QUOTA` of bytes. @returns what is used up */
  check(): QuotaCause | undefined {
    this.#alarm.fired();
    const { data } = this.#context.scenario;
    const seconds = this.#context.now - this.#began;
    const sent =
      (this.#completed() - this.#completedBefore) * data.egress_bytes_per_query +
      seconds * data.replicated_bytes_per_second;
    const written = seconds * data.written_bytes_per_second;
    for (const { name, limit, of } of this.#limits) {
      const used = name === 'written_data_bytes' ? written : sent;
      if (used < limit) continue;
      if (name === 'written_data_bytes') return 'written_data';
      return of === 'plan' ? 'plan_transfer' : 'data_transfer';
    }
    this.#alarm.after(CHECK_SECONDS);
    return undefined;
  }
}
