import { Cron } from 'croner';

/** The firings of a cron expression, in seconds since the scenario's start. */
export interface CronSchedule {
  /** The first firing later than `after_seconds`, which may be negative; Infinity when there is none. */
  next(afterSeconds: number): number;
}

/**
 * Reads a five-field cron expression (minute, hour, day of month, month, day of week; names, lists, ranges,
 * steps, `L` and `#` as `croner` has them). Fields are in UTC, so there is no daylight-saving time. Where both
 * days are restricted either one fires, as in Vixie cron.
 *
 * Throws a RangeError that says what is wrong with the expression. `?`, which stands for the moment of reading
 * in `croner`, is refused: the result would depend on the wall clock.
 *
 * @param startEpochSeconds Unix time of the scenario's start
 */
export function cronSchedule(expression: string, startEpochSeconds: number): CronSchedule {
  const cron = parse(expression);
  return {
    next(afterSeconds) {
      // croner looks for whole seconds later than the one it is given.
      const from = new Date(Math.floor(startEpochSeconds + afterSeconds) * 1000);
      const firing = cron.nextRun(from);
      return firing === null ? Number.POSITIVE_INFINITY : firing.getTime() / 1000 - startEpochSeconds;
    },
  };
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
    // A fixed offset instead of a time zone: the same firings, fifty times as fast.
    return new Cron(fields.join(' '), { paused: true, utcOffset: 0 });
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
    throw new RangeError(`cron schedule "${expression}": ${reason}`);
  }
}
