import { constantRate, StepwiseRate } from './constant.js';
import { type CronSchedule, cronSchedule } from './cron-schedule.js';
import type { RateCursor } from './cursor.js';
import type { RateSpecification } from './rate-specification.js';

class CronRate extends StepwiseRate {
  readonly #schedule: CronSchedule;
  readonly #lasts: number;
  readonly #perSecond: number;
  /** The last firing that has happened, and the one after it. */
  #fired = Number.NEGATIVE_INFINITY;
  #following: number;

  constructor(schedule: CronSchedule, lasts: number, perSecond: number) {
    super();
    this.#schedule = schedule;
    this.#lasts = lasts;
    this.#perSecond = perSecond;
    // A firing before the start may last beyond it.
    this.#following = schedule.next(-lasts - 1);
  }

  advance(from: number): void {
    while (this.#following <= from) {
      this.#fired = this.#following;
      this.#following = this.#schedule.next(this.#fired);
    }
    const end = this.#fired + this.#lasts;
    if (from < end) this.hold(this.#perSecond, Math.min(end, this.#following));
    else this.hold(0, this.#following);
  }
}

/**
 * A rate that lasts for a while after each firing of a cron expression and is 0 otherwise. Firings
 * before the previous one is over prolong it and do not add up. A firing before the scenario's start counts.
 */
export function cronRate(specification: Extract<RateSpecification, { kind: 'cron' }>): RateCursor {
  const { schedule, for_seconds: lasts, per_second: perSecond, start_epoch_seconds: start } = specification;
  const firings = cronSchedule(schedule, start, specification.timezone);
  if (perSecond === 0 || lasts === 0) return constantRate(0);
  return new CronRate(firings, lasts, perSecond);
}
