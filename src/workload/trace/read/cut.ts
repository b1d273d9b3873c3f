import { countBelow } from '../../../statistics/count-below.js';
import type { TraceSelection } from '../trace.js';
import { TraceError } from '../trace-error.js';
import { momentText, parseElapsed, parseNumber } from './cells/time-text.js';
import { parseTimestamp, secondsOf } from './cells/timestamp.js';
import { type SeriesRows, sliceRows } from './raw-series.js';

/** The part of a trace that is kept. */
export interface CutRows {
  readonly rows: SeriesRows;
  /** The beginning of the part: `from`, or the first row; seconds after the file's origin. */
  readonly begin_seconds: number;
  /** Its end: `to`, or the end of the last interval, or one mean gap after the last arrival. */
  readonly end_seconds: number;
  readonly warnings: readonly string[];
}

type CutSelection = Pick<TraceSelection, 'file' | 'from' | 'to'>;

/**
 * Keeps the rows at or after `from` and before `to`.
 *
 * @param ordered ascending by time; at least one row
 * @param width_seconds of an interval; 0 for single arrivals
 * @param beginning_seconds what bounds in seconds count from: the file's first row, which may have no value
 * @throws TraceError when a bound is no moment of this trace, or nothing lies between the two
 */
export function cutRows(
  ordered: SeriesRows,
  width_seconds: number,
  selection: CutSelection,
  origin_epoch_seconds: number | undefined,
  beginning_seconds = ordered.times[0]!,
): CutRows {
  const { times } = ordered;
  const first = times[0]!;
  const last = times[times.length - 1]!;
  const mean_gap = times.length > 1 ? (last - first) / (times.length - 1) : 0;
  const from = bound('from', selection, beginning_seconds, origin_epoch_seconds);
  const to = bound('to', selection, beginning_seconds, origin_epoch_seconds);
  const kept = sliceRows(
    ordered,
    countBelow(times, from ?? first),
    countBelow(times, to ?? Number.POSITIVE_INFINITY),
  );
  if (kept.times.length === 0) {
    const covers = `${momentText(first, origin_epoch_seconds)} to ${momentText(last, origin_epoch_seconds)}`;
    const reason = `no row lies between from (${String(selection.from ?? 'the first row')}) and to (${String(selection.to ?? 'the end')})`;
    throw new TraceError(selection.file, `${reason}; the file has rows from ${covers}`);
  }
  const last_kept = kept.times[kept.times.length - 1]!;
  const begin_seconds = from ?? kept.times[0]!;
  const end_seconds = to ?? last_kept + (width_seconds > 0 ? width_seconds : mean_gap);
  const warnings: string[] = [];
  const text = (seconds: number) => momentText(seconds, origin_epoch_seconds);
  const slack = width_seconds > 0 ? width_seconds : mean_gap;
  const silent_before = kept.times[0]! - begin_seconds;
  // Single arrivals may well begin after `from` and end before `to`: only the file's ends are worth a word.
  if (silent_before > slack - 1e-6 && (width_seconds > 0 || begin_seconds < first)) {
    warnings.push(
      `from is ${text(begin_seconds)}; nothing arrives until the first row kept, ${text(kept.times[0]!)}`,
    );
  }
  const silent_after = end_seconds - last_kept - slack;
  if (silent_after > slack - 1e-6 && (width_seconds > 0 || last_kept === last)) {
    warnings.push(`to is ${text(end_seconds)}; nothing arrives after the last row kept, ${text(last_kept)}`);
  }
  return { rows: kept, begin_seconds, end_seconds, warnings };
}

/** Seconds after the file's origin that a bound of the cut stands for. */
function bound(
  role: 'from' | 'to',
  selection: CutSelection,
  first_seconds: number,
  origin_epoch_seconds: number | undefined,
): number | undefined {
  const given = selection[role];
  if (given === undefined) return undefined;
  if (typeof given === 'number') return first_seconds + given;
  const timestamp = parseTimestamp(given);
  if (timestamp !== undefined) {
    if (origin_epoch_seconds !== undefined) {
      return secondsOf(timestamp.epoch_seconds - origin_epoch_seconds, timestamp.fraction);
    }
    const reason = `${role} is a timestamp (${given}), and the file has offsets only`;
    throw new TraceError(selection.file, `${reason}; give seconds from the first row`);
  }
  const number = parseNumber(given);
  const elapsed = Number.isNaN(number) ? parseElapsed(given) : number;
  if (Number.isFinite(elapsed)) return first_seconds + elapsed;
  const expected = 'a timestamp such as 1998-05-04T00:00:00Z or seconds from the first row';
  throw new TraceError(selection.file, `${role}: "${given}" is not a moment; expected ${expected}`);
}
