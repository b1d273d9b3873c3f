import { joinedLengths } from '../../compute/idle-lengths.js';
import { idleTimeout } from '../../compute/lifecycle/suspend-timeout.js';
import { type MonthHours, monthHours } from '../../cost/priced-use.js';
import { isShareOfWaits } from '../../figures/figure-interval.js';
import {
  FIGURE_NAMES,
  FIGURE_UNITS,
  type FigureName,
  NOT_MEASURED,
  type RunFigures,
  runFigures,
} from '../../figures/run-figures.js';
import { remembered } from '../../kernel/remembered.js';
import { isSuspendedByTimeout } from '../../scenario/policy/own-policies.js';
import type { ComputeSpecification } from '../../scenario/scenario.js';
import type { ComputeObservations } from '../../simulation/run/observation.js';
import type { MeanInterval } from '../../statistics/confidence-interval.js';
import type { PairedDifference } from '../../statistics/paired-difference.js';
import { sampleMoments } from '../../statistics/sample-moments.js';
import { studentTCumulative, studentTQuantile } from '../../statistics/student-t.js';
import type { Constraint, Limit } from '../replicate/constraint.js';
import { FigureSample } from '../replicate/paired-figures.js';
import type { VariantRun } from '../runs/variant.js';
import type { ConstraintResult } from './plan-result.js';

/** How idle a compute was in a run, or in several together, and how much it needed at most. */
export interface IdleSeen
  extends Pick<
    ComputeObservations,
    'suspends' | 'longest_idle_seconds' | 'suspended_seconds' | 'idle_lengths' | 'largest_goal_cu'
  > {
  /** Of how many runs; 1 unless given. */
  readonly runs?: number;
  /** Its own timeout; Infinity for never. */
  readonly timeout_seconds: number;
  /** Whether it is ever suspended for inactivity, or by a policy. */
  readonly may_suspend?: boolean;
  /** Of its queries. */
  readonly latency: { readonly max: number };
  /** Most of them at once; absent where that is not known. */
  readonly connections?: { readonly peak: number };
}

/** What counts of a run of the whole horizon. */
export interface WholeRun {
  readonly figures: RunFigures;
  readonly events: number;
  readonly arrived: number;
  /** What was used, by calendar month; absent of an estimate. */
  readonly months?: readonly MonthHours[];
  /** Of a run that ended early, too slow already: when, in seconds. */
  readonly stopped_seconds?: number;
  /** By compute; absent of an estimate. */
  readonly seen?: readonly IdleSeen[];
}

/** What counts of a run. */
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
    seen: computes.map((compute, index) => idleSeen(compute, run.variant.scenario.computes[index]!)),
  };
}

/** The confidence of the interval whose width tells a mean's error. */
const TOLD = 0.95;

/** What a candidate showed in runs of the whole horizon, replication by replication from the first on. */
export class WholeSample {
  readonly #figures = new FigureSample(FIGURE_NAMES);
  /** Of the runs there are, by constraint. */
  readonly #judged = new Map<Constraint, ConstraintResult>();
  readonly #months: (readonly MonthHours[])[] = [];
  #arrived = 0;
  #events = 0;
  /** The first run. */
  first: WholeRun | undefined;
  /** Of each compute, all runs together; `undefined` before the first, and of estimates. */
  seen: readonly IdleSeen[] | undefined;

  /** Takes the run of the next replication. */
  add(run: WholeRun): void {
    const { events, arrived, stopped_seconds } = run;
    const figures = stopped_seconds === undefined ? run.figures : NOT_MEASURED;
    this.#judged.clear();
    this.first ??= run;
    this.seen = run.seen?.map((seen, index) => {
      const before = this.seen?.[index];
      return before === undefined ? seen : joinedSeen(before, seen);
    });
    this.#figures.add(figures);
    this.#months.push(run.months ?? []);
    this.#events += events;
    this.#arrived += arrived;
  }

  /** Runs so far. */
  get n(): number {
    return this.#figures.values('cost_usd').length;
  }

  /** What each replication used, by calendar month. */
  get months(): readonly (readonly MonthHours[])[] {
    return this.#months;
  }

  /** Events of one run; `undefined` before the first. */
  get events(): number | undefined {
    return this.n === 0 ? undefined : this.#events / this.n;
  }

  /** The mean over replications. @param first of so many of them; all unless given */
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

  /** The mean with its interval; `null` where nothing was measured. */
  interval(figure: FigureName, confidence: number): MeanInterval | null {
    return this.#figures.interval(figure, confidence);
  }

  /** Every figure. */
  intervals(confidence: number): Readonly<Partial<Record<FigureName, MeanInterval | null>>> {
    return this.n === 0 ? {} : this.#figures.intervals(confidence);
  }

  /** `other` − this, over the replications of both; `null` with fewer than two. */
  difference(other: WholeSample, figure: FigureName, confidence: number): PairedDifference | null {
    return this.#figures.difference(other.#figures, figure, confidence);
  }

