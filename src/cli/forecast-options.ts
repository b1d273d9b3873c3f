/** Options of `neap forecast` as commander hands them over. */
export interface ForecastOptions {
  readonly months?: number;
  readonly growth?: string;
  readonly exact?: boolean;
  /** Figures and bounds, such as `latency_p99 <= 300ms`. */
  readonly objective: readonly string[];
  /** False with `--no-slo`. */
  readonly slo: boolean;
  /** How far straight lines between levels of load may be off, as a share. */
  readonly precision?: number;
  readonly replications?: number;
  readonly confidence?: number;
  readonly workers?: number;
  readonly out?: string;
  readonly resume?: boolean;
  readonly seed?: string;
  readonly set: readonly string[];
  readonly json?: boolean;
  readonly markdown?: boolean;
}
