import { secondsUntilExceeded } from '../../compute/lifecycle/consumption.js';
import { TimeWeighted } from '../../statistics/time-weighted.js';
import { Alarm } from '../run/alarm.js';
import { QUOTA } from '../run/event-kind.js';
import type { RunContext } from '../run/run-context.js';

const SECONDS_PER_HOUR = 3600;

/**
 * The CU-hours a project may use in a calendar month. While any remain, one event stands at the moment they
 * will be used up at the present sizes; it moves whenever a size changes.
 */
export class QuotaMeter {
  readonly #context: RunContext;
  readonly #allowance_cu_seconds: number;
  /** CU-seconds used this month: the integral of the billed sizes of all computes. */
  readonly #used = new TimeWeighted(0, 0);
  readonly #alarm: Alarm;
  #exhausted = false;
  #exhaustedSeconds = 0;
  #exhaustedSince = 0;

  /** @param quota_cu_hours `undefined`: no end */
  constructor(context: RunContext, quota_cu_hours: number | undefined) {
    this.#context = context;
    this.#alarm = new Alarm(context.calendar, QUOTA, 0);
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
    this.#used.change(this.#context.now, this.#used.level + change_cu);
    this.#plan();
  }

  /** Handles {@link QUOTA}; the caller suspends the computes. */
  exhaust(): void {
    this.#alarm.fired();
    this.#exhausted = true;
    this.#exhaustedSince = this.#context.now;
  }

  /** A new calendar month: nothing is used. @returns whether the quota had been used up */
  renew(): boolean {
    const was = this.#exhausted;
    if (was) this.#exhaustedSeconds += this.#context.now - this.#exhaustedSince;
    this.#exhausted = false;
    this.#used.restart(this.#context.now);
    this.#plan();
    return was;
  }

  #plan(): void {
    const used = this.#used.integral(this.#context.now);
    const seconds = secondsUntilExceeded(used, this.#allowance_cu_seconds, this.#used.level);
    if (this.#exhausted || seconds === Number.POSITIVE_INFINITY) this.#alarm.off();
    else this.#alarm.after(seconds);
  }
}
