import { DAY_SECONDS, HOUR_SECONDS } from '../../../kernel/units.js';
import { repeatsIn } from './duplicates.js';
import type { SeriesRows } from './raw-series.js';
import type { FileRows } from './read-rows.js';

/** Clocks are put back between midnight and four. */
const LATEST_SECONDS = 4 * HOUR_SECONDS;

/**
 * Where clocks without a zone seem to be put back by an hour: in the order of the file the rows go back once, by an hour
 * less an interval; where somebody has sorted them, or an interval is an hour, those of one hour at night are there
 * twice, and no others.
 *
 * @param ordered the same rows by time
 * @returns the line of the first row that is there again; 0 for none
 */
export function hourAgain(
  { times: { times }, first_back_line, origin_epoch_seconds }: FileRows,
  ordered: SeriesRows,
  width_seconds: number,
): number {
  let back = 0;
  let by = 0;
  for (let i = 1; i < times.length; i++) {
    const step = times[i - 1]! - times[i]!;
    if (step <= 0) continue;
    back += 1;
    by = step;
  }
  if (back === 1 && Math.abs(by - (HOUR_SECONDS - width_seconds)) <= 1e-3) return first_back_line;
  return back === 0 ? sortedHourAgain(ordered, width_seconds, origin_epoch_seconds ?? 0) : 0;
}

function sortedHourAgain({ times, lines }: SeriesRows, width_seconds: number, origin: number): number {
  const again = repeatsIn(times);
  const [first] = again;
  if (first === undefined || again.length !== Math.round(HOUR_SECONDS / width_seconds)) return 0;
  const begin = origin + times[first]!;
  const of_day = ((begin % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS;
  const last = times[again[again.length - 1]!]!;
  const one_hour = begin % HOUR_SECONDS === 0 && last - times[first]! < HOUR_SECONDS;
  const distinct = new Set(again.map((i) => times[i])).size === again.length;
  return one_hour && distinct && of_day < LATEST_SECONDS ? lines[first]! : 0;
}
