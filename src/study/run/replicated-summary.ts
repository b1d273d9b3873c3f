import { totalIdleLengths } from '../../compute/idle-lengths.js';
import { HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import type { IdleSaving, IdleSeen } from '../../cost/idle-saving.js';
import { figureInterval } from '../../figures/figure-interval.js';
import { evaluateObjectives, type ObjectiveFigures, type ObjectiveResult } from '../../figures/objectives.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { RunObservations } from '../../simulation/run/observation.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import type { ReplicationsDone } from '../replicate/replications.js';
import { alignedCauses, type CauseSummary } from './cause-summary.js';
import { tenantIdleSaving } from './fleet-savings.js';
import { intervalsOf, meansOf } from './mean-of-figures.js';
import { PooledLatency } from './pooled-latency.js';
import { fleetOf, type Summary, summarise } from './summary.js';

/** The figures of every replication of a scenario, taken in one after the other. */
export class Replications {
  readonly #scenario: Scenario;
  readonly #confidence: number;
  readonly #redrawn: boolean;
  readonly #summaries: Summary[] = [];
  readonly #pooled: PooledLatency;
  /** The idle periods of a fleet's tenants in all replications. */
  #idle: readonly IdleSeen[] = [];

  /**
   * @param confidence of the intervals, strictly between 0 and 1
   * @param redrawn whether each has different tenants: single tenants are then those of the first
   */
  constructor(scenario: Scenario, confidence: number, redrawn = false) {
    this.#redrawn = redrawn;
    this.#scenario = scenario;
    this.#confidence = confidence;
    this.#pooled = new PooledLatency(confidence);
  }

  /** Adds the next replication; only its figures are kept. */
  add(observations: RunObservations, scenario = this.#scenario): void {
    this.#summaries.push(summarise(scenario, observations));
    this.#pooled.add(observations.computes);
    if (scenario.fleet === undefined || this.#redrawn) return;
    const before = this.#idle;
    this.#idle = observations.computes.map((seen, tenant) => joinedSeen(before[tenant], seen));
  }

  /** One summary per replication. */
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
    const causes = this.#causes();
    const figures = this.#summaries.map((one, run) => ({
      ...figuresOf(one, this.#redrawn),
      ...(causes && { loads: causes[run]! }),
    }));
    const means = meansOf(figures);
    return {
      ...first!,
      replications: this.#summaries.length,
      ...means,
      ...this.#runningTime(),
      ...(this.#redrawn
        ? { computes: first!.computes, redrawn: true }
        : fleetOf(this.#scenario, means.computes, this.#savings(), this.#observed_seconds)),
      slo: this.#objectives(),
      warnings: [...first!.warnings, ...precisionWarnings(done)],
      ci: intervalsOf(figures, this.#confidence),
      pooled: this.#pooled.figures(),
      ...(done.precision === undefined ? {} : { precision: done.precision }),
    };
  }

  #savings(): readonly IdleSaving[] {
    const { usd_per_cu_hour } = priceAtStart(this.#scenario);
    return this.#idle.map((seen, tenant) =>
      tenantIdleSaving(this.#scenario.computes[tenant]!, seen, usd_per_cu_hour),
    );
  }

  /** The rows of the causes, the same for each replication. */
  #causes(): readonly (readonly CauseSummary[])[] | undefined {
    const all = this.#summaries.map(({ loads }) => loads);
    return all.includes(undefined) ? undefined : alignedCauses(all.map((loads) => loads!));
  }

  #runningTime(): Pick<Summary, 'running_time'> {
    if (this.#summaries.every(({ running_time }) => running_time === undefined)) return {};
    const whole = { run_seconds: this.#scenario.duration_seconds, month_hours: HOURS_PER_MONTH };
    return meansOf(this.#summaries.map(({ running_time = whole }) => ({ running_time })));
  }

  get #observed_seconds(): number {
    return this.#scenario.duration_seconds * this.#summaries.length;
  }

  #objectives(): readonly ObjectiveResult[] {
    const { slo } = this.#scenario;
    const arrived = this.#summaries.reduce((sum, { total }) => sum + total.queries.arrived, 0);
    const intervals = slo.map(({ objective }, index) => {
      const measured = this.#summaries.map((summary) => summary.slo[index]!.actual);
      const values = measured.filter((value) => value !== null);
      return values.length === 0 ? undefined : figureInterval(objective, values, arrived, this.#confidence);
    });
    const means = Object.fromEntries(
      slo.map(({ objective }, index) => [objective, intervals[index]?.mean ?? null]),
    ) as ObjectiveFigures;
    return evaluateObjectives(slo, means, arrived).map((result, index) => {
      const interval = intervals[index];
      if (interval === undefined) return result;
      const { mean, half_width, confidence } = interval;
      const clear = Math.abs(mean - result.target) > half_width;
      return { ...result, ci: { mean, half_width, confidence }, clear };
    });
  }
}

/** Adds the idle periods of a tenant in another replication. */
function joinedSeen(before: IdleSeen | undefined, { idle, idle_lengths }: IdleSeen): IdleSeen {
  if (before === undefined) return { idle, idle_lengths };
  const lengths = [before.idle_lengths, idle_lengths].filter((each) => each !== undefined);
  return {
    idle: {
      ended_suspended: before.idle.ended_suspended + idle.ended_suspended,
      held_seconds: before.idle.held_seconds + idle.held_seconds,
      resumed_rightly_seconds: before.idle.resumed_rightly_seconds + idle.resumed_rightly_seconds,
      resumed_wrongly_seconds: before.idle.resumed_wrongly_seconds + idle.resumed_wrongly_seconds,
    },
    idle_lengths: lengths.length === 0 ? undefined : totalIdleLengths(lengths),
  };
}

/** The figures of a replication's summary; for redrawn tenants, only those of all together. */
function figuresOf(
  { computes, total, cost_by_month, quota_exhausted_seconds }: Summary,
  redrawn: boolean,
): Pick<Summary, 'computes' | 'total' | 'cost_by_month' | 'quota_exhausted_seconds'> {
  return {
    computes: redrawn ? [] : computes,
    total,
    cost_by_month: redrawn ? cost_by_month.map((month) => ({ ...month, computes: [] })) : cost_by_month,
    quota_exhausted_seconds,
  };
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
