import { pricedPeriod } from '../../cost/bill/caps.js';
import { type MonthCost, projectCost, type RunningTime } from '../../cost/compute-cost.js';
import type { IdleSeen } from '../../cost/idle-saving.js';
import { evaluateObjectives, type ObjectiveResult } from '../../figures/objectives.js';
import { comparedFigures, measuredTotal } from '../../figures/run-figures.js';
import { runFindings } from '../../findings/catalogue.js';
import type { Finding } from '../../findings/finding.js';
import type { PriceEntry } from '../../plan/price-book.js';
import { priceAtStart } from '../../plan/price-stretch.js';
import type { BetweenDraws } from '../../planner/replicate/draw-variance.js';
import type { ReplicationsDone } from '../../planner/replicate/replications.js';
import type { Assumption, Scenario } from '../../scenario/scenario.js';
import type { RunObservations } from '../../simulation/run/observation.js';
import { type CauseSummary, causeSummaries } from '../causes/cause-summary.js';
import { jsonPieces } from '../text/json-pieces.js';
import { type ComputeSummary, computeSummary } from './compute-summary.js';
import { type FidelitySummary, fidelitySummary, fidelityText } from './fidelity-summary.js';
import { fleetSavings } from './fleet-savings.js';
import { type FleetSummary, fleetSummary } from './fleet-summary.js';
import type { Intervals } from './mean-of-figures.js';
import type { PooledLatencyFigures } from './pooled-latency.js';

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
  /** Who brought it about: each load, then what else kept a compute awake; absent where nobody knows. */
  readonly loads?: readonly CauseSummary[];
  /** What is worth a look in the scenario and its run, with replications in the first; absent as `loads` is. */
  readonly findings?: readonly Finding[];
  /** Where the computes are a fleet's: who costs what; otherwise absent. */
  readonly fleet?: FleetSummary;
  readonly cost_by_month: readonly MonthSummary[];
  /** Seconds in which the project had no CU-hours left. */
  readonly quota_exhausted_seconds: number;
  /** Where a cap cuts a month short: for how long computes run, with replications on the average; otherwise absent. */
  readonly running_time?: RunningTime;
  readonly slo: readonly ObjectiveResult[];
  readonly assumptions: readonly Assumption[];
  readonly warnings: readonly string[];
  /** At hybrid fidelity, of the first replication: what was simulated; otherwise absent. */
  readonly fidelity?: FidelitySummary;
  /** With replications: the figures above as mean and half-width. */
  readonly ci?: Intervals<
    Pick<Summary, 'computes' | 'total' | 'cost_by_month' | 'quota_exhausted_seconds' | 'loads'>
  >;
  /** With replications of a fleet whose tenants each drew anew: `computes` and `fleet` are those of the first. */
  readonly redrawn?: boolean;
  /** Then also: the share of each figure's variance that is due to who was drawn, and not to chance with the same tenants. */
  readonly draws?: { readonly between_draws: BetweenDraws };
  /** With replications: quantiles of the queries of all of them. */
  readonly pooled?: { readonly latency_ms: PooledLatencyFigures };
  /** What became of the precision asked for, when one was. */
  readonly precision?: ReplicationsDone['precision'];
}

/** Computes every figure of a run's reports from its observations; the only place where that is done. */
export function summarise(scenario: Scenario, observations: RunObservations): Summary {
  const { computes, duration_seconds } = observations;
  const price = priceAtStart(scenario);
  const cost = projectCost(
    pricedPeriod(scenario, observations),
    computes.map((each) => each.cu_seconds_by_month),
    scenario.plan,
  );
  const total = measuredTotal({ observations, cost });
  const loads = causeSummaries(scenario, observations, cost);
  const fidelity = observations.fidelity && fidelitySummary(computes, observations.fidelity);
  const { plan, ...terms } = price;
  const span = { duration_seconds, observed_seconds: duration_seconds };
  const figures = computes.map((each, index) =>
    computeSummary({ ...each, ...cost.computes[index]!, ...span }),
  );
  return {
    scenario: scenario.name,
    seed: scenario.seed,
    replications: 1,
    start: scenario.start,
    duration_seconds,
    plan: { name: plan, as_of: scenario.plan.as_of ?? null, price: terms },
    computes: figures,
    total: computeSummary(total),
    ...(loads && { loads, findings: runFindings(scenario, observations) }),
    ...fleetOf(scenario, figures, computes, duration_seconds),
    cost_by_month: cost.by_month.map((month) => ({
      ...month,
      computes: month.computes.map((each, index) => ({ name: computes[index]!.name, ...each })),
    })),
    quota_exhausted_seconds: observations.quota_exhausted_seconds,
    ...(cost.running_time && { running_time: cost.running_time }),
    slo: evaluateObjectives(scenario.slo, comparedFigures(total), total.arrived),
    assumptions: scenario.assumptions.map(asWritten),
    warnings: fidelity === undefined ? scenario.warnings : [...scenario.warnings, fidelityText(fidelity)],
    ...(fidelity && { fidelity }),
  };
}

/**
 * A fleet's figures, where the computes are one's.
 * @param seen idle periods of each tenant
 * @param observed_seconds for which each was seen
 */
export function fleetOf(
  scenario: Scenario,
  computes: readonly ComputeSummary[],
  seen: readonly IdleSeen[],
  observed_seconds: number,
): Pick<Summary, 'fleet'> {
  const { fleet } = scenario;
  if (fleet === undefined) return {};
  const { usd_per_cu_hour } = priceAtStart(scenario);
  return {
    fleet: fleetSummary(fleet, computes, fleetSavings(scenario, seen, observed_seconds, usd_per_cu_hour)),
  };
}

function asWritten({ name, value, source, confidence, set_by }: Assumption): Assumption {
  return { name, value, source, confidence, set_by };
}

/** A summary as the text of `summary.json`. */
export function summaryJson(summary: Summary): string {
  return [...summaryPieces(summary)].join('');
}

/** The same in pieces. */
export function* summaryPieces(summary: Summary): Generator<string, void, undefined> {
  yield* jsonPieces(summary);
  yield '\n';
}