  /** What the first run shows in some figures, as a key: whose are the same did the same. */
  firstRun(figures: readonly FigureName[]): string {
    return JSON.stringify(figures.map((figure) => this.first?.figures[figure]));
  }

  /**
   * A constraint held against the mean over replications, as in a sweep: the bound is for the expected figure of a run,
   * so of a quantile it is about the quantile of a run, not of all runs together. What was never measured although
   * queries arrived misses it.
   *
   * @param confidence of the interval, the same in all calls
   */
  judge(constraint: Constraint, confidence: number): ConstraintResult {
    return remembered(this.#judged, constraint, () => this.#judge(constraint, confidence));
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
      excess: beyond === 0 ? 0 : beyond / constraintScale(constraint),
      probability: this.#probabilityBelow(figure, -beyond),
    };
  }

  /**
   * Student's t: the probability that the true mean lies less than `room` to the wrong side of the one seen, with the
   * error that its interval tells (see {@link shareInterval}). Where no query of all runs has waited for a compute that
   * may be suspended, replications do not show how they differ: then the probability that of as many queries some would
   * have waited, were a share of `room` to wait (the rule of three, Hanley & Lippman-Hand 1983).
   */
  #probabilityBelow(figure: FigureName, room: number): number | null {
    const measured = this.#measured(figure);
    const n = measured.length;
    if (n < 2) return null;
    const { half_width } = this.interval(figure, TOLD)!;
    if (half_width === 0 && room >= 0 && this.#isUnseen(figure)) return 1 - Math.exp(-room * this.#arrived);
    if (half_width === 0) return room >= 0 ? 1 : 0;
    const error = half_width / studentTQuantile((1 + TOLD) / 2, n - 1);
    return studentTCumulative(room / error, n - 1);
  }

  /** Whether it is a share of queries that wait, of which there was none although there may be. */
  #isUnseen(figure: FigureName): boolean {
    const may = this.seen?.some(({ may_suspend }) => may_suspend) === true;
    return isShareOfWaits(figure) && may && this.value(figure) === 0;
  }

  #measured(figure: FigureName, first = this.n): readonly number[] {
    return this.#figures
      .values(figure)
      .slice(0, first)
      .filter((value) => value !== null);
  }
}

/** What counts of a compute's run, without all else that is known of it. */
function idleSeen(compute: ComputeObservations, settings: ComputeSpecification): IdleSeen {
  const { suspends, longest_idle_seconds, suspended_seconds, idle_lengths, largest_goal_cu } = compute;
  const timeout_seconds = idleTimeout(settings);
  return {
    timeout_seconds,
    may_suspend: !isSuspendedByTimeout(settings) || timeout_seconds !== Number.POSITIVE_INFINITY,
    suspends,
    longest_idle_seconds,
    suspended_seconds,
    idle_lengths,
    latency: { max: compute.latency.max },
    largest_goal_cu,
    connections: { peak: compute.connections.peak },
  };
}

/** Runs of the same compute with the same settings, together. */
function joinedSeen(one: IdleSeen, other: IdleSeen): IdleSeen {
  const lengths = [one, other].flatMap(({ idle_lengths }) => idle_lengths ?? []);
  const goals = [one.largest_goal_cu, other.largest_goal_cu];
  const [first, second] = [one.connections, other.connections];
  return {
    ...one,
    runs: (one.runs ?? 1) + (other.runs ?? 1),
    suspends: one.suspends + other.suspends,
    longest_idle_seconds: Math.max(one.longest_idle_seconds, other.longest_idle_seconds),
    suspended_seconds: one.suspended_seconds + other.suspended_seconds,
    idle_lengths: lengths.length === 0 ? undefined : joinedLengths(lengths),
    latency: { max: Math.max(one.latency.max, other.latency.max) },
    largest_goal_cu: goals.includes(undefined) ? undefined : Math.max(goals[0]!, goals[1]!),
    ...(first && second && { connections: { peak: Math.max(first.peak, second.peak) } }),
  };
}

/** By how much a value misses a constraint, in the figure's unit; 0 or less where it meets it. */
export function beyondBound({ comparison, bound }: Constraint, value: number): number {
  return comparison === '<=' ? value - bound : bound - value;
}

/** What room and excess are shares of: the bound; of a share that is to be large, what the bound leaves to 1. */
export function constraintScale({ figure, comparison, bound }: Limit): number {
  const missing = FIGURE_UNITS[figure] === 'share' && comparison === '>=';
  return Math.max(missing ? 1 - bound : Math.abs(bound), LEAST_SCALE);
}

/** In place of a scale of 0, so that whoever is beyond such a bound is far beyond it. */
const LEAST_SCALE = 1e-12;

/** Whether there is anything that room and excess are shares of: a bound of 0, or of 100 % at least, leaves nothing. */
export function hasScale(limit: Limit): boolean {
  return constraintScale(limit) > LEAST_SCALE;
}
