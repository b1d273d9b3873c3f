import { DAY_SECONDS } from '../../../kernel/units.js';

/** Seconds of midnight; NaN for a day that does not exist. */
export function daySeconds(year: number, month: number, day: number): number {
  const ms = Date.UTC(year, month - 1, day);
  const date = new Date(ms);
  return month >= 1 &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    year >= 1970 &&
    year < 2100
    ? ms / 1000
    : Number.NaN;
}

/** `KW 02/2026`. */
const WEEK_FIRST = /^(?:KW|CW|W|week|woche|semaine|tydzień|vecka|uge) ?(\d{1,2})[ ,/.-]+(\d{4})$/i;

/** A day of a week of ISO 8601, or its Monday: `2026-W02-1`, `2026-W02`; or the first of a quarter. */
export function weekSeconds(text: string): number {
  const match = /^(\d{4})[ /-]?(?:W|KW|CW)-? ?(\d{1,2})(?:-([1-7]))?$/i.exec(
    text.replace(WEEK_FIRST, '$2-W$1'),
  );
  if (match === null) return quarterSeconds(text);
  const [year, week] = [Number(match[1]), Number(match[2])];
  if (week < 1 || week > 53) return Number.NaN;
  const fourth = daySeconds(year, 1, 4);
  // Day 0 of Unix time was a Thursday; week 1 has January 4.
  const weekday = (fourth / DAY_SECONDS + 3) % 7;
  return fourth + (7 * (week - 1) - weekday + Number(match[3] ?? 1) - 1) * DAY_SECONDS;
}

/** First day of a quarter: `2026-Q3`, `Q3 2026`. */
function quarterSeconds(text: string): number {
  const match = /^(\d{4})[ /-]?Q([1-4])$/i.exec(text.replace(/^(Q[1-4])[ ,/-]*(\d{4})$/i, '$2$1'));
  if (match === null) return Number.NaN;
  return daySeconds(Number(match[1]), 3 * Number(match[2]) - 2, 1);
}
