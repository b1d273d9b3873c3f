import { elapsedText, momentText } from './cells/time-text.js';

/** A run of intervals for which a trace has no row. */
export interface TraceGap {
  /** Index of the row before the gap. */
  readonly after: number;
  /** Where the first missing interval starts. */
  readonly at_seconds: number;
  /** Missing intervals in the run. */
  readonly missing: number;
}

/** How many gaps a message names. */
const NAMED = 3;

/**
 * The gaps of a series of intervals. A row late by half an interval or more leaves one out; smaller
 * irregularities are none.
 *
 * @param times_seconds starts of intervals, ascending
 */
export function findGaps(times_seconds: Float64Array, width_seconds: number): readonly TraceGap[] {
  const gaps: TraceGap[] = [];
  for (let i = 1; i < times_seconds.length; i++) {
    const missing = Math.round((times_seconds[i]! - times_seconds[i - 1]!) / width_seconds) - 1;
    if (missing > 0) gaps.push({ after: i - 1, at_seconds: times_seconds[i - 1]! + width_seconds, missing });
  }
  return gaps;
}

/** How many intervals are missing in all. */
export function missingIntervals(gaps: readonly TraceGap[]): number {
  return gaps.reduce((sum, gap) => sum + gap.missing, 0);
}

/**
 * How many intervals are missing and where the first gaps are, in words.
 *
 * @param lines the line of each row, for messages about a file
 */
export function gapsText(
  gaps: readonly TraceGap[],
  width_seconds: number,
  origin_epoch_seconds: number | undefined,
  lines?: Uint32Array,
): string {
  const missing = missingIntervals(gaps);
  const places = gaps.slice(0, NAMED).map((gap) => {
    const many = gap.missing > 1 ? [`${gap.missing} intervals`] : [];
    const line = lines === undefined ? [] : [`after line ${lines[gap.after]}`];
    const notes = [...many, ...line].join(', ');
    return momentText(gap.at_seconds, origin_epoch_seconds) + (notes === '' ? '' : ` (${notes})`);
  });
  const rest = gaps.length > NAMED ? ` and ${gaps.length - NAMED} more` : '';
  const what = missing === 1 ? '1 interval' : `${missing} intervals`;
  const verb = missing === 1 ? 'is' : 'are';
  return `${what} of ${elapsedText(width_seconds)} ${verb} missing: ${places.join(', ')}${rest}`;
}
