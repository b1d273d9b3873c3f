import { idleTimeout } from '../../compute/lifecycle/suspend-timeout.js';
import { isSuspendedByTimeout } from '../../compute/policy/own-policies.js';
import { type MonthHours, monthHours } from '../../cost/priced-use.js';
import { isShareOfWaits } from '../../figures/figure-interval.js';
import {
  FIGURE_NAMES,
  type FigureName,
  NOT_MEASURED,
  type RunFigures,
  runFigures,
} from '../../figures/run-figures.js';
import { getOrCreate } from '../../kernel/get-or-create.js';
import type { ComputeSpecification } from '../../scenario/scenario.js';
import type { MeanInterval } from '../../statistics/confidence-interval.js';
import type { PairedDifference } from '../../statistics/paired-difference.js';
import { sampleMoments } from '../../statistics/sample-moments.js';
import { studentTCumulative, studentTQuantile } from '../../statistics/student-t.js';
import { beyondBound, type Constraint, limitExcess } from '../replicate/constraint.js';
import { FigureSample } from '../replicate/paired-figures.js';
import type { VariantRun } from '../runs/variant.js';
import type { ConstraintResult } from './plan-result.js';

export interface WholeRun {
  readonly figures: RunFigures;
  readonly events: number;
  readonly arrived: number;
  /** The use by calendar month; absent for an estimate. */
  readonly months?: readonly MonthHours[];
  /** When a run ended early because it was too slow, in seconds. */
  readonly stopped_seconds?: number;
  /** Whether any compute may be suspended for inactivity, or by a policy. */
  readonly may_suspend?: boolean;
  /** By compute, Infinity if it was suspended for inactivity; absent for an estimate. */
  readonly longest_idle_seconds?: readonly number[];
}

export function wholeRunOf(run: VariantRun): WholeRun {
  const { computes, events_fired } = run.observations;
  const arrived = computes.reduce((sum, compute) => sum + compute.arrived, 0);
  const { duration_seconds } = run.observations;
  const stopped = duration_seconds < run.variant.scenario.duration_seconds;
  return {
    figures: runFigures(run),
    events: events_fired,
    arrived,
    months: monthHours(run.cost),
    ...(stopped && { stopped_seconds: duration_seconds }),
    may_suspend: run.variant.scenario.computes.some(maySuspend),
    longest_idle_seconds: computes.map(({ suspends, longest_idle_seconds }) =>
      suspends > 0 ? Number.POSITIVE_INFINITY : longest_idle_seconds,
    ),
  };
}

/** The confidence of the interval for a mean's error. */
const INTERVAL_CONFIDENCE = 0.95;

/** A candidate's runs of the whole horizon, replication by replication from the first. */
export class WholeSample {
  readonly #figures = new FigureSample(FIGURE_NAMES);
  /** Of the runs so far, by constraint. */
  readonly #judged = new Map<Constraint, ConstraintResult>();
  readonly #months: (readonly MonthHours[])[] = [];
  #arrived = 0;
  #events = 0;
  first: WholeRun | undefined;
  /** By compute, the longest idle periods of all runs; `undefined` before the first, and of estimates. */
  longest_idle_seconds: readonly number[] | undefined;

  /** Takes the run of the next replication. */
  add(run: WholeRun): void {
    const { events, arrived, stopped_seconds } = run;
    const figures = stopped_seconds === undefined ? run.figures : NOT_MEASURED;
    this.#judged.clear();
    this.first ??= run;
    this.longest_idle_seconds = run.longest_idle_seconds?.map((seconds, index) =>
      Math.max(seconds, this.longest_idle_seconds?.[index] ?? 0),
    );
    this.#figures.add(figures);
    this.#months.push(run.months ?? []);
    this.#events += events;
    this.#arrived += arrived;
  }

  get n(): number {
    return this.#figures.values('cost_usd').length;
  }

  /** The use of each replication, by calendar month. */
  get months(): readonly (readonly MonthHours[])[] {
    return this.#months;
  }

  /** Events of one run; `undefined` before the first. */
  get events(): number | undefined {
    return this.n === 0 ? undefined : this.#events / this.n;
  }

