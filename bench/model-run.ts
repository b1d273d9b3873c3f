/** Simulated before the measurement, so that the compiler has settled, as for the kernel. */
export const WARM_UP_SECONDS = 7200;

/** The report of one run of the whole model. */
export interface ModelRun {
  /** Queries that arrived; each one is accounted for. */
  readonly queries: number;
  readonly cpu_seconds: number;
  readonly events: number;
  /** Mean size while active, and its number of changes. */
  readonly mean_cu: number;
  readonly resizes: number;
  /** Rows and decisions that the observer received. */
  readonly timeline_rows: number;
  readonly decisions: number;
  /** Peak resident memory of the process. */
  readonly peak_resident_bytes: number;
}
