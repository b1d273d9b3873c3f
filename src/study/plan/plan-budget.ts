/** How much a plan may simulate. */
export interface PlanBudget {
  /** Work of search and report together, in queries of exact runs: two simulated events each. */
  readonly queries: number;
  /** Most replications of a candidate; `undefined`: as many as it takes to decide. */
  readonly replications: number | undefined;
}

/** About two minutes on two cores. */
export const DEFAULT_MAX_QUERIES = 500e6;
/** Default probability that the recommendation meets each constraint. */
export const DEFAULT_SAFETY = 0.95;

/** What is simulated, in this order; what one leaves of its part of the budget is the next one's. */
export type PlanPhase = 'screening' | 'search' | 'comparison' | 'growth' | 'sensitivity';

/** Share of the budget that is spent when a phase ends, at most. */
const SPENT_AFTER: Readonly<Record<PlanPhase, number>> = {
  screening: 0.4,
  search: 0.7,
  comparison: 0.86,
  growth: 0.96,
  sensitivity: 1,
};
/** If the budget allows fewer runs than this, the search may take most of it. */
const SEARCH_RUNS = 6;
const MAX_SHARE = 0.9;

const BUDGET_MARGIN = 1.1;

/** Work that may be done by the end of a phase, in queries. @param run work of one whole run */
export function queryLimit({ queries }: PlanBudget, phase: PlanPhase, run: number): number {
  const limit = SPENT_AFTER[phase] * queries;
  return phase === 'screening' ? limit : Math.max(limit, Math.min(MAX_SHARE * queries, SEARCH_RUNS * run));
}

/**
 * A budget that covers everything not evaluated, with a tenth to spare.
 * @param spent queries in all, and whether the search came to its end or would take more of a larger budget
 * @param left queries that loads and assumptions would take
 */
export function neededBudget(
  { queries, isSearched }: { readonly queries: number; readonly isSearched: boolean },
  { growth, sensitivity }: { readonly growth: number; readonly sensitivity: number },
): number {
  const [before, after] = [isSearched ? 0 : SPENT_AFTER.comparison, isSearched ? queries : 0];
  const needed = Math.max(
    queries,
    (after + growth) / (SPENT_AFTER.growth - before),
    (after + growth + sensitivity) / (SPENT_AFTER.sensitivity - before),
  );
  return roundedBudget(BUDGET_MARGIN * needed);
}

/** Rounded up to two digits. */
export function roundedBudget(queries: number): number {
  const [, exponent] = queries.toExponential().split('e');
  const step = Number(`1e${Number(exponent) - 1}`);
  return Math.ceil(queries / step) * step;
}
