import type { ComputeSpecification } from './computes.js';
import type { DataSpecification } from './data.js';

type Data = Omit<DataSpecification, 'assumptions'>;

/** Child branches with computes: branches other than the first compute's. */
export function computeBranches(computes: readonly Pick<ComputeSpecification, 'branch'>[]): number {
  return Math.max(0, new Set(computes.map(({ branch }) => branch)).size - 1);
}

/**
 * Bytes that a project stores at a given time: the root branch, and for each child the smaller of the bytes written
 * since it was created and the logical size.
 *
 * @param seconds since the scenario's start
 */
export function storedBytes(data: Data, compute_branches: number, seconds: number): number {
  const size = data.logical_size_bytes + data.growth_bytes_per_second * seconds;
  const written = (age_seconds: number): number =>
    Math.min(size, data.branch_written_bytes_per_second * (age_seconds + seconds));
  return size + data.branches * written(data.branch_age_seconds) + compute_branches * written(0);
}

/** Three hundred years in seconds: by then, data that grows exceeds every limit. */
const FAR_SECONDS = 1e10;

/** Seconds from the start until a project stores more than a limit; `null` if it never does. */
export function secondsToStored(data: Data, compute_branches: number, limit: number): number | null {
  const beyond = (seconds: number): boolean => storedBytes(data, compute_branches, seconds) > limit;
  if (beyond(0)) return 0;
  if (!beyond(FAR_SECONDS)) return null;
  let [below, above] = [0, FAR_SECONDS];
  // To the second.
  while (above - below > 1) {
    const middle = (below + above) / 2;
    if (beyond(middle)) above = middle;
    else below = middle;
  }
  return above;
}
