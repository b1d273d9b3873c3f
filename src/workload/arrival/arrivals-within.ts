import type { RandomStream } from '../../kernel/random-stream.js';
import { countBelow } from '../../statistics/count-below.js';
import type { LoadSpecification } from '../load-specification.js';
import { cronSchedule } from '../rate/cron-schedule.js';
import { rateCursor } from '../rate/rate-cursor.js';
import type { RateSpecification } from '../rate/rate-specification.js';
import { cycleSeconds } from './expected-queries.js';
import { rateIntegral } from './rate-integral.js';

/** Expected arrivals within a stretch of a given length, anywhere in the run. */
export interface ArrivalsWithin {
  readonly least: number;
  readonly most: number;
}

/** Steps per stretch, and maximum for the whole run. */
const STEPS_PER_STRETCH = 8;
const MAX_STEPS = 50_000;
/** Maximum number of windows of a rate, or firings of a schedule: the rest of the run is left out. */
const MAX_WINDOWS = 100_000;

/**
 * Minimum and maximum of the expected arrivals of a load within any stretch of a given length.
 *
 * @param streamFor returns the random stream of a purpose, for random rates
 */
export function arrivalsWithin(
  load: LoadSpecification,
  stretch_seconds: number,
  until_seconds: number,
  streamFor: (purpose: string) => RandomStream,
): ArrivalsWithin {
  const steps = Math.min(MAX_STEPS, Math.ceil((until_seconds * STEPS_PER_STRETCH) / stretch_seconds));
  const width = until_seconds / Math.max(1, steps);
  const masses = new Float64Array(steps);
  addArrivals(masses, width, load, streamFor);
  const together = Math.min(steps, Math.max(1, Math.round(stretch_seconds / width)));
  // A step longer than the stretch contributes a proportional part of its arrivals.
  const part = Math.min(1, stretch_seconds / (together * width));
  let sum = 0;
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  masses.forEach((mass, step) => {
    sum += mass - (step < together ? 0 : masses[step - together]!);
    most = Math.max(most, sum);
    if (step >= together - 1) least = Math.min(least, sum);
  });
  return { least: Math.max(0, least) * part, most: most * part };
}

function addArrivals(
  masses: Float64Array,
  width: number,
  load: LoadSpecification,
  streamFor: (purpose: string) => RandomStream,
): void {
  const { process } = load;
  const add = (at_seconds: number, count: number): void => {
    const step = Math.floor(at_seconds / width);
    if (step >= 0 && step < masses.length) masses[step]! += count;
  };
  switch (process.kind) {
    case 'poisson':
    case 'regular':
      addRate(masses, width, process.rate, streamFor);
      return;
    case 'renewal':
      masses.fill(1 / cycleSeconds(load));
      break;
    case 'closed':
      masses.fill(process.clients / cycleSeconds(load));
      break;
    case 'cron': {
      const { next } = cronSchedule(process.schedule, process.start_epoch_seconds, process.timezone);
      const end = masses.length * width;
      let time = next(-1);
      for (let firing = 0; firing < MAX_WINDOWS && time < end; firing++, time = next(time)) {
        add(time, process.count);
      }
      return;
    }
    case 'counts': {
      const { starts_seconds, width_seconds, counts } = process;
      const parts = Math.max(1, Math.ceil(width_seconds / width));
      counts.forEach((count, index) => {
        for (let part = 0; part < parts; part++) {
          add(starts_seconds[index]! + ((part + 0.5) * width_seconds) / parts, count / parts);
        }
      });
      return;
    }
    case 'arrivals': {
      let before = countBelow(process.times_seconds, 0);
      for (let step = 0; step < masses.length; step++) {
        const now = countBelow(process.times_seconds, (step + 1) * width);
        masses[step] = now - before;
        before = now;
      }
      return;
    }
    case 'none':
      return;
  }
  for (let step = 0; step < masses.length; step++) masses[step]! *= width;
}

function addRate(
  masses: Float64Array,
  width: number,
  rate: RateSpecification,
  streamFor: (purpose: string) => RandomStream,
): void {
  const cursor = rateCursor(rate, streamFor);
  const end = masses.length * width;
  let from = 0;
  for (let step = 0, windows = 0; step < masses.length; ) {
    cursor.advance(from);
    const stepEnd = step === masses.length - 1 ? end : (step + 1) * width;
    const until = Math.min(cursor.until, stepEnd);
    masses[step]! += rateIntegral(cursor, from, until);
    from = until;
    if (until === stepEnd) step += 1;
    else if (++windows > MAX_WINDOWS) return;
  }
}
