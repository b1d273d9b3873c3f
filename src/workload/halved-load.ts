import { scaled } from '../kernel/distribution-scale.js';
import type { LoadSpecification } from './load-specification.js';
import { scaledLoad } from './scaled-load.js';

/**
 * The same load at half its frequency: half the rate, every other firing of a cron job, clients that think twice as
 * long. What each query asks for stays. `undefined` for connections that send nothing, which have no frequency.
 */
export function halvedLoad(load: LoadSpecification): LoadSpecification | undefined {
  const { process } = load;
  switch (process.kind) {
    case 'none':
      return undefined;
    case 'cron':
      return { ...load, process: { ...process, each: 2 * (process.each ?? 1) } };
    case 'closed':
      return { ...load, process: { ...process, think_seconds: scaled(process.think_seconds, 2) } };
    default:
      return scaledLoad(load, 0.5);
  }
}
