import type { Scenario } from '../../scenario/scenario.js';
import { offeredWork, SLOTS } from '../runs/offered-work.js';
import { mayBeginLater, type RunWindow } from '../runs/run-window.js';

/** Windows of a run: half of them evenly spread, half where the work is. */
const WINDOWS = 8;
/** A window shorter than this is all beginning; of a short run, a part of one in so many is long enough. */
const SHORTEST_SECONDS = 1200;
const SHORTEST_SHARE = 12;

/**
 * Parts of a run by which candidates are put into an order: every other one in the middle of its part of the run, every
 * other one in the middle of its part of the work, so that peaks, spikes and scheduled jobs are among them. Where
 * something happens to the computes on the way a run cannot begin later: its beginning.
 *
 * @param share of the run that they take together; windows are never shorter than twenty minutes
 * @returns none where the share is not enough for one
 */
export function screeningWindows(scenario: Scenario, share: number): readonly RunWindow[] {
  const { duration_seconds } = scenario;
  const seconds = share * duration_seconds;
  const shortest = Math.min(SHORTEST_SECONDS, duration_seconds / SHORTEST_SHARE);
  if (seconds < shortest) return [];
  if (!mayBeginLater(scenario)) return [{ from_seconds: 0, to_seconds: Math.min(duration_seconds, seconds) }];
  const count = Math.min(WINDOWS, Math.floor(seconds / shortest));
  const length = Math.min(duration_seconds, seconds / count);
  const byWork = workQuantiles(scenario, Math.ceil(count / 2));
  const windows: RunWindow[] = [];
  for (let index = 0; index < count; index++) {
    const half = Math.floor(index / 2);
    const spread = (half + 0.5) / Math.max(1, Math.floor(count / 2));
    const middle = (index % 2 === 0 ? byWork[half] : undefined) ?? spread * duration_seconds;
    const begin = Math.floor(Math.min(Math.max(0, middle - length / 2), duration_seconds - length));
    const window = { from_seconds: begin, to_seconds: begin + Math.floor(length) };
    const overlaps = windows.some(
      (other) => other.from_seconds < window.to_seconds && window.from_seconds < other.to_seconds,
    );
    if (!overlaps) windows.push(window);
  }
  return windows.sort((a, b) => a.from_seconds - b.from_seconds);
}

/** Moments by which the middle of each of so many equal parts of the work has come. */
function workQuantiles(scenario: Scenario, parts: number): readonly number[] {
  const work = offeredWork(scenario, SLOTS);
  const all = work.reduce((sum, each) => sum + each, 0);
  const moments: number[] = [];
  let sum = 0;
  for (const [slot, each] of work.entries()) {
    sum += each;
    while (moments.length < parts && sum >= ((moments.length + 0.5) / parts) * all) {
      moments.push(((slot + 0.5) / SLOTS) * scenario.duration_seconds);
    }
  }
  return moments;
}
