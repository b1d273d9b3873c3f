import { DAY_SECONDS } from '../../kernel/units.js';
/** A stretch of time with a constant offset of a zone from UTC; Unix seconds. */
export interface ZoneStretch {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
  /** The offset of the stretch before. */
  readonly before: number;
}

/** UTC, without changes. */
const UTC: ZoneStretch = {
  from: Number.NEGATIVE_INFINITY,
  until: Number.POSITIVE_INFINITY,
  offset: 0,
  before: 0,
};

/** Zones keep an offset for at least a week. */
const STEP_SECONDS = 7 * DAY_SECONDS;
/** A zone without changes for this long is only checked again after it. */
const HORIZON_SECONDS = 800 * DAY_SECONDS;

/**
 * When a time zone changes its offset, by the rules of this Node version (Intl, the IANA time zone database of its
 * ICU). Past changes are the same in every version; future ones may differ if a country has changed its rules since.
 */
export class TimeZone {
  readonly #format: Intl.DateTimeFormat | undefined;
  #latest: ZoneStretch = UTC;
  readonly #known: ZoneStretch[] = [];

  /** @param name IANA name, such as `Europe/Berlin`; `undefined` for UTC @throws RangeError for an unknown one */
  constructor(name: string | undefined) {
    const part = 'numeric';
    this.#format =
      name === undefined || /^(?:Etc\/)?(?:UTC|GMT|Zulu|Universal)$/i.test(name)
        ? undefined
        : new Intl.DateTimeFormat('en-US', {
            timeZone: name,
            calendar: 'iso8601',
            numberingSystem: 'latn',
            hourCycle: 'h23',
            year: part,
            month: part,
            day: part,
            hour: part,
            minute: part,
            second: part,
          });
  }

  /** The stretch that a time lies in. */
  at(epoch_seconds: number): ZoneStretch {
    if (this.#format === undefined) return UTC;
    if (this.#latest !== UTC && contains(this.#latest, epoch_seconds)) return this.#latest;
    let stretch = this.#known.find((one) => contains(one, epoch_seconds));
    if (stretch === undefined) {
      stretch = this.#search(epoch_seconds);
      this.#known.push(stretch);
    }
    this.#latest = stretch;
    return stretch;
  }

  #search(epoch_seconds: number): ZoneStretch {
    const moment = Math.floor(epoch_seconds);
    const offset = this.#offset(moment);
    let until = moment;
    while (until < moment + HORIZON_SECONDS && this.#offset(until + STEP_SECONDS) === offset)
      until += STEP_SECONDS;
    let from = moment;
    while (from > moment - HORIZON_SECONDS && this.#offset(from - STEP_SECONDS) === offset)
      from -= STEP_SECONDS;
    const begins = this.#change(from - STEP_SECONDS, from, offset);
    return {
      from: begins,
      until: this.#change(until, until + STEP_SECONDS, this.#offset(until + STEP_SECONDS)),
      offset,
      before: this.#offset(begins - 1),
    };
  }

  /** The first whole second in (low, high] at which the zone has an offset that it has at `high`. */
  #change(low: number, high: number, offset: number): number {
    let before = low;
    let after = high;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (this.#offset(middle) === offset) after = middle;
      else before = middle;
    }
    return after;
  }

  #offset(epoch_seconds: number): number {
    const parts: Record<string, number> = {};
    for (const { type, value } of this.#format!.formatToParts(epoch_seconds * 1000))
      parts[type] = Number(value);
    const { year, month, day, hour, minute, second } = parts as Record<
      'year' | 'month' | 'day' | 'hour' | 'minute' | 'second',
      number
    >;
    return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - epoch_seconds;
  }
}

function contains({ from, until }: ZoneStretch, epoch_seconds: number): boolean {
  return epoch_seconds >= from && epoch_seconds < until;
}
