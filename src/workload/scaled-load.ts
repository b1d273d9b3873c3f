import { scaled } from '../kernel/distribution-scale.js';
import type { LoadSpecification, ProcessSpecification } from './load-specification.js';
import { scaledRate } from './rate/scaled-rate.js';

/** The part of a load that says how often it sends. */
type Sender = Pick<LoadSpecification, 'process'>;

/**
 * Whether a load grows when there is more use: scheduled jobs run as often as before, and connections that only stand
 * send nothing.
 */
export function growsWithUse({ process }: Pick<LoadSpecification, 'process'>): boolean {
  return process.kind !== 'cron' && process.kind !== 'none';
}

/**
 * The same load with `factor` times the queries; what each asks for, and who holds how many connections, stays. A load
 * that does not grow with use comes back as it is.
 *
 * Rates and counts are multiplied, gaps divided, the clients of a closed loop rounded to whole ones, and recorded
 * moments resampled along their own running count, so that bursts stay where they were. A factor of 0 leaves nothing.
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

/** The moments at which the running count, drawn as straight lines between arrivals, has grown by another 1 / factor. */
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
