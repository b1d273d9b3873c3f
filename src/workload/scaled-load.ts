import { scaled } from '../kernel/distribution-scale.js';
import type { LoadSpecification, ProcessSpecification } from './load-specification.js';
import { scaledRate } from './rate/scaled-rate.js';

/** The part of a load that determines how often it sends. */
type Sender = Pick<LoadSpecification, 'process'>;

/**
 * Whether a load grows with use: scheduled jobs, by cron or at a fixed interval, run as often as before, and idle
 * connections send no queries.
 */
export function growsWithUse({ process }: Pick<LoadSpecification, 'process'>): boolean {
  return process.kind !== 'cron' && process.kind !== 'none' && !isTimed(process);
}

/** Whether arrivals come at a fixed interval that does not depend on use, such as those of a poller. */
export function isTimed(process: ProcessSpecification): boolean {
  return process.kind === 'regular' && process.has_own_times === true;
}

/**
 * The same load with `factor` times the queries; demands and numbers of connections are unchanged. A load
 * that does not grow with use is returned unchanged.
 *
 * Rates and counts are multiplied, gaps divided, the clients of a closed loop rounded to whole ones, and recorded
 * times resampled along their running count, so that bursts stay in place. A factor of 0 removes the load.
 *
 * @param factor finite, 0 or more
 * @throws RangeError for any other factor
 */
export function scaledLoad<Load extends Sender>(load: Load, factor: number): Load {
  if (!(factor >= 0 && Number.isFinite(factor))) {
    throw new RangeError(`load factor: expected a finite number of 0 or more, got ${factor}`);
  }
  if (factor === 1 || !growsWithUse(load)) return load;
  return { ...load, process: factor === 0 ? { kind: 'none' } : scaledProcess(load.process, factor) };
}

function scaledProcess(process: ProcessSpecification, factor: number): ProcessSpecification {
  switch (process.kind) {
    case 'poisson':
    case 'regular':
      return { ...process, rate: scaledRate(process.rate, factor) };
    case 'renewal':
      return { ...process, gap: scaled(process.gap, 1 / factor) };
    case 'counts':
      return { ...process, counts: process.counts.map((count) => count * factor) };
    case 'arrivals':
      return { ...process, times_seconds: resampled(process.times_seconds, factor) };
    case 'closed':
      return { ...process, clients: Math.round(process.clients * factor) };
    case 'cron':
    case 'none':
      return process;
  }
}

/** The times at which the running count, drawn as straight lines between arrivals, has grown by another 1 / factor. */
function resampled(times: Float64Array, factor: number): Float64Array {
  const count = Math.round(times.length * factor);
  const moments = new Float64Array(count);
  for (let index = 0; index < count; index++) {
    const place = Math.min(times.length - 1, Math.max(0, (index + 0.5) / factor - 0.5));
    const before = Math.floor(place);
    const from = times[before]!;
    const to = times[Math.min(before + 1, times.length - 1)]!;
    moments[index] = from + (place - before) * (to - from);
  }
  return moments;
}
