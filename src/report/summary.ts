import {
  evaluateObjectives,
  type ObjectiveFigures,
  type ObjectiveResult,
} from '../availability/objectives.js';
import { type MonthCost, projectCost } from '../cost/compute-cost.js';
import { type PriceEntry, priceOf } from '../cost/price-book.js';
import type { ReplicationsDone } from '../planner/replications.js';
import type { Assumption, Scenario } from '../scenario/scenario.js';
import type { RunObservations } from '../simulation/observation.js';
import { type ComputeSummary, computeSummary } from './compute-summary.js';
import { monthlySavings, shortestTimeout } from './fleet-savings.js';
import { type FleetSummary, fleetSummary } from './fleet-summary.js';
import type { Intervals } from './mean-of-figures.js';
import type { PooledLatencyFigures } from './pooled-latency.js';
import { totalObservations } from './total-observations.js';

/** The plan of a run and the price that its cost rests on. */
interface PlanSummary {
  readonly name: string;
  /** The day whose prices apply, or `null` for the newest. */
  readonly as_of: string | null;
  readonly price: Omit<PriceEntry, 'plan'>;
}

/** What one calendar month cost, in all and by compute. */
interface MonthSummary extends Omit<MonthCost, 'computes'> {
  readonly computes: readonly ({ readonly name: string } & MonthCost['computes'][number])[];
}

/**
 * What came out of a run: the content of `summary.json`, and all that any other report of the run's totals
 * reads. Names and the order of keys are a contract; figures are in full precision.
 */
export interface Summary {
  /** The scenario's name. */
  readonly scenario: string;
  readonly seed: string;
  readonly replications: number;
  /** ISO 8601 UTC. */
  readonly start: string;
  readonly duration_seconds: number;
  readonly plan: PlanSummary;
  readonly computes: readonly ComputeSummary[];
  /**
   * The same figures over all computes: sums, merged distributions, probabilities over all arrivals, and
   * `availability.time` as the mean over computes, each with equal weight.
   */
  readonly total: ComputeSummary;
  /** Where the computes are a fleet's: who costs what; otherwise absent. */
  readonly fleet?: FleetSummary;
  readonly cost_by_month: readonly MonthSummary[];
  /** Seconds in which the project had no CU-hours left. */
  readonly quota_exhausted_seconds: number;
  readonly slo: readonly ObjectiveResult[];
  readonly assumptions: readonly Assumption[];
  readonly warnings: readonly string[];
  /** With replications: the figures above as mean and half-width. */
  readonly ci?: Intervals<Pick<Summary, 'computes' | 'total' | 'cost_by_month' | 'quota_exhausted_seconds'>>;
  /** With replications: quantiles of the queries of all of them. */
  readonly pooled?: { readonly latency_ms: PooledLatencyFigures };
  /** What became of the precision asked for, when one was. */
  readonly precision?: ReplicationsDone['precision'];
}

/** Computes every figure of a run's reports from its observations; the only place where that is done. */
export function summarise(scenario: Scenario, observations: RunObservations): Summary {
  const { computes, duration_seconds } = observations;
  const price = priceOf(scenario.plan);
  const cost = projectCost(
    { start_epoch_seconds: scenario.start_epoch_seconds, duration_seconds },
    computes.map((each) => each.cu_seconds_by_month),
    price,
  );
  const total = computeSummary(totalObservations(computes), duration_seconds * computes.length, cost);
  const { plan, ...terms } = price;
  const figures = computes.map((each, index) =>
    computeSummary(each, duration_seconds, cost.computes[index]!),
  );
  return {
    scenario: scenario.name,
    seed: scenario.seed,
    replications: 1,
    start: scenario.start,
    duration_seconds,
    plan: { name: plan, as_of: scenario.plan.as_of ?? null, price: terms },
    computes: figures,
    total,
    ...(scenario.fleet === undefined
      ? {}
      : {
          fleet: fleetSummary(
            scenario.fleet,
            figures,
            monthlySavings(scenario, observations, price.usd_per_cu_hour),
            shortestTimeout(scenario),
          ),
        }),
    cost_by_month: cost.by_month.map((month) => ({
      ...month,
      computes: month.computes.map((each, index) => ({ name: computes[index]!.name, ...each })),
    })),
    quota_exhausted_seconds: observations.quota_exhausted_seconds,
    slo: evaluateObjectives(scenario.slo, objectiveFigures(total), total.queries.arrived),
    assumptions: scenario.assumptions,
    warnings: scenario.warnings,
  };
}

/** A summary as the text of `summary.json`. */
export function summaryJson(summary: Summary): string {
  return `${JSON.stringify(summary, null, 2)}\n`;
}

/** What each objective of a scenario is held against: the figure over all computes. */
export function objectiveFigures(total: ComputeSummary): ObjectiveFigures {
  // What becomes of a query that still runs when the scenario ends is not known: it counts for neither side.
  const ended = total.queries.completed + total.queries.failed;
  return {
    success_rate: ended > 0 ? total.queries.completed / ended : null,
    availability_time: total.availability.time,
    wake_probability: total.wake_probability,
    delayed_probability: total.delayed_probability,
    latency_mean: total.latency_ms.mean,
    latency_p50: total.latency_ms.p50,
    latency_p90: total.latency_ms.p90,
    latency_p95: total.latency_ms.p95,
    latency_p99: total.latency_ms.p99,
    latency_p999: total.latency_ms.p999,
    latency_max: total.latency_ms.max,
    cost_usd: total.cost_usd,
    cost_usd_per_month: total.cost_usd_per_month,
    cu_hours: total.cu_hours,
  };
}
