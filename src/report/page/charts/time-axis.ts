import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../../../kernel/units.js';
/** A moment that is written below curves. */
export interface TimeTick {
  /** Since the run's beginning. */
  readonly seconds: number;
  readonly text: string;
}

/** Distances of ticks, the finest first. */
const STEPS = [
  { unit: 1, times: [1, 2, 5, 10, 15, 30] },
  { unit: MINUTE_SECONDS, times: [1, 2, 5, 10, 15, 30] },
  { unit: HOUR_SECONDS, times: [1, 2, 3, 6, 12] },
  { unit: DAY_SECONDS, times: [1, 2, 7, 14, 28, 91] },
].flatMap(({ unit, times }) => times.map((time) => time * unit));

/**
 * Moments of UTC at even distances, midnights as days.
 * @param most no more than these
 */
export function timeTicks(
  start_epoch_seconds: number,
  duration_seconds: number,
  most: number,
): readonly TimeTick[] {
  const step =
    STEPS.find((each) => duration_seconds / each <= most) ??
    Math.ceil(duration_seconds / most / DAY_SECONDS) * DAY_SECONDS;
  const ticks: TimeTick[] = [];
  const end = start_epoch_seconds + duration_seconds;
  for (let moment = Math.ceil(start_epoch_seconds / step) * step; moment <= end; moment += step) {
    ticks.push({ seconds: moment - start_epoch_seconds, text: momentText(moment, step) });
  }
  return ticks;
}

function momentText(epoch_seconds: number, step: number): string {
  const moment = new Date(epoch_seconds * 1000);
  if (step >= DAY_SECONDS || epoch_seconds % DAY_SECONDS === 0)
    return `${moment.getUTCDate()} ${moment.toUTCString().slice(8, 11)}`;
  const time = moment.toISOString().slice(11, 19);
  return step < MINUTE_SECONDS ? time : time.slice(0, 5);
}
