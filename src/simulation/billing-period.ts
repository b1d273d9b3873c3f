import { type CalendarMonth, calendarMonths } from './calendar-month.js';
import type { ComputeProcess } from './compute-process.js';
import { MONTH } from './event-kind.js';
import type { ProjectQuota } from './project-quota.js';
import type { RunContext } from './run-context.js';

/** The calendar months of a run, by which CU-hours are billed and a plan's quota is renewed. */
export class BillingPeriod {
  readonly #context: RunContext;
  readonly #computes: readonly ComputeProcess[];
  readonly #quota: ProjectQuota;
  readonly #months: readonly CalendarMonth[];
  #month = 0;

  constructor(context: RunContext, computes: readonly ComputeProcess[], quota: ProjectQuota) {
    const { start_epoch_seconds, duration_seconds } = context.scenario;
    this.#context = context;
    this.#computes = computes;
    this.#quota = quota;
    this.#months = calendarMonths(start_epoch_seconds, duration_seconds);
  }

  /** Plans the beginning of each month but the first. */
  begin(): void {
    this.#months.forEach((month, index) => {
      if (index > 0) this.#context.calendar.schedule(month.start_seconds, MONTH, index);
    });
  }

  /** Handles {@link MONTH}. */
  monthBegins(index: number): void {
    this.close();
    this.#month = index;
    if (this.#quota.renew()) this.#tellComputes();
  }

  /** Handles `QUOTA`: every compute of the project stands still until the next month. */
  quotaExhausted(): void {
    this.#quota.exhaust();
    this.#tellComputes();
  }

  /** Books what the present month has used so far. */
  close(): void {
    const { month } = this.#months[this.#month]!;
    for (const compute of this.#computes) compute.size.billing.closeMonth(this.#context.now, month);
  }

  #tellComputes(): void {
    for (const compute of this.#computes) compute.quotaChanged();
  }
}
