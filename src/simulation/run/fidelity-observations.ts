/**
 * Why every query of a compute is simulated at hybrid fidelity, from the beginning to the end: what an exact run does.
 * `policy`: another policy than the platform's own needs every query. `route`: a load sends to several computes. `arrivals`:
 * a load is always there, its arrivals depend on one another, or the proxy may limit its connections. `sparse`: queries never come fast enough.
 * `few_queries`: so few come fast enough that planning ticks would cost more than it spares.
 */
export type WholeReason = 'policy' | 'route' | 'arrivals' | 'sparse' | 'few_queries';

/** What was simulated of one compute's queries at hybrid fidelity. */
export interface FidelityObservations {
  /** Why all was simulated, where that was known before the run; absent where it is decided tick by tick. */
  readonly exact_throughout?: WholeReason;
  /** Ticks of which all was simulated, by the reason; `windows`: those of which only windows were. None where it is not decided tick by tick. */
  readonly ticks: Readonly<Record<string, number>>;
  /** Queries that were simulated, those included that count for nothing, and those that were left out. */
  readonly simulated_queries: number;
  readonly left_out_queries: number;
  /**
   * As many arrivals of weight 1 would be counted as well: `arrived` differs by chance, with a standard deviation of
   * `arrived` over the square root of this, from what the rates come to.
   */
  readonly effective_arrivals: number;
  /** As many queries of weight 1 would resolve a mean as well as those that were simulated. */
  readonly effective_queries: number;
  /** The same of the queries beyond each quantile of latency. */
  readonly effective_beyond: Readonly<Record<'p50' | 'p95' | 'p99' | 'p999', number>>;
  /** Failures that stand for more than were seen; among the failures. */
  readonly extrapolated_failures: number;
}
