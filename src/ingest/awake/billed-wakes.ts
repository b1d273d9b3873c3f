import { sum } from '../../kernel/sums.js';
import { HOUR_SECONDS } from '../../kernel/units.js';
import type { BilledFrame } from '../monitoring/sleeping-load.js';

/** The suspend timeout of a compute that sets none. */
export const USUAL_TIMEOUT_SECONDS = 300;
const MIN_FRAMES = 12;
/** Hours differ by one wake at most if polls are regular; a wake is a little longer than the timeout. */
const MAX_DIFFERENCE = 1.2;
/** Wakes per hour below which hours with and without a wake cannot be distinguished from chance. */
const MIN_WAKES_PER_HOUR = 0.4;

/** A period that hourly amounts allow, or why they show none. */
export type BilledPattern =
  | { readonly kind: 'period'; readonly period_seconds: number; readonly frames: number }
  | { readonly kind: 'none'; readonly reason: string };

/**
 * The period of a poller by the quietest hours of the day: n polls an hour keep a compute awake for n timeouts.
 * @param awakeSeconds how long a compute was awake in a frame
 * @param timeout_seconds the suspend timeout
 */
export function billedPattern(
  frames: readonly BilledFrame[],
  awakeSeconds: (frame: BilledFrame) => number,
  timeout_seconds: number,
): BilledPattern {
  if (frames.some(({ seconds }) => seconds !== HOUR_SECONDS))
    return none('daily amounts do not show a period; export granularity=hourly, or the operations');
  // The first and last frames may be cut off by the beginning and the end of the record.
  const inner = frames.slice(1, -1);
  if (inner.length < MIN_FRAMES)
    return none(`${frames.length} hours are too few to show a period; expected ${MIN_FRAMES + 2} at least`);
  const hourOf = ({ start }: BilledFrame) => Math.floor(start / HOUR_SECONDS) % 24;
  const means = Array.from({ length: 24 }, (_, hour) => {
    const own = inner.filter((frame) => hourOf(frame) === hour).map(awakeSeconds);
    return own.length === 0 ? Number.POSITIVE_INFINITY : sum(own) / own.length;
  });
  const spread = MAX_DIFFERENCE * timeout_seconds;
  const least_mean = Math.min(...means);
  const quiet = inner.filter((frame) => means[hourOf(frame)]! <= least_mean + spread).map(awakeSeconds);
  const mean = sum(quiet) / quiet.length;
  const [least, most] = [Math.min(...quiet), Math.max(...quiet)];
  if (least > HOUR_SECONDS - timeout_seconds) return none('it does not sleep even in its quietest hours');
  if (mean < MIN_WAKES_PER_HOUR * timeout_seconds)
    return none('most hours have no wake: nothing polls it every hour or two');
  if (quiet.length < MIN_FRAMES || most - least > spread)
    return none('the quietest hours are unlike each other, so that a period does not show');
  return { kind: 'period', period_seconds: (HOUR_SECONDS * timeout_seconds) / mean, frames: quiet.length };
}

function none(reason: string): BilledPattern {
  return { kind: 'none', reason };
}
