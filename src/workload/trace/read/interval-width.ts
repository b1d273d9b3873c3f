import type { TraceSelection } from '../trace.js';
import { TraceError } from '../trace-error.js';
import { elapsedText } from './cells/time-text.js';
import { isEndName } from './columns/column-names.js';
import type { SeriesRows } from './raw-series.js';

/** How finely differences between rows are told apart: a microsecond. */
const PER_SECOND = 1e6;

/**
 * The width of an interval: as the selection has it, else the commonest difference between rows, the smallest
 * of those equally common.
 *
 * @param ordered ascending by time, the whole file
 * @returns it, and whether it is uneven: fewer than half of the rows are so far apart, and may be no intervals at all
 * @throws TraceError when there is one row only, or the given width would make most intervals overlap
 */
export function intervalWidth(
  ordered: SeriesRows,
  selection: Pick<TraceSelection, 'file' | 'interval_seconds'>,
) {
  const given = selection.interval_seconds;
  const { commonest, share } = commonestDifference(ordered.times);
  if (given !== undefined) {
    if (!(given > 0)) throw new TraceError(selection.file, `interval: ${given} s is not above 0`);
    if (given > commonest + 1 / PER_SECOND) {
      const reason = `rows are ${elapsedText(commonest)} apart, so that intervals of ${elapsedText(given)} would overlap`;
      throw new TraceError(selection.file, `${reason}; leave it out, or say interval: ${commonest}s at most`);
    }
    return { width_seconds: given, uneven: false, warnings: [] };
  }
  if (commonest === Number.POSITIVE_INFINITY) {
    const reason = 'one row does not tell how long an interval is; say it, as in interval: 5m';
    throw new TraceError(selection.file, reason);
  }
  const warnings: string[] = [];
  if (share < 0.5) {
    const percent = Math.round(share * 100);
    warnings.push(
      `rows are unevenly spaced: an interval is taken to be ${elapsedText(commonest)}, which holds for ${percent} % of them; if each row is one arrival, say kind: arrivals, else the width, as in interval: 5m`,
    );
  }
  return { width_seconds: commonest, uneven: share < 0.5, warnings };
}

function commonestDifference(times: Float64Array): { readonly commonest: number; readonly share: number } {
  const counts = new Map<number, number>();
  let total = 0;
  for (let i = 1; i < times.length; i++) {
    const difference = Math.round((times[i]! - times[i - 1]!) * PER_SECOND);
    if (difference === 0) continue;
    counts.set(difference, (counts.get(difference) ?? 0) + 1);
    total += 1;
  }
  let commonest = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const [difference, count] of counts) {
    if (count < most || (count === most && difference > commonest)) continue;
    commonest = difference;
    most = count;
  }
  return { commonest: commonest / PER_SECOND, share: total === 0 ? 0 : most / total };
}

/**
 * Puts rows whose moments are the ends of their intervals, by the column's name, at the beginnings.
 * @returns them, and by how much they were moved to there
 */
export function fromTheirBeginning(rows: SeriesRows, width_seconds: number, time_name: string | undefined) {
  if (time_name === undefined || !isEndName(time_name)) return { rows, before_seconds: 0, warnings: [] };
  const guess = `column "${time_name}" is named like the end of an interval, so that each begins ${elapsedText(width_seconds)} before; if it is the beginning, name it interval_start`;
  const times = rows.times.map((time) => time - width_seconds);
  return { rows: { ...rows, times }, before_seconds: width_seconds, warnings: [guess] };
}
