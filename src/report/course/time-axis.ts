import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../../kernel/units.js';
import type { PlotAxis } from '../document/plot.js';

/** Distances between ticks, the smallest first. */
const STEPS = [
  { unit: 1, times: [1, 2, 5, 10, 15, 30] },
  { unit: MINUTE_SECONDS, times: [1, 2, 5, 10, 15, 30] },
  { unit: HOUR_SECONDS, times: [1, 2, 3, 6, 12] },
  { unit: DAY_SECONDS, times: [1, 2, 7, 14, 28, 91] },
].flatMap(({ unit, times }) => times.map((time) => time * unit));

/** The time of a run as an axis: values are seconds since its beginning, texts are UTC, midnights as days. */
export function timeAxis(start_epoch_seconds: number, [from, to]: readonly [number, number]): PlotAxis {
  return {
    label: 'Time, UTC',
    text: String,
    ends: [from, to],
    ticks: (most) => {
      const length = to - from;
      const step =
        STEPS.find((each) => length / each <= most) ?? Math.ceil(length / most / DAY_SECONDS) * DAY_SECONDS;
      const first = Math.ceil((start_epoch_seconds + from) / step) * step;
      const count = Math.floor((start_epoch_seconds + to - first) / step) + 1;
      return Array.from({ length: count }, (_, index) => first + index * step).map((moment) => ({
        value: moment - start_epoch_seconds,
        text: momentText(moment, step),
      }));
    },
  };
}

function momentText(epoch_seconds: number, step: number): string {
  const moment = new Date(epoch_seconds * 1000);
  if (step >= DAY_SECONDS || epoch_seconds % DAY_SECONDS === 0)
    return `${moment.getUTCDate()} ${moment.toUTCString().slice(8, 11)}`;
  const time = moment.toISOString().slice(11, 19);
  return step < MINUTE_SECONDS ? time : time.slice(0, 5);
}
