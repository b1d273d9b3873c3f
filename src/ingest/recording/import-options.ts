import type { ReadingOptions } from '../../workload/trace/reading/reading.js';

/** Options of an import. */
export interface ImportOptions extends ReadingOptions {
  /** Queries that one request makes. */
  readonly queries_per_request: number;
  /** vCPU of the machine whose CPU % was recorded. */
  readonly vcpu: number | undefined;
}
