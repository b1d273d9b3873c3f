import type { Draw } from '../../kernel/sampler.js';
import type { CronSchedule } from '../rate/cron-schedule.js';
import type { ArrivalSource } from './source.js';

class CronArrivals implements ArrivalSource {
  declare private readonly schedule: CronSchedule;
  declare private readonly count: number;
  declare private readonly jitter: Draw;
  declare private readonly horizon: number;
  /** Arrivals of past firings, ascending; those before `#head` have been delivered. */
  #waiting = new Float64Array(0);
  #head = 0;
  declare private firing: number;

  constructor(schedule: CronSchedule, count: number, jitter: Draw, horizon: number) {
    this.schedule = schedule;
    this.count = count;
    this.jitter = jitter;
    this.horizon = horizon;
    // Just before the start, so that a firing at the very start counts.
    this.firing = schedule.next(-1);
  }

  next(): number {
    // An arrival is certain to be the next one only up to the next firing: its arrivals may come before.
    while (this.firing < this.horizon && !(this.#waiting[this.#head]! <= this.firing)) this.#fire();
    const time = this.#waiting[this.#head];
    if (time === undefined || time >= this.horizon) return Number.POSITIVE_INFINITY;
    this.#head += 1;
    return time;
  }

  #fire(): void {
    const left = this.#waiting.subarray(this.#head);
    const merged = new Float64Array(left.length + this.count);
    merged.set(left);
    for (let made = 0; made < this.count; made++) merged[left.length + made] = this.firing + this.jitter();
    this.#waiting = merged.sort();
    this.#head = 0;
    this.firing = this.schedule.next(this.firing);
  }
}

/**
 * `count` arrivals at each firing of a schedule from time 0, each with its own random delay. Arrivals are
 * ascending even if the delays of several firings overlap; memory grows with their overlap only.
 *
 * @param count arrivals per firing, a whole number of 0 or more
 * @param jitter draws a delay in seconds, 0 or more
 */
export function cronArrivals(
  schedule: CronSchedule,
  count: number,
  jitter: Draw,
  horizon: number,
): ArrivalSource {
  if (count === 0) return { next: () => Number.POSITIVE_INFINITY };
  return new CronArrivals(schedule, count, jitter, horizon);
}
