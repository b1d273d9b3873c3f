import { type PriceStretch, priceStretches } from '../vendors/price-stretch.js';
import { type Allowance, allowancesIn } from './run/allowances.js';
import { MONTH, QUOTA } from './run/event-kind.js';
import { quotaChanged } from './run/project-quota.js';
import type { EventHandlers, RunContext } from './run/run-context.js';

/**
 * The calendar months of a run, which determine when CU-hours are billed and a plan's quota is renewed. A month is
 * split when the price of the plan changes.
 */
export class BillingPeriod {
  readonly #context: RunContext;
  readonly #stretches: readonly PriceStretch[];
  #stretch = 0;

  constructor(context: RunContext) {
    const { plan, start_epoch_seconds, duration_seconds } = context.scenario;
    this.#context = context;
    this.#stretches = priceStretches(plan, start_epoch_seconds, duration_seconds);
  }

  /** Schedules the start of every month and price except the first. */
  begin(): void {
    this.#context.quota.begin(this.#allowances(0));
    this.#stretches.forEach(({ start_seconds }, index) => {
      if (index > 0) this.#context.calendar.schedule(start_seconds, MONTH, index);
    });
  }

  /** Handles {@link MONTH}. */
  monthBegins(index: number): void {
    this.close();
    this.#stretch = index;
    // A price change does not start a new month: the consumption so far still counts.
    if (this.#stretches[index]!.since !== undefined) return;
    if (this.#context.quota.renew(this.#allowances(index))) this.#notifyComputes();
  }

  /**
   * Handles `QUOTA`: when a quota is exhausted, every compute of the project stays suspended until the next month.
   * @param what the quota to check: time or bytes
   */
  quotaDue(what: number): void {
    if (this.#context.quota.check(what)) this.#notifyComputes();
  }

  /** Records the consumption of the current month, or of the current price within it. */
  close(): void {
    const { month, since } = this.#stretches[this.#stretch]!;
    for (const compute of this.#context.computes) {
      compute.size.billing.closeMonth(this.#context.now, month, since);
      compute.causes.closeMonth();
    }
  }

  #allowances(stretch: number): readonly Allowance[] {
    return allowancesIn(this.#context.scenario, this.#stretches[stretch]!.month);
  }

  #notifyComputes(): void {
    for (const compute of this.#context.computes) quotaChanged(compute);
  }
}

export const BILLING_EVENTS: EventHandlers = {
  [MONTH]: (run, month) => run.billing.monthBegins(month),
  [QUOTA]: (run, what) => run.billing.quotaDue(what),
};
