/**
 * Decisions by many runs of a scenario: replications, a comparison, a sweep, the best settings, capacity, a forecast,
 * and every policy side by side. All runs of a question draw the same random numbers, and the answer is the same for
 * any number of threads.
 *
 * @example
 * import { compare, loadVariant } from 'neap/plan';
 *
 * const variants = [
 *   await loadVariant('my-app.yaml', { name: 'today' }),
 *   await loadVariant('my-app.yaml', { name: 'smaller', set: ['computes.primary.autoscaling_limit_max_cu=1'] }),
 * ];
 * const plan = { replications: 10, confidence: 0.95 };
 * const { variants: [, smaller] } = await compare(variants, plan, { workers: 2 });
 * console.log(smaller?.figures.filter(({ difference }) => difference?.significant));
 *
 * @packageDocumentation
 */
export type { MonthHours, PricedUse } from '../cost/priced-use.js';
export type { PolicyFigures } from '../figures/policy-figures.js';
export { FIGURE_NAMES, FIGURE_UNITS, type FigureName, type FigureUnit } from '../figures/run-figures.js';
export type { PriceEntry } from '../vendors/price-book.js';
export {
  type ComparedFigure,
  type ComparedVariant,
  type Comparison,
  type ComparisonPlan,
  compare,
  type FigureDifference,
} from './compare/comparison.js';
export { type Sweep, type SweepPlan, type SweepRow, sweep } from './compare/sweep.js';
export { parseAxis, type SweepAxis } from './compare/sweep-axis.js';
export type { RunLedger } from './engine/run-ledger.js';
export type { WorkOptions, WorkProgress } from './engine/work-options.js';
export type { Backtest } from './growth/backtest.js';
export { capacity } from './growth/capacity.js';
export type * from './growth/capacity-result.js';
export { forecast } from './growth/forecast.js';
export type * from './growth/forecast-result.js';
export { type LoadGrowth, parseGrowth } from './growth/load-growth.js';
export { plan } from './plan/plan.js';
export { DEFAULT_MAX_QUERIES, type PlanBudget } from './plan/plan-budget.js';
export type * from './plan/plan-result.js';
export type { PlanQuestion } from './plan/plan-work.js';
export {
  type ComparisonOptions,
  comparePolicies,
  type PolicyComparison,
  type PolicyRow,
  type SideComparison,
} from './policies/policy-comparison.js';
export type { PolicyRegret } from './policies/policy-regret.js';
export { type Constraint, parseConstraint, sloConstraints } from './replicate/constraint.js';
export {
  MIN_REPLICATIONS,
  PRECISE_FIGURES,
  type ReachedPrecision,
  type ReplicationOptions,
  type ReplicationPlan,
  type ReplicationsDone,
  replicate,
} from './replicate/replications.js';
export type * from './replicate/steady-result.js';
export { steadyRun } from './replicate/steady-run.js';
export { SteadySeries } from './replicate/steady-series.js';
export {
  compileVariant,
  loadVariant,
  readSource,
  type ScenarioSource,
  type SourcedVariant,
} from './runs/scenario-source.js';
export type { Variant, VariantRun } from './runs/variant.js';
export { WorkerError } from './runs/worker-error.js';
