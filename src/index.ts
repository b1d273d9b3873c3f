/**
 * neap as a library: read a scenario, run it, read the result.
 *
 * @example
 * import { loadScenario, simulate, summarise } from 'neap';
 *
 * const scenario = await loadScenario('scenarios/hobby-app.yaml');
 * const summary = summarise(scenario, simulate(scenario));
 * console.log(summary.total.cost_usd, summary.total.wake_probability);
 *
 * @packageDocumentation
 */
export * from './availability/availability.js';
export * from './availability/objectives.js';
export * from './compute/agent/advance.js';
export * from './compute/agent/configuration.js';
export * from './compute/agent/goal.js';
export * from './compute/agent/scaling-state.js';
export * from './compute/agent/working-set.js';
export * from './compute/lifecycle.js';
export * from './compute/memory.js';
export * from './compute/page-popularity.js';
export * from './compute/policy/policy-parameter.js';
export * from './compute/policy/size-policies.js';
export * from './compute/policy/size-policy.js';
export * from './compute/policy/suspend-policies.js';
export * from './compute/policy/suspend-policy.js';
export * from './compute/size.js';
export * from './compute/vm-monitor.js';
export * from './cost/billed-segments.js';
export * from './cost/compute-cost.js';
export * from './cost/price-book.js';
export type { Distribution } from './kernel/distribution.js';
export * from './kernel/distribution-fit.js';
export * from './kernel/distribution-function.js';
export * from './kernel/distribution-moments.js';
export * from './kernel/distribution-scale.js';
export * from './kernel/quantile.js';
export * from './kernel/random-stream.js';
export * from './kernel/sampler.js';
export * from './planner/comparison.js';
export type { WorkOptions, WorkProgress } from './planner/make-runs.js';
export * from './planner/policy-comparison.js';
export * from './planner/policy-figures.js';
export * from './planner/policy-regret.js';
export type { ComparisonOptions, ComparisonProgress } from './planner/policy-runner.js';
export * from './planner/policy-variants.js';
export * from './planner/replications.js';
export * from './planner/run-figures.js';
export type { KeptRun, RunLedger } from './planner/run-ledger.js';
export * from './planner/scenario-source.js';
export * from './planner/sweep.js';
export * from './planner/sweep-axis.js';
export * from './planner/variant.js';
export * from './planner/worker-error.js';
export * from './platform/plan-limits.js';
export type { FigureInterval, Intervals } from './report/mean-of-figures.js';
export * from './report/replicated-summary.js';
export * from './report/summary.js';
export * from './scenario/diagnostic.js';
export * from './scenario/load-scenario.js';
export type * from './scenario/scenario.js';
export * from './simulation/invariant.js';
export type * from './simulation/observation.js';
export * from './simulation/policy-error.js';
export * from './simulation/simulation.js';
export * from './statistics/batch-means.js';
export * from './statistics/confidence-interval.js';
export * from './statistics/effective-sample.js';
export * from './statistics/histogram.js';
export * from './statistics/holm.js';
export * from './statistics/mser.js';
export * from './statistics/paired-difference.js';
export * from './statistics/precision-rule.js';
export * from './statistics/quantile-interval.js';
export * from './statistics/replications-needed.js';
export * from './statistics/steady-state.js';
export * from './statistics/student-t.js';
export * from './statistics/time-weighted.js';
export * from './workload/arrival/arrival-source.js';
export type * from './workload/load-specification.js';
export * from './workload/rate/b-model.js';
export * from './workload/rate/rate-cursor.js';
export type * from './workload/rate-specification.js';
export * from './workload/trace/inspect-trace.js';
export * from './workload/trace/read-trace.js';
export type * from './workload/trace/trace.js';
export * from './workload/trace/trace-error.js';