  /** The mean over replications. @param first number of replications to use; all by default */
  value(figure: FigureName, first = this.n): number | null {
    const measured = this.#measured(figure, first);
    return measured.length === 0 ? null : sampleMoments(measured).mean;
  }

  /** Standard deviation of one replication; 0 for fewer than two. */
  deviation(figure: FigureName): number {
    return Math.sqrt(sampleMoments(this.#measured(figure)).variance);
  }

  /** Standard deviation of the difference from another sample; `null` with fewer than two replications of both. */
  deviationFrom(other: WholeSample, figure: FigureName): number | null {
    const differences = this.#figures.pairs(other.#figures, figure).map(([own, theirs]) => own - theirs);
    return differences.length < 2 ? null : Math.sqrt(sampleMoments(differences).variance);
  }

  /** The mean with its interval; `null` if it was not measured. */
  interval(figure: FigureName, confidence: number): MeanInterval | null {
    return this.#figures.interval(figure, confidence);
  }

  intervals(confidence: number): Readonly<Partial<Record<FigureName, MeanInterval | null>>> {
    return this.n === 0 ? {} : this.#figures.intervals(confidence);
  }

  /** `other` − this, over the replications of both; `null` with fewer than two. */
  difference(other: WholeSample, figure: FigureName, confidence: number): PairedDifference | null {
    return this.#figures.difference(other.#figures, figure, confidence);
  }

  /**
   * A constraint checked against the mean over replications, as in a sweep: the bound is for the expected figure of a run,
   * so for a quantile it is about the quantile of a run, not of all runs together. A figure without measurements although
   * queries arrived misses it.
   *
   * @param confidence of the interval, the same in all calls
   */
  judge(constraint: Constraint, confidence: number): ConstraintResult {
    return getOrCreate(this.#judged, constraint, () => this.#judge(constraint, confidence));
  }

  #judge(constraint: Constraint, confidence: number): ConstraintResult {
    const { text, figure, comparison, bound } = constraint;
    const value = this.interval(figure, confidence);
    const base = { constraint: text, figure, comparison, bound, value };
    if (value === null) {
      const met = this.#arrived === 0;
      return { ...base, met, clear: true, excess: null, probability: met ? 1 : 0 };
    }
    const beyond = beyondBound(constraint, value.mean);
    return {
      ...base,
      met: beyond <= 0,
      clear: Math.abs(beyond) > value.half_width || value.half_width === 0,
      excess: limitExcess(constraint, value.mean),
      probability: this.#probabilityBelow(figure, -beyond),
    };
  }

  /**
   * Student's t: the probability that the true mean lies less than `room` to the wrong side of the one seen, with the
   * error from its interval (see {@link shareInterval}). If no query in any run waited for a compute that
   * may be suspended, replications do not show how they differ: then the probability that of as many queries some would
   * have waited, were a share of `room` to wait (the rule of three, Hanley & Lippman-Hand 1983).
   */
  #probabilityBelow(figure: FigureName, room: number): number | null {
    const measured = this.#measured(figure);
    const n = measured.length;
    if (n < 2) return null;
    const { half_width } = this.interval(figure, INTERVAL_CONFIDENCE)!;
    if (half_width === 0 && room >= 0 && this.#isUnseen(figure)) return 1 - Math.exp(-room * this.#arrived);
    if (half_width === 0) return room >= 0 ? 1 : 0;
    const error = half_width / studentTQuantile((1 + INTERVAL_CONFIDENCE) / 2, n - 1);
    return studentTCumulative(room / error, n - 1);
  }

  /** Whether it is a share of waiting queries that is 0 so far although some may wait. */
  #isUnseen(figure: FigureName): boolean {
    return isShareOfWaits(figure) && this.first?.may_suspend === true && this.value(figure) === 0;
  }

  #measured(figure: FigureName, first = this.n): readonly number[] {
    return this.#figures
      .values(figure)
      .slice(0, first)
      .filter((value) => value !== null);
  }
}

function maySuspend(compute: ComputeSpecification): boolean {
  return !isSuspendedByTimeout(compute) || idleTimeout(compute) !== Number.POSITIVE_INFINITY;
}
