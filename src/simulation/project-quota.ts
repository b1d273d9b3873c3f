import { QUOTA } from './event-kind.js';
import { NONE } from './query-table.js';
import type { RunContext } from './run-context.js';

const SECONDS_PER_HOUR = 3600;

/**
 * The CU-hours a project may use in a calendar month. While any remain, one event stands at the moment they
 * will be used up at the present sizes; it moves whenever a size changes.
 */
export class ProjectQuota {
  readonly #context: RunContext;
  readonly #allowance_cu_seconds: number;
  #used = 0;
  #rate_cu = 0;
  #since = 0;
  #event = NONE;
  #exhausted = false;
  #exhaustedSeconds = 0;
  #exhaustedSince = 0;

  /** @param quota_cu_hours `undefined`: no end */
  constructor(context: RunContext, quota_cu_hours: number | undefined) {
    this.#context = context;
    this.#allowance_cu_seconds = (quota_cu_hours ?? Number.POSITIVE_INFINITY) * SECONDS_PER_HOUR;
  }

  /** Whether the month's CU-hours are used up: no compute of the project can run. */
  get exhausted(): boolean {
    return this.#exhausted;
  }

  /** Seconds so far in which that was so. */
  get exhaustedSeconds(): number {
    return this.#exhaustedSeconds + (this.#exhausted ? this.#context.now - this.#exhaustedSince : 0);
  }

  /** A compute's billed size has changed by so much. */
  changeRate(change_cu: number): void {
    if (this.#allowance_cu_seconds === Number.POSITIVE_INFINITY) return;
    this.#synchronise();
    this.#rate_cu += change_cu;
    this.#plan();
  }

  /** Handles {@link QUOTA}; the caller suspends the computes. */
  exhaust(): void {
    this.#event = NONE;
    this.#exhausted = true;
    this.#exhaustedSince = this.#context.now;
  }

  /** A new calendar month: nothing is used. @returns whether the quota had been used up */
  renew(): boolean {
    const was = this.#exhausted;
    if (was) this.#exhaustedSeconds += this.#context.now - this.#exhaustedSince;
    this.#exhausted = false;
    this.#synchronise();
    this.#used = 0;
    this.#plan();
    return was;
  }

  #synchronise(): void {
    const now = this.#context.now;
    this.#used += this.#rate_cu * (now - this.#since);
    this.#since = now;
  }

  #plan(): void {
    const { calendar } = this.#context;
    if (this.#event !== NONE) calendar.cancel(this.#event);
    this.#event = NONE;
    if (this.#exhausted || !(this.#rate_cu > 0)) return;
    const left = Math.max(0, this.#allowance_cu_seconds - this.#used);
    if (left === Number.POSITIVE_INFINITY) return;
    this.#event = calendar.schedule(calendar.now + left / this.#rate_cu, QUOTA, 0);
  }
}
