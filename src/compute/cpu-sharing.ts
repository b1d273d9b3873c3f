import type { CpuLimit } from './cpu-limit.js';
import { ProcessorSharing } from './processor-sharing.js';
import { ThrottledSharing } from './throttled-sharing.js';

/** Queries that share the CPU of one compute, with any kind of limit; sizes are in CU. */
export type CpuSharing = Pick<
  ProcessorSharing,
  | 'running'
  | 'vcpu'
  | 'runningArea'
  | 'cpuSeconds'
  | 'saturatedSeconds'
  | 'workAtMost'
  | 'backlogSeconds'
  | 'synchronise'
  | 'freeze'
  | 'weigh'
  | 'add'
  | 'nextCompletion'
  | 'complete'
  | 'remove'
  | 'resize'
  | 'clear'
>;

/**
 * The CPU of a compute of some size under a limit.
 * @param phase draws the position in a period at which a machine starts, as a share of the period
 */
export function cpuSharing(limit: CpuLimit, cu: number, phase: () => number): CpuSharing {
  return limit.kind === 'share' ? new ProcessorSharing(cu) : new ThrottledSharing(limit, cu, phase);
}
