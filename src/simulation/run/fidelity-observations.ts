/**
 * Why every query of a compute is simulated at hybrid fidelity throughout the run, as in an exact run.
 * `policy`: a policy other than the platform's needs every query. `route`: a load sends to several computes.
 * `memory`: the memory of a load's queries grows while they run. `arrivals`: a load is always present, its arrivals
 * are dependent, or the proxy may limit its connections. `sparse`: the rate is never high enough. `few_queries`: too few
 * queries at high rates for planning ticks to be worthwhile.
 */
export type WholeReason = 'policy' | 'route' | 'memory' | 'arrivals' | 'sparse' | 'few_queries';

/** How one compute's queries were simulated at hybrid fidelity. */
export interface FidelityObservations {
  /** Why all queries were simulated, if that was known before the run; absent if it is decided tick by tick. */
  readonly exact_throughout?: WholeReason;
  /** Completely simulated ticks by reason; `windows`: ticks with windows. Empty if not decided tick by tick. */
  readonly ticks: Readonly<Record<string, number>>;
  /** Queries that were simulated, including uncounted ones, and queries that were left out. */
  readonly simulated_queries: number;
  readonly left_out_queries: number;
  /**
   * Equivalent number of arrivals of weight 1: `arrived` differs by chance from the number expected from the rates,
   * with a standard deviation of `arrived` over the square root of this.
   */
  readonly effective_arrivals: number;
  /** Number of queries of weight 1 that would resolve a mean equally well. */
  readonly effective_queries: number;
  /** The same for the queries beyond each quantile of latency. */
  readonly effective_beyond: Readonly<Record<'p50' | 'p95' | 'p99' | 'p999', number>>;
  /** Failures that represent more than were simulated; included in the failures. */
  readonly extrapolated_failures: number;
}
