import { getOrCreate } from '../../kernel/get-or-create.js';
import type { Scenario } from '../../scenario/scenario.js';
import { EVENTS_PER_QUERY, foreseenWork } from '../../simulation/foreseen-work.js';
import type { Fidelity } from '../../simulation/simulation.js';
import { makeRuns, type Study, wholeRuns } from '../engine/study.js';
import type { RunTask } from '../runs/executor.js';
import { overloadedShare } from '../runs/offered-work.js';
import type { VariantRun } from '../runs/variant.js';
import type { Contender } from './contender.js';
import { wholeRunOf } from './whole-sample.js';

/** More runs of a contender on the whole horizon, up to a number of replications. */
export interface Measurement {
  readonly contender: Contender;
  readonly replications: number;
}

/** One run of each that has none yet. */
export function onceEach(contenders: readonly Contender[]): readonly Measurement[] {
  return contenders.map((contender) => ({ contender, replications: 1 }));
}

export type WholeRuns = Pick<PlanRuns, 'best' | 'work' | 'measure' | 'workOf'>;

/** One run of a candidate on the whole horizon. Every figure that a plan reports for a candidate comes from such runs. */
function wholeRun({ variant, fidelity, until }: Contender, replication: number, work: number): RunTask {
  // Exact ones are made to the end: arrivals that wait for answers are not foreseen.
  if (fidelity === 'exact') return { variant, replication };
  return {
    variant,
    replication,
    fidelity,
    until: { ...(until ?? NO_LIMIT), events: work / TAKES[fidelity] },
  };
}

/** Work of an event, in queries of an exact run: a hybrid event takes 1.8 to 2.1 times as long, measured on shipped scenarios. */
const TAKES: Readonly<Record<Fidelity, number>> = {
  exact: 1 / EVENTS_PER_QUERY,
  hybrid: 2 / EVENTS_PER_QUERY,
};

/** If a larger share of the work arrives during overload, a run that may end early is assumed to end after {@link ENDS_AFTER}. */
const MIN_OVERLOADED_SHARE = 0.05;
const ENDS_AFTER = 0.3;

const NO_LIMIT = { slower_than_seconds: Number.POSITIVE_INFINITY, queries: Number.POSITIVE_INFINITY };

/** Makes the runs of a plan on the same threads, and counts the work. */
export class PlanRuns {
  /** Runs that there will be, about: for the progress. */
  #foreseen: number;
  /** Of today's settings, as foreseen before any run. */
  readonly #foreseen_work: number;
  /** Of the first whole run at each fidelity: what any other is expected to take. */
  readonly #typical = new Map<Fidelity, number>();
  /** Of the last whole run of the same settings at each fidelity, under the present load and whatever assumptions. */
  readonly #known = new Map<string, number>();
  readonly #shares = new WeakMap<Scenario, number>();
  /** Work done so far, in queries of exact runs. */
  work = 0;
  /** Expected total work and the best candidate so far, for the progress. */
  expected: () => number;
  best: string | undefined;
  /** Runs made so far, of any length. */
  runs = 0;

  /**
   * @param runs expected number of runs, roughly, for the progress
   * @param budget in queries
   * @param today the scenario as it is
   */
  constructor(runs: number, budget: number, today: Scenario) {
    this.#foreseen = runs;
    this.#foreseen_work = foreseenWork(today).events * TAKES.exact;
    this.expected = () => budget;
  }

  /** Estimated work of one more whole run of a contender. */
  workOf(contender: Contender): number {
    const { whole, fidelity } = contender;
    if (whole.events !== undefined) return whole.events * TAKES[fidelity];
    const typical = this.#typical.get(fidelity) ?? this.#typical.get('exact') ?? this.#foreseen_work;
    const known = this.#known.get(keyOf(contender)) ?? typical;
    // Windows of a greater load have more queries, and more ticks are simulated whole.
    return known * loadFactor(contender) * this.#shareOf(contender);
  }

  /** Of the run that there will be, at a guess: one that is too slow in the end ends on the way. */
  #shareOf({ until, scenario }: Contender): number {
    if (until === undefined || until.queries === Number.POSITIVE_INFINITY) return 1;
    return getOrCreate(this.#shares, scenario, () =>
      overloadedShare(scenario) > MIN_OVERLOADED_SHARE ? ENDS_AFTER : 1,
    );
  }

  /**
   * Makes the whole runs that are missing, as many as the budget has room for.
   * @param limit of the work in all
   * @returns how many were made
   */
  *measure(wanted: readonly Measurement[], limit: number): Study<number> {
    const tasks = this.#affordable(wanted, limit);
    if (tasks.size === 0) return 0;
    const runs = Math.max(this.#foreseen, this.runs + tasks.size);
    this.#foreseen = runs;
    let made = 0;
    const take = (run: VariantRun, task: RunTask): void => {
      if (this.#take(tasks.get(task)!, run, task)) made += 1;
    };
    yield* makeRuns([...tasks.keys()], take, () => ({
      ...wholeRuns(runs),
      budget: { used: this.work, expected: Math.max(this.work, this.expected()), best: this.best },
    }));
    return made;
  }

  /** @returns whether it counts: a run beyond the budget does not */
  #take(contender: Contender, run: VariantRun, { until }: RunTask): boolean {
    const { fidelity } = contender;
    const whole = wholeRunOf(run);
    const work = whole.events * TAKES[fidelity];
    this.runs += 1;
    this.work += work;
    if (whole.stopped_seconds === undefined) {
      if (!this.#typical.has(fidelity)) this.#typical.set(fidelity, work);
      if (loadFactor(contender) === 1) this.#known.set(keyOf(contender), work);
    } else if (whole.events >= (until?.events ?? 0)) return false;
    contender.whole.add(whole);
    return true;
  }

  /** As many of the requested runs as the budget allows: first one more replication of each candidate, then the next. */
  #affordable(wanted: readonly Measurement[], limit: number): ReadonlyMap<RunTask, Contender> {
    const chosen: Missing[] = [];
    let room = limit - this.work;
    for (const one of missing(wanted)) {
      const work = this.workOf(one.contender);
      if (work > room) break;
      room -= work;
      chosen.push(one);
    }
    // A run at hybrid fidelity may take a part of what is left beyond what is expected.
    const more = room / Math.max(1, chosen.length);
    return new Map(
      chosen.map(({ contender, replication }) => [
        wholeRun(contender, replication, this.workOf(contender) + more),
        contender,
      ]),
    );
  }
}

interface Missing {
  readonly contender: Contender;
  readonly replication: number;
}

function* missing(wanted: readonly Measurement[]): Generator<Missing> {
  const most = Math.max(0, ...wanted.map(({ replications }) => replications));
  for (let replication = 0; replication < most; replication++) {
    for (const { contender, replications } of wanted) {
      if (replication >= contender.whole.n && replication < replications) yield { contender, replication };
    }
  }
}

function keyOf({ name, fidelity }: Contender): string {
  return `${fidelity} ${name}`;
}

function loadFactor({ variant }: Contender): number {
  return variant.load_factor ?? 1;
}
