import { OVERLOAD_SECONDS } from '../../compute/backlog.js';
import { pricedPeriod } from '../../cost/bill/caps.js';
import { extraLines } from '../../cost/bill/extra-lines.js';
import { type LimitReached, limitsReached } from '../../cost/bill/limits-reached.js';
import { type Cost, type MonthCost, projectCost, type RunningTime } from '../../cost/compute-cost.js';
import type { IdleSaving } from '../../cost/idle-saving.js';
import { evaluateObjectives, type ObjectiveResult } from '../../figures/objectives.js';
import { comparedFigures, pricedTotal } from '../../figures/run-figures.js';
import { ObservationsTotal } from '../../figures/total-observations.js';
import { jsonPieces } from '../../files/json-pieces.js';
import { runFindings } from '../../findings/catalogue.js';
import { computesSeen } from '../../findings/computes-seen.js';
import type { Finding } from '../../findings/finding.js';
import type { ChosenFix } from '../../findings/fix.js';
import type { Assumption, Scenario } from '../../scenario/scenario.js';
import {
  type ComputeDetails,
  type ComputeSink,
  passComputes,
  type RunFigures,
} from '../../simulation/outcome/compute-sink.js';
import type { CauseObservations } from '../../simulation/run/cause-observations.js';
import type { FidelityObservations } from '../../simulation/run/fidelity-observations.js';
import type { ComputeObservations, RunObservations } from '../../simulation/run/observation.js';
import type { PriceEntry } from '../../vendors/price-book.js';
import { checkedUntil } from '../../vendors/price-book.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import type { ReplicationsDone } from '../replicate/replications.js';
import { type CauseSummary, CauseTotals } from './cause-summary.js';
import { type ComputeSummary, computeSummary, SummaryList, type SummaryRows } from './compute-summary.js';
import { type FidelitySummary, fidelitySummary, fidelityText } from './fidelity-summary.js';
import { fleetSavings, tenantIdleSaving } from './fleet-savings.js';
import { type FleetSummary, fleetSummary } from './fleet-summary.js';
import type { Intervals } from './mean-of-figures.js';
import type { PooledLatencyFigures } from './pooled-latency.js';
import { slowFrom } from './slow-answers.js';

/** The plan of a run and the price that its cost rests on. */
interface PlanSummary {
  readonly name: string;
  /** The day whose prices apply, or `null` for the newest. */
  readonly as_of: string | null;
  readonly price: Omit<PriceEntry, 'plan'>;
}

/** The cost of one calendar month, in total and by compute. */
interface MonthSummary extends Omit<MonthCost, 'computes'> {
  readonly computes: readonly ({ readonly name: string } & MonthCost['computes'][number])[];
}

/**
 * The results of a run: the content of `summary.json`, and the input of every other report of the run's totals.
 * Names and the order of keys are a contract; figures are in full precision.
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
  /** The day until which the prices of all amounts were checked, `YYYY-MM-DD`. */
  readonly prices_checked_until: string;
  readonly computes: readonly ComputeSummary[];
  /**
   * The same figures over all computes: sums, merged distributions, probabilities over all arrivals, and
   * `availability.time` as the mean over computes, each with equal weight.
   */
  readonly total: ComputeSummary;
  /** Use by cause: each load, then other reasons that kept a compute awake; absent if unknown. */
  readonly loads?: readonly CauseSummary[];
  /** What is worth a look in the scenario and its run, with replications in the first; absent as `loads` is. */
  readonly findings?: readonly Finding[];
  /** The change to recommend: what it saves was simulated; absent if no change is worth it, or none was simulated. */
  readonly fix?: ChosenFix;
  /** The cost of each tenant of a fleet; absent without a fleet. */
  readonly fleet?: FleetSummary;
  readonly cost_by_month: readonly MonthSummary[];
  /** Seconds after the project's CU-hours were exhausted. */
  readonly quota_exhausted_seconds: number;
  /** Limits that the run reached, or a month at its rate would, with replications in the first; absent if there are none. */
  readonly limits_reached?: readonly LimitReached[];
  /** Where a cap cuts a month short: for how long computes run, with replications on the average; otherwise absent. */
  readonly running_time?: RunningTime;
  /** From which 99th percentile of latency on answers are slow: twice what the queries take; absent: as overload is. */
  readonly slow_seconds?: number;
  readonly slo: readonly ObjectiveResult[];
  /** Parts of the bill that the scenario specifies in addition to compute time, which no amount here includes. */
  readonly extra_lines?: readonly string[];
  readonly assumptions: readonly Assumption[];
  readonly warnings: readonly string[];
  /** At hybrid fidelity, of the first replication: what was simulated; otherwise absent. */
  readonly fidelity?: FidelitySummary;
  /** With replications: the figures above as mean and half-width. */
  readonly ci?: Intervals<
    Pick<Summary, 'computes' | 'total' | 'cost_by_month' | 'quota_exhausted_seconds' | 'loads'>
  >;
  /** Replications of a fleet with new tenants in each: `computes` and `fleet` are those of the first. */
  readonly redrawn?: boolean;
  /** With replications: quantiles of the queries of all of them. */
  readonly pooled?: { readonly latency_ms: PooledLatencyFigures };
  /** Whether the requested precision was reached. */
  readonly precision?: ReplicationsDone['precision'];
}

/** The cost of a compute is known once all computes have been added. */
const NOT_PRICED: Cost = { cost_usd: 0, cost_usd_per_month: 0 };

/** Computes every figure of a run's reports from its observations. */
export function summarise(scenario: Scenario, observations: RunObservations): Summary {
  const figures = new RunSummary(scenario, new SummaryList());
  passComputes(observations, figures);
  return figures.summary(observations);
}

