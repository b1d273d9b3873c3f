import { DAY_SECONDS } from '../../../kernel/units.js';
import { elapsedText, momentText } from './moment-text.js';
import { Question } from './question.js';
import type { Kind, ReadingOptions } from './reading.js';
import { totalOf } from './reading.js';

/** A gap this many times as long as the rows on either side of it separates stray lines. */
const MIN_RATIO = 10;

/**
 * Asks about lines of another year, or joined files: a gap of a day or more, far longer than the rows on either side.
 * @param times ascending
 * @param width_seconds of an interval; 0 for single queries
 * @param values of the intervals; `undefined` for single queries
 * @throws Question
 */
export function askAboutStrays(
  times: Float64Array,
  width_seconds: number,
  dated: boolean,
  kind: Kind,
  values: Float64Array | undefined,
  options: ReadingOptions,
): void {
  // Two queries may be days apart.
  if (
    times.length < (width_seconds === 0 ? 3 : 2) ||
    !dated ||
    options.from !== undefined ||
    options.to !== undefined
  )
    return;
  let at = 0;
  for (let i = 1; i < times.length; i++)
    if (times[i]! - times[i - 1]! > times[at + 1]! - times[at]!) at = i - 1;
  const last = times.length - 1;
  const gap = times[at + 1]! - times[at]! - width_seconds;
  const spans = [times[at]! - times[0]! + width_seconds, times[last]! - times[at + 1]! + width_seconds];
  if (gap < DAY_SECONDS || gap < MIN_RATIO * Math.max(...spans)) return;
  const is_tail = at + 1 >= times.length / 2;
  const [begin, end] = is_tail ? [0, at + 1] : [at + 1, times.length];
  const bound = is_tail ? times[at]! + Math.max(1, width_seconds) : times[at + 1]!;
  const result = (from: number, to: number) => ({
    kind,
    total: values === undefined ? to - from : totalOf(kind, values.subarray(from, to)),
    dated,
    from: times[from]!,
    to: times[to - 1]! + width_seconds,
  });
  const strays = times.length - (end - begin);
  throw new Question(
    `${strays} of ${times.length} ${values === undefined ? 'queries' : 'rows'} are ${Math.round(gap / DAY_SECONDS)} days away from the others`,
    [
      {
        meaning: 'leave these out',
        options: { [is_tail ? 'to' : 'from']: isoText(is_tail ? Math.ceil(bound) : Math.floor(bound)) },
        result: result(begin, end),
      },
      {
        meaning: 'the recording covers all of the time',
        options: { from: isoText(Math.floor(times[0]!)) },
        result: result(0, times.length),
      },
    ],
  );
}

/** Fewer rows at equal distances may be so by chance. */
const MIN_COARSE = 5;

/**
 * Asks about rows at either end with a longer step than the others, as a store leaves them that keeps old values by the
 * day.
 * @param times ascending; may repeat
 * @param width_seconds of an interval
 * @throws Question
 */
export function askAboutSteps(times: Float64Array, width_seconds: number, options: ReadingOptions): void {
  if (options.from !== undefined || options.to !== undefined || options.interval_seconds !== undefined)
    return;
  const rows = times.filter((time, i) => i === 0 || time !== times[i - 1]!);
  const steps = Array.from(rows.subarray(1), (time, i) => time - rows[i]!);
  for (const [when, ordered] of [
    ['before', steps],
    ['from', steps.toReversed()],
  ] as const) {
    const step = ordered[0]!;
    const alike = ordered.findIndex((one) => one !== step);
    if (alike < MIN_COARSE || step < 2 * width_seconds) continue;
    const bound = rows[when === 'before' ? alike : rows.length - 1 - alike]!;
    throw new Question(
      `there is a row every ${elapsedText(step)} ${when} ${momentText(bound, 0)}, and every ${elapsedText(width_seconds)} otherwise`,
      [
        { meaning: 'the others alone', options: { [when === 'before' ? 'from' : 'to']: isoText(bound) } },
        {
          meaning: `each row is ${elapsedText(width_seconds)}`,
          options: { interval_seconds: width_seconds },
        },
      ],
    );
  }
}

function isoText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
