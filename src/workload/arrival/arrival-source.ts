import type { RandomStream } from '../../kernel/random-stream.js';
import { sampler } from '../../kernel/sampler.js';
import type { ProcessSpecification } from '../load-specification.js';
import { cronSchedule } from '../rate/cron-schedule.js';
import { rateCursor } from '../rate/rate-cursor.js';
import { countedArrivals } from './counts.js';
import { cronArrivals } from './cron.js';
import { EvenlySpacedArrivals } from './evenly-spaced.js';
import { IntegratedRateArrivals } from './integrated-rate.js';
import { PoissonArrivals } from './poisson.js';
import { recordedArrivals } from './recorded.js';
import { RenewalArrivals } from './renewal.js';
import { type ArrivalSource, END_OF_TIME } from './source.js';

/**
 * The arrivals of one load, from time 0; for a closed loop the first of each client, since the others depend on the
 * run.
 *
 * Each kind of draw has its own stream, by these purposes: `gap`, `thinning`, `jitter`, `placement`, and `rate`
 * with its parts (see `rateCursor`). The arrivals depend only on the process and these streams.
 *
 * Throws a RangeError for a process that breaks the contract of its type.
 *
 * @param streamFor returns the stream of a purpose; called once for each
 * @param horizon seconds; arrivals at or after it are left out, and no search goes beyond it. Pass the end of
 *   the run: without it, finding the next arrival of a tiny rate in many windows takes long.
 */
export function arrivalSource(
  process: ProcessSpecification,
  streamFor: (purpose: string) => RandomStream,
  horizon = END_OF_TIME,
): ArrivalSource {
  const end = Math.min(horizon, END_OF_TIME);
  switch (process.kind) {
    case 'poisson':
      return new PoissonArrivals(
        rateCursor(process.rate, streamFor),
        streamFor('gap'),
        streamFor('thinning'),
        end,
      );
    case 'regular':
      return regularArrivals(process, streamFor, end);
    case 'renewal':
      return new RenewalArrivals(sampler(process.gap, streamFor('gap')), end);
    case 'cron': {
      const schedule = cronSchedule(process.schedule, process.start_epoch_seconds, process.timezone);
      return cronArrivals(schedule, process.count, sampler(process.jitter, streamFor('jitter')), end);
    }
    case 'counts':
      return countedArrivals(process, streamFor('placement'), end);
    case 'arrivals':
      return recordedArrivals(process.times_seconds, end);
    case 'closed': {
      const { clients, ramp_seconds } = process;
      const first = Float64Array.from({ length: clients }, (_, client) => (client * ramp_seconds) / clients);
      return recordedArrivals(first, end);
    }
    case 'none':
      return recordedArrivals(new Float64Array(0), end);
  }
}

function regularArrivals(
  process: Extract<ProcessSpecification, { kind: 'regular' }>,
  streamFor: (purpose: string) => RandomStream,
  horizon: number,
): ArrivalSource {
  const { rate, offset_seconds: offset } = process;
  if (!(offset >= 0))
    throw new RangeError(`regular arrivals: expected an offset of 0 or more, got ${offset}`);
  if (rate.kind === 'constant') return new EvenlySpacedArrivals(rate.per_second, offset, horizon);
  return new IntegratedRateArrivals(rateCursor(rate, streamFor), offset, horizon);
}
