import type { Alarm } from '../run/alarm.js';
import type { RunContext } from '../run/run-context.js';
import type { QuotaCause } from './project-quota.js';

/** Time between two looks at bytes. Source: platform documentation, consumption limits, 2026-02: about 15 minutes. */
const CHECK_SECONDS = 900;

/**
 * The bytes that a project may send and write in a calendar month, looked at every fifteen minutes as the platform does.
 * What is sent follows from the queries completed, what is written from the time: by the scenario's data.
 */
export class ByteQuota {
  readonly #context: RunContext;
  readonly #completed: () => number;
  readonly #alarm: Alarm;
  #completedBefore = 0;
  #began = 0;

  /** @param alarm of the next look @param completed queries so far, over all computes */
  constructor(context: RunContext, alarm: Alarm, completed: () => number) {
    this.#context = context;
    this.#completed = completed;
    this.#alarm = alarm;
  }

  /** The month begins; nothing is looked at where there is no such quota. */
  renew(): void {
    const { written_data_bytes, data_transfer_bytes } = this.#context.scenario.quota;
    if (written_data_bytes === undefined && data_transfer_bytes === undefined) return;
    this.#completedBefore = this.#completed();
    this.#began = this.#context.now;
    this.#alarm.after(CHECK_SECONDS);
  }

  /** Handles `QUOTA` of bytes. @returns what is used up */
  check(): QuotaCause | undefined {
    this.#alarm.fired();
    const { quota, data } = this.#context.scenario;
    const sent = (this.#completed() - this.#completedBefore) * data.egress_bytes_per_query;
    if (sent >= (quota.data_transfer_bytes ?? Number.POSITIVE_INFINITY)) return 'data_transfer';
    const written = (this.#context.now - this.#began) * data.written_bytes_per_second;
    if (written >= (quota.written_data_bytes ?? Number.POSITIVE_INFINITY)) return 'written_data';
    this.#alarm.after(CHECK_SECONDS);
    return undefined;
  }
}
