import type { ReadingOptions } from '../../workload/trace/reading/reading.js';

export interface ImportOptions extends ReadingOptions {
  readonly queries_per_request: number;
  /** vCPU of the machine whose CPU % was recorded. */
  readonly vcpu: number | undefined;
}
