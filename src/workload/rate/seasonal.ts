import { DAY_SECONDS, HOUR_SECONDS, WEEK_SECONDS } from '../../kernel/units.js';
import { constantRate } from './constant.js';
import { type RateCursor, WINDOW_CHANGE } from './cursor.js';
import type { RateSpecification } from './rate-specification.js';
import { Season } from './season.js';
import { TimeZone } from './time-zone.js';

type Seasonal = Extract<RateSpecification, { kind: 'seasonal' }>;

/** Unix time of a Monday, 00:00 UTC. */
const MONDAY_EPOCH_SECONDS = 4 * DAY_SECONDS;
/** Near a trough of 0, the relative change has no bound. */
const MIN_WINDOW_SECONDS = 60;
const MAX_WINDOW_SECONDS = DAY_SECONDS / 4;

class SeasonalRate implements RateCursor {
  until = 0;
  low = 0;
  high = 0;
  #daily!: Season;
  #weekly!: Season;
  readonly #specification: Seasonal;
  readonly #zone: TimeZone;
  /** The current stretch of the zone, in seconds since the start. */
  #zoneFrom = Number.NEGATIVE_INFINITY;
  #zoneUntil = Number.POSITIVE_INFINITY;
  /** Seconds from the Monday of the start's week, 00:00 by the clock of the current stretch, to the start. */
  #sinceMonday = 0;
  /** Base times the weekday's multiplier, in the current window. */
  #level = 0;

  constructor(specification: Seasonal) {
    this.#specification = specification;
    this.#zone = new TimeZone(specification.timezone);
    this.#enterStretch(0);
  }

  /** Sets the clock by the stretch of the zone that a time lies in. */
  #enterStretch(time: number): void {
    const { daily, weekly, peak_hour, peak_day, start_epoch_seconds: start } = this.#specification;
    const { from, until, offset } = this.#zone.at(start + time);
    const sinceMonday =
      (((start + offset - MONDAY_EPOCH_SECONDS) % WEEK_SECONDS) + WEEK_SECONDS) % WEEK_SECONDS;
    this.#daily = new Season(daily, DAY_SECONDS, sinceMonday - peak_hour * HOUR_SECONDS);
    this.#weekly = new Season(weekly, WEEK_SECONDS, sinceMonday - peak_day * DAY_SECONDS);
    this.#sinceMonday = sinceMonday;
    this.#zoneFrom = from - start;
    this.#zoneUntil = until - start;
  }

  advance(from: number): void {
    if (from >= this.#zoneUntil || from < this.#zoneFrom) this.#enterStretch(from);
    let day = Math.floor((from + this.#sinceMonday) / DAY_SECONDS);
    // The multiplier changes at midnight; rounding may find the day that has just ended.
    if ((day + 1) * DAY_SECONDS - this.#sinceMonday <= from) day += 1;
    const midnight = (day + 1) * DAY_SECONDS - this.#sinceMonday;
    const { base_per_second: base, weekdays } = this.#specification;
    const level = base * weekdays[day % 7]!;
    this.#level = level;
    const steepness = this.#daily.steepness(from) + this.#weekly.steepness(from);
    let until = midnight;
    if (level > 0 && steepness > 0) {
      const fitting = WINDOW_CHANGE / steepness;
      until = Math.min(midnight, from + Math.min(MAX_WINDOW_SECONDS, Math.max(MIN_WINDOW_SECONDS, fitting)));
    }
    until = Math.min(until, this.#zoneUntil);
    this.until = until;
    this.#daily.bound(from, until);
    this.#weekly.bound(from, until);
    this.low = level * this.#daily.low * this.#weekly.low;
    this.high = level * this.#daily.high * this.#weekly.high;
  }

  at(time: number): number {
    return this.#level * this.#daily.at(time) * this.#weekly.at(time);
  }
}

/**
 * A rate with a daily and a weekly wave and a multiplier for each weekday, by the clock of a time zone (default: UTC).
 * A wave of amplitude above 1 is cut off at 0.
 */
export function seasonalRate(specification: Seasonal): RateCursor {
  const { base_per_second: base, daily, weekly, weekdays } = specification;
  if (weekdays.length !== 7) {
    throw new RangeError(`seasonal rate: expected seven weekdays from Monday on, got ${weekdays.length}`);
  }
  const steady = daily === 0 && weekly === 0 && weekdays.every((multiplier) => multiplier === weekdays[0]);
  if (base === 0 || steady) return constantRate(base * weekdays[0]!);
  return new SeasonalRate(specification);
}
