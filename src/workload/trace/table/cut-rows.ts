import { isoSeconds } from '../cells/moments.js';
import { plainNumber } from '../cells/number-column.js';
import { momentText, parseElapsed } from '../reading/moment-text.js';
import { Refusal } from '../reading/question.js';
import type { ReadingOptions } from '../reading/reading.js';
import type { Rows } from './series.js';

/** The reference times for the bounds of a cut. */
interface CutContext {
  /** Time of the first row of the file, with a value or without. */
  readonly first: number;
  readonly dated: boolean;
}

/**
 * Keeps the rows at or after `from` and before `to`.
 * @returns also both bounds in the seconds of the rows, if given
 * @throws Refusal if a bound is not a time of this file, or no row lies between the two
 */
export function cutRows({ times, values }: Rows, context: CutContext, options: ReadingOptions) {
  const low = boundSeconds('from', options.from, context);
  const high = boundSeconds('to', options.to, context);
  if (low === undefined && high === undefined) return { rows: { times, values }, low, high };
  const begin = low === undefined ? 0 : lowerBound(times, low);
  const end = high === undefined ? times.length : lowerBound(times, high);
  if (end <= begin) {
    const origin = context.dated ? 0 : undefined;
    const covers = `${momentText(times[0]!, origin)} to ${momentText(times[times.length - 1]!, origin)}`;
    throw new Refusal(
      `no row lies between from (${options.from ?? 'the first row'}) and to (${options.to ?? 'the end'}); the file has rows from ${covers}`,
    );
  }
  return { rows: { times: times.subarray(begin, end), values: values.subarray(begin, end) }, low, high };
}

function lowerBound(times: Float64Array, bound: number): number {
  const at = times.findIndex((time) => time >= bound);
  return at < 0 ? times.length : at;
}

/** Seconds of `from` or `to`: a timestamp, or a duration from the first row. */
export function boundSeconds(
  role: 'from' | 'to',
  given: string | number | undefined,
  { first, dated }: CutContext,
): number | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'number') return first + given;
  const moment = isoSeconds(given);
  if (moment !== undefined) {
    if (dated) return moment;
    throw new Refusal(
      `${role} is a timestamp (${given}), and the file has offsets only; expected seconds from the first row`,
    );
  }
  const number = plainNumber(given);
  const elapsed = Number.isNaN(number) ? parseElapsed(given) : number;
  if (Number.isFinite(elapsed)) return first + elapsed;
  throw new Refusal(
    `${role}: "${given}" is not a moment; expected a timestamp such as 1998-05-04T00:00:00Z or seconds from the first row`,
  );
}
