/** Options of `neap capacity` as commander hands them over. */
export interface CapacityOptions {
  /** Figures and bounds, such as `latency_p99 <= 300ms`. */
  readonly objective: readonly string[];
  /** False with `--no-slo`. */
  readonly slo: boolean;
  readonly growth?: string;
  readonly replications?: number;
  /** How closely the load is searched for, as a share. */
  readonly precision?: number;
  readonly confidence?: number;
  readonly workers?: number;
  readonly out?: string;
  readonly resume?: boolean;
  readonly seed?: string;
  readonly set: readonly string[];
  readonly json?: boolean;
  readonly markdown?: boolean;
}
