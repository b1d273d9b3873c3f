import {
  evaluateObjectives,
  type ObjectiveFigures,
  type ObjectiveResult,
} from '../availability/objectives.js';
import type { ReplicationsDone } from '../planner/replications.js';
import type { ObjectiveName, Scenario } from '../scenario/scenario.js';
import type { RunObservations } from '../simulation/observation.js';
import { type MeanInterval, meanInterval } from '../statistics/confidence-interval.js';
import type { ComputeSummary } from './compute-summary.js';
import { shortestTimeout } from './fleet-savings.js';
import { fleetSummary } from './fleet-summary.js';
import { intervalsOf, meansOf } from './mean-of-figures.js';
import { PooledLatency } from './pooled-latency.js';
import { objectiveFigures, type Summary, summarise } from './summary.js';

/** The figures of every replication of a scenario, taken in one after the other. */
export class Replications {
  readonly #scenario: Scenario;
  readonly #confidence: number;
  readonly #summaries: Summary[] = [];
  readonly #pooled: PooledLatency;

  /** @param confidence of the intervals, strictly between 0 and 1 */
  constructor(scenario: Scenario, confidence: number) {
    this.#scenario = scenario;
    this.#confidence = confidence;
    this.#pooled = new PooledLatency(confidence);
  }

  /** Takes in what the next replication has shown, of which only figures are kept. */
  add(observations: RunObservations): void {
    this.#summaries.push(summarise(this.#scenario, observations));
    this.#pooled.add(observations.computes);
  }

  /** One summary a replication. */
  get summaries(): readonly Summary[] {
    return this.#summaries;
  }

  /**
   * The replications as one summary: every figure is the mean of the replications', and `ci` has the same figures as
   * mean and half-width. Maxima, peaks and quantiles are means of the replications' as well. Objectives are held
   * against the means.
   * @param done how the replications ended
   */
  summary(done: ReplicationsDone): Summary {
    const [first] = this.#summaries;
    const figures = this.#summaries.map(({ computes, total, cost_by_month, quota_exhausted_seconds }) => ({
      computes,
      total,
      cost_by_month,
      quota_exhausted_seconds,
    }));
    const means = meansOf(figures);
    return {
      ...first!,
      replications: this.#summaries.length,
      ...means,
      ...this.#fleet(means.computes),
      slo: this.#objectives(),
      warnings: [...first!.warnings, ...precisionWarnings(done)],
      ci: intervalsOf(figures, this.#confidence),
      pooled: this.#pooled.figures(),
      ...(done.precision === undefined ? {} : { precision: done.precision }),
    };
  }

  /** A fleet's figures by the means of its tenants'. */
  #fleet(computes: readonly ComputeSummary[]): Pick<Summary, 'fleet'> {
    const { fleet } = this.#scenario;
    if (fleet === undefined) return {};
    const savings = meansOf(
      this.#summaries.map((summary) =>
        summary.fleet!.by_tenant.map((tenant) => ({
          idle_usd: tenant.idle_usd_per_month,
          saving_usd: tenant.saving_usd_per_month,
          further_wakes: tenant.saving_wakes_per_month,
        })),
      ),
    );
    return { fleet: fleetSummary(fleet, computes, savings, shortestTimeout(this.#scenario)) };
  }

  #objectives(): readonly ObjectiveResult[] {
    const each = this.#summaries.map(({ total }) => objectiveFigures(total));
    const intervals = new Map<ObjectiveName, MeanInterval>();
    for (const name of Object.keys(each[0]!) as ObjectiveName[]) {
      const measured = each.map((figures) => figures[name]).filter((value) => value !== null);
      if (measured.length > 0) intervals.set(name, meanInterval(measured, this.#confidence));
    }
    const means = Object.fromEntries(
      Object.keys(each[0]!).map((name) => [name, intervals.get(name as ObjectiveName)?.mean ?? null]),
    ) as ObjectiveFigures;
    const arrived = this.#summaries.reduce((sum, { total }) => sum + total.queries.arrived, 0);
    return evaluateObjectives(this.#scenario.slo, means, arrived).map((result) => {
      const interval = intervals.get(result.objective);
      if (interval === undefined) return result;
      const { mean, half_width, confidence } = interval;
      const clear = Math.abs(mean - result.target) > half_width;
      return { ...result, ci: { mean, half_width, confidence }, clear };
    });
  }
}

function precisionWarnings({ precision, replications }: ReplicationsDone): readonly string[] {
  if (precision === undefined || precision.reached) return [];
  const percent = (share: number) => `${Number((100 * share).toPrecision(2))} %`;
  const short = precision.figures
    .filter(({ relative }) => relative !== null && relative > precision.relative)
    .map(({ figure, relative }) => `${figure} is known to ${percent(relative!)}`);
  const state = short.length > 0 ? short.join(', ') : 'the last check was the first to pass';
  return [
    `a precision of ${percent(precision.relative)} was not reached in ${replications} replications: ${state}; allow more with --replications`,
  ];
}
