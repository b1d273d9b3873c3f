import { countText, elapsedText, momentText } from '../reading/moment-text.js';
import { Refusal } from '../reading/question.js';
import type { ReadingOptions } from '../reading/reading.js';
import type { Rows } from './series.js';

/** A run of intervals for which a trace has no row. */
export interface TraceGap {
  /** Index of the row before the gap. */
  readonly after: number;
  /** Where the first missing interval starts. */
  readonly at_seconds: number;
  /** Missing intervals in the run. */
  readonly missing: number;
}

const MAX_NAMED_GAPS = 3;

/**
 * The gaps of a series of intervals. A row late by half an interval or more leaves one out; smaller
 * irregularities are ignored.
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

export function missingIntervals(gaps: readonly TraceGap[]): number {
  return gaps.reduce((sum, gap) => sum + gap.missing, 0);
}

/** The number of missing intervals and the position of the first gaps, in words. */
function gapsText(gaps: readonly TraceGap[], width_seconds: number, origin: number | undefined): string {
  const missing = missingIntervals(gaps);
  const places = gaps.slice(0, MAX_NAMED_GAPS).map(({ at_seconds, missing: many }) => {
    const moment = momentText(at_seconds, origin);
    return many > 1 ? `${moment} (${many} intervals)` : moment;
  });
  const rest = gaps.length > MAX_NAMED_GAPS ? ` and ${gaps.length - MAX_NAMED_GAPS} more` : '';
  const what = missing === 1 ? '1 interval' : `${missing} intervals`;
  const verb = missing === 1 ? 'is' : 'are';
  return `${what} of ${elapsedText(width_seconds)} ${verb} missing: ${places.join(', ')}${rest}`;
}

/** More missing intervals are left out: nothing arrives then, either way. */
const MAX_FILLED = 10_000_000;

/**
 * Fills or refuses missing intervals by the rule, and notes those that are kept.
 * @param seconds width of an interval
 */
export function withGaps(
  rows: Rows,
  seconds: number,
  dated: boolean,
  rule: ReadingOptions['gaps'],
  notes: string[],
): Rows {
  noteOverlaps(rows.times, seconds, notes);
  const gaps = findGaps(rows.times, seconds);
  if (gaps.length === 0) return rows;
  const text = gapsText(gaps, seconds, dated ? 0 : undefined);
  if (rule === 'refuse') throw new Refusal(text, 'add the rows, or add --gaps keep or --gaps zero');
  if (rule !== 'zero') {
    notes.push(`${text}; nothing arrives then`);
    return rows;
  }
  const missing = missingIntervals(gaps);
  if (missing > MAX_FILLED) return rows;
  const times = new Float64Array(rows.times.length + missing);
  const values = new Float64Array(times.length);
  let row = 0;
  let from = 0;
  for (const { after, at_seconds, missing: many } of gaps) {
    for (; from <= after; from++, row++) [times[row], values[row]] = [rows.times[from]!, rows.values[from]!];
    for (let k = 0; k < many; k++, row++) times[row] = at_seconds + k * seconds;
  }
  for (; from < rows.times.length; from++, row++)
    [times[row], values[row]] = [rows.times[from]!, rows.values[from]!];
  return { times, values };
}

function noteOverlaps(times: Float64Array, seconds: number, notes: string[]): void {
  let overlaps = 0;
  for (let i = 1; i < times.length; i++) if (times[i]! - times[i - 1]! < seconds - 1e-6) overlaps += 1;
  if (overlaps === 0) return;
  const rows = countText(overlaps, 'row starts', 'rows start');
  notes.push(`${rows} less than ${elapsedText(seconds)} after the row before`);
}
