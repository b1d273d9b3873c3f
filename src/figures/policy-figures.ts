import { COST, USE } from './cost.js';
import { type Values, valuesOf } from './figure.js';
import { IDLE_BY_POLICY, POLICY_OVERHEAD } from './idle.js';
import { DELAY, LATENCY } from './latency.js';
import { LIFECYCLE, RESUMES, STATES } from './lifecycle.js';
import { QUERIES, WAITS } from './queries.js';
import { CPU, MEMORY } from './resources.js';
import { measuredTotal, type PricedRun } from './run-figures.js';

const JUDGED_BY = {
  ...USE,
  ...COST,
  wakes: LIFECYCLE.wakes,
  ...RESUMES,
  suspends: LIFECYCLE.suspends,
  overhead_per_hour: POLICY_OVERHEAD.overhead_per_hour,
  ...WAITS,
  ...IDLE_BY_POLICY,
  cpu_slack: POLICY_OVERHEAD.cpu_slack,
  cpu_saturated: CPU.saturated,
  resizes: LIFECYCLE.resizes,
  latency_p50_ms: LATENCY.p50,
  latency_p99_ms: LATENCY.p99,
  delay_p99_ms: DELAY.p99,
  queries_arrived: QUERIES.arrived,
  queries_failed: QUERIES.failed,
  out_of_memory: MEMORY.out_of_memory,
  active_seconds: STATES.active_seconds,
} as const;

/**
 * The figures for judging policies, over all computes of a run. Shares and probabilities lie in [0, 1]; a figure is
 * `null` without a measurement.
 */
export type PolicyFigures = Values<typeof JUDGED_BY>;

/** Their names, in the order of tables. */
export const POLICY_FIGURES = Object.keys(JUDGED_BY) as readonly (keyof PolicyFigures)[];

/**
 * The figures of one run. Quality of service and idle-but-allocated time are the measures of proactive resume (ProRP,
 * SIGMOD 2024); slack is Autopilot's (EuroSys 2020).
 */
export function policyFigures(run: PricedRun): PolicyFigures {
  return valuesOf(JUDGED_BY, measuredTotal(run));
}
