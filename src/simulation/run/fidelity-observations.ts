/** What was simulated of one compute's queries at hybrid fidelity. */
export interface FidelityObservations {
  /**
   * Ticks of which all was simulated, by the reason; `windows`: those of which only windows were. None where the
   * compute's loads allow nothing to be left out.
   */
  readonly ticks: Readonly<Record<string, number>>;
  /** Queries that were simulated, those included that count for nothing, and those that were left out. */
  readonly simulated_queries: number;
  readonly left_out_queries: number;
  /** As many queries of weight 1 would resolve a mean as well as those that were simulated. */
  readonly effective_queries: number;
  /** The same of the queries beyond each quantile of latency. */
  readonly effective_beyond: Readonly<Record<'p50' | 'p95' | 'p99' | 'p999', number>>;
  /** Failures that stand for more than were seen; among the failures. */
  readonly extrapolated_failures: number;
}