/**
 * Computes every figure of a run's reports from the observations of its computes; the only place that does. Computes
 * are added one after the other in the order of the scenario, and none is kept.
 */
export class RunSummary implements ComputeSink {
  readonly #scenario: Scenario;
  readonly #usd_per_cu_hour: number;
  readonly #figures: SummaryRows;
  readonly #total = new ObservationsTotal();
  readonly #causes: CauseTotals;
  readonly #fidelity: FidelityObservations[] = [];
  readonly #uses: ComputeObservations['cu_seconds_by_month'][] = [];
  readonly #savings: IdleSaving[] = [];
  /** The computes that rules evaluate, by index. */
  readonly #looked_at: Record<number, ComputeObservations> = {};
  readonly #looked_at_causes: Record<number, readonly CauseObservations[]> = {};
  readonly #to_look_at: ReadonlySet<number>;
  #knowsCauses = false;

  /** @param figures takes in those of each compute */
  constructor(scenario: Scenario, figures: SummaryRows) {
    this.#scenario = scenario;
    this.#usd_per_cu_hour = priceAtStart(scenario).usd_per_cu_hour;
    this.#figures = figures;
    this.#causes = new CauseTotals(scenario);
    this.#to_look_at = new Set(computesSeen(scenario).map(({ index }) => index));
  }

  add(seen: ComputeObservations, { causes, fidelity }: ComputeDetails): void {
    const { computes, fleet, duration_seconds } = this.#scenario;
    const place = this.#uses.length;
    this.#total.add(seen);
    this.#uses.push(seen.cu_seconds_by_month);
    if (this.#to_look_at.has(place)) this.#looked_at[place] = seen;
    if (causes !== undefined) {
      this.#knowsCauses = true;
      this.#causes.add(seen, causes);
      if (this.#to_look_at.has(place)) this.#looked_at_causes[place] = causes;
    }
    if (fidelity !== undefined) this.#fidelity.push(fidelity);
    if (fleet !== undefined)
      this.#savings.push(tenantIdleSaving(computes[place]!, seen, this.#usd_per_cu_hour));
    this.#figures.add(
      computeSummary({ ...seen, ...NOT_PRICED, duration_seconds, observed_seconds: duration_seconds }),
    );
  }

  /** The sum of all computes, once all have been added. */
  get total(): ComputeObservations {
    return this.#total.observations();
  }

  /** @param run the rest of what it has shown */
  summary({ duration_seconds, quota_exhausted_seconds, exhaustions }: RunFigures): Summary {
    const scenario = this.#scenario;
    const { total } = this;
    const run = { duration_seconds, quota_exhausted_seconds, ...(exhaustions && { exhaustions }) };
    const limits = limitsReached(scenario, { ...run, computes: [total] });
    const cost = projectCost(
      pricedPeriod(scenario, { ...run, computes: [total] }),
      this.#uses,
      scenario.plan,
    );
    const computes = this.#figures.priced(cost.computes);
    const measured = pricedTotal(total, { computes: computes.length, duration_seconds, cost });
    const { plan, ...terms } = priceAtStart(scenario);
    const extra_lines = extraLines(scenario);
    const loads = this.#causes.summaries({ total, duration_seconds, cost });
    const slow_seconds = slowFrom(scenario, loads);
    const fidelity = this.#fidelity.length === 0 ? undefined : fidelitySummary(computes, this.#fidelity);
    return {
      scenario: scenario.name,
      seed: scenario.seed,
      replications: 1,
      start: scenario.start,
      duration_seconds,
      plan: { name: plan, as_of: scenario.plan.as_of ?? null, price: terms },
      prices_checked_until: checkedUntil(scenario.plan),
      computes,
      total: computeSummary(measured),
      ...(this.#knowsCauses && {
        loads,
        findings: runFindings(scenario, {
          ...run,
          total,
          computes: this.#looked_at,
          causes: this.#looked_at_causes,
        }),
      }),
      ...fleetOf(scenario, computes, this.#savings, duration_seconds),
      cost_by_month: cost.by_month.map((month) => ({
        ...month,
        computes: month.computes.map((each, index) => ({ name: computes[index]!.name, ...each })),
      })),
      quota_exhausted_seconds,
      ...(limits.length > 0 && { limits_reached: limits }),
      ...(cost.running_time && { running_time: cost.running_time }),
      ...(slow_seconds > OVERLOAD_SECONDS && { slow_seconds }),
      slo: evaluateObjectives(scenario.slo, comparedFigures(measured), total.arrived),
      ...(extra_lines.length > 0 && { extra_lines }),
      assumptions: scenario.assumptions.map(asWritten),
      warnings: fidelity === undefined ? scenario.warnings : [...scenario.warnings, fidelityText(fidelity)],
      ...(fidelity && { fidelity }),
    };
  }
}

/**
 * A fleet's figures, where the computes are one's.
 * @param savings one a tenant
 * @param observed_seconds for which each was seen
 */
export function fleetOf(
  scenario: Scenario,
  computes: readonly ComputeSummary[],
  savings: readonly IdleSaving[],
  observed_seconds: number,
): Pick<Summary, 'fleet'> {
  const { fleet } = scenario;
  if (fleet === undefined) return {};
  return { fleet: fleetSummary(fleet, computes, fleetSavings(scenario, savings, observed_seconds)) };
}

function asWritten({ name, value, source, confidence, set_by }: Assumption): Assumption {
  return { name, value, source, confidence, set_by };
}

/** A summary as the text of `summary.json`. */
export function summaryJson(summary: Summary): string {
  return [...summaryPieces(summary)].join('');
}

/** The same in pieces. */
export function* summaryPieces(summary: object): Generator<string, void, undefined> {
  yield* jsonPieces(summary);
  yield '\n';
}
