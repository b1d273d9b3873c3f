/** Simulated before the measured run, so that the compiler has settled when the clock starts, as in the kernel's. */
export const WARM_UP_SECONDS = 7200;

/** What one run of the whole model reports. */
export interface ModelRun {
  /** Queries that arrived; each of them is accounted for. */
  readonly queries: number;
  readonly cpu_seconds: number;
  readonly events: number;
  /** Mean size while active, and how often it changed. */
  readonly mean_cu: number;
  readonly resizes: number;
  /** Rows and decisions that the observer received. */
  readonly timeline_rows: number;
  readonly decisions: number;
  /** The most memory the process has had resident. */
  readonly peak_resident_bytes: number;
}
