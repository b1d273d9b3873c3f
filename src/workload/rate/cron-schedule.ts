import { Cron } from 'croner';
import { DAY_SECONDS } from '../../kernel/units.js';
import { TimeZone, type ZoneStretch } from './time-zone.js';

/** The firings of a cron expression, in seconds since the scenario's start. */
export interface CronSchedule {
  /** The first firing later than `after_seconds`, which may be negative; Infinity when there is none. */
  next(afterSeconds: number): number;
}

/**
 * Reads a five-field cron expression (minute, hour, day of month, month, day of week; names, lists, ranges, steps, `L`
 * and `#` as in `croner`). Fields are in UTC unless a time zone is named. If both days are restricted either one fires,
 * as in Vixie cron; if one of them begins with `*`, such as every second day, both have to.
 *
 * Throws a RangeError that explains the mistake in the expression. `?`, which is the time of parsing
 * in `croner`, is refused: the result would depend on the wall clock.
 *
 * @param startEpochSeconds Unix time of the scenario's start
 * @param timezone IANA name, such as `Europe/Berlin`; UTC without one
 */
export function cronSchedule(expression: string, startEpochSeconds: number, timezone?: string): CronSchedule {
  const cron = new UtcCron(parse(expression));
  if (timezone !== undefined) {
    const local = new LocalCron(cron, isAtParticularTime(expression), new TimeZone(timezone));
    return {
      next: (afterSeconds) => local.next(Math.floor(startEpochSeconds + afterSeconds)) - startEpochSeconds,
    };
  }
  return {
    next: (afterSeconds) => cron.next(Math.floor(startEpochSeconds + afterSeconds)) - startEpochSeconds,
  };
}

/**
 * Whether a cron expression fires the same way every week: it names no days of the month, no months, and no day of the
 * week such as the first or the last of a month.
 */
export function firesWeekly(expression: string): boolean {
  const [, , day = '', , weekday = ''] = expression.trim().split(/\s+/);
  return firesMonthly(expression) && isEvery(day) && !/[#L]/i.test(weekday);
}

/** Whether it fires the same way every month, except for the length of the month: it names no months. */
export function firesMonthly(expression: string): boolean {
  return isEvery(expression.trim().split(/\s+/)[3] ?? '');
}

function isEvery(field: string): boolean {
  return field === '*' || field === '*/1';
}

/**
 * Firings by UTC, as Unix seconds. A search of croner takes ten times as long as simulating a query. All days with
 * firings have them at the same times, so there is one search per day.
 */
class UtcCron {
  readonly #cron: Cron;
  /** Seconds of a day, ascending; empty until one is needed. */
  #times: readonly number[] = [];
  /** Start of the last searched day, and the first firing from then on. */
  #day = Number.NaN;
  #first = Number.NaN;

  constructor(cron: Cron) {
    this.#cron = cron;
  }

  /** The first firing later than a Unix second; Infinity when there is none. */
  next(after: number): number {
    const day = Math.floor(after / DAY_SECONDS) * DAY_SECONDS;
    if (day !== this.#day) {
      this.#day = day;
      this.#first = this.#search(day - 1);
    }
    if (this.#first > after) return this.#first;
    if (this.#times.length === 0) this.#times = this.#timesOf(day);
    const time = this.#times.find((each) => day + each > after);
    return time === undefined ? this.#search(day + DAY_SECONDS - 1) : day + time;
  }

  #timesOf(day: number): readonly number[] {
    const times: number[] = [];
    for (let at = this.#first; at < day + DAY_SECONDS; at = this.#search(at)) times.push(at - day);
    return times;
  }

  /** croner searches whole seconds after the given one. */
  #search(after: number): number {
    const firing = this.#cron.nextRun(new Date(after * 1000));
    return firing === null ? Number.POSITIVE_INFINITY : firing.getTime() / 1000;
  }
}

/** A change of the clock by this much or more is a correction, which jobs follow. */
const CORRECTION_SECONDS = 3 * 3600;
/** Pause of cron between skipped minutes that it catches up on (`sleep(10)` in the loop of its `cron.c`). */
const CATCH_UP_SECONDS = 10;

/**
 * Firings by a clock that is set forward and back, as in cron(8) of Debian (Vixie cron) for changes of less than three
 * hours: a job at a particular time that was skipped runs soon after the change, one in the repeated time does not run
 * again; a job with `*` in the minute or the hour follows the new time immediately.
 */
class LocalCron {
  readonly #cron: UtcCron;
  readonly #particular: boolean;
  readonly #zone: TimeZone;

  constructor(cron: UtcCron, particular: boolean, zone: TimeZone) {
    this.#cron = cron;
    this.#particular = particular;
    this.#zone = zone;
  }

  /** The first firing later than a Unix second. */
  next(after: number): number {
    let from = after;
    for (;;) {
      const stretch = this.#zone.at(from + 1);
      const firing = Math.min(this.#catchUp(stretch, from), this.#ordinary(stretch, from));
      if (firing < stretch.until) return firing;
      if (firing === Number.POSITIVE_INFINITY) return firing;
      from = stretch.until - 1;
    }
  }

  #ordinary({ from, offset, before }: ZoneStretch, after: number): number {
    const repeated = before - offset;
    const again = this.#particular && repeated > 0 && repeated < CORRECTION_SECONDS;
    const least = again ? Math.max(after, from + repeated - 1) : after;
    return this.#cron.next(least + offset) - offset;
  }

  /** The next firing that catches up on one in the time that is skipped at the beginning of a stretch. */
  #catchUp({ from, offset, before }: ZoneStretch, after: number): number {
    const skipped = offset - before;
    const none = Number.POSITIVE_INFINITY;
    if (!this.#particular || skipped <= 0 || skipped >= CORRECTION_SECONDS) return none;
    // The minute of the change has its regular firing first.
    let at = this.#cron.next(from + offset - 1) === from + offset ? from + CATCH_UP_SECONDS : from;
    for (
      let local = this.#cron.next(from + before - 1);
      local < from + offset;
      local = this.#cron.next(local)
    ) {
      if (at > after) return at;
      at += CATCH_UP_SECONDS;
    }
    return none;
  }
}

function isAtParticularTime(expression: string): boolean {
  const [minute = '', hour = ''] = expression.trim().split(/\s+/);
  return !minute.includes('*') && !hour.includes('*');
}

function parse(expression: string): Cron {
  const fields = expression.trim().split(/\s+/);
  if (fields.length !== 5 || expression.includes('?')) {
    throw new RangeError(
      `cron schedule "${expression}": expected five fields without "?" (minute hour day month weekday), ` +
        `such as "*/15 8-18 * * MON-FRI"`,
    );
  }
  try {
    const legacyMode = ![fields[2]!, fields[4]!].some((field) => field.startsWith('*'));
    // A fixed offset instead of a time zone: the same firings, at fifty times the speed.
    return new Cron(fields.join(' '), { paused: true, utcOffset: 0, legacyMode });
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
    // croner counts days and months from 0.
    const counted = reason.replace(/(?<=for (day|month): )-?\d+$/, (value) => String(Number(value) + 1));
    throw new RangeError(`cron schedule "${expression}": ${counted}`);
  }
}
