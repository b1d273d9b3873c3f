import type { Fidelity } from '../../simulation/simulation.js';
import type { RunTask } from '../runs/executor.js';
import { RunMaker, type WorkOptions } from '../runs/make-runs.js';
import type { VariantRun } from '../runs/variant.js';
import type { Contender } from './contender.js';
import { wholeRunOf } from './whole-sample.js';

/** More runs of a contender on the whole horizon: so many replications there are to be then. */
export interface Measurement {
  readonly contender: Contender;
  readonly replications: number;
}

/** Who makes whole runs. */
export interface WholeRuns {
  /** Events simulated so far: arrivals, completions, looks of the autoscaler and whatever else happens. */
  readonly events: number;
  /**
   * Makes the whole runs that are missing, as many as the budget has room for.
   * @param limit of the events simulated in all
   * @returns how many were made
   */
  measure(wanted: readonly Measurement[], limit: number): Promise<number>;
  /** Events that one more whole run of a contender takes, estimated. */
  eventsOf(contender: Contender): number;
}

/** One run of a candidate on the whole horizon. Everything that a plan says of a candidate comes from such runs. */
function wholeRun({ variant, fidelity, until }: Contender, replication: number, events: number): RunTask {
  // Exact ones are made to the end: arrivals that wait for answers are not foreseen.
  if (fidelity === 'exact') return { variant, replication };
  return { variant, replication, fidelity, until: { ...(until ?? NEVER), events } };
}

const NEVER = { slower_than_seconds: Number.POSITIVE_INFINITY, queries: Number.POSITIVE_INFINITY };

/** Makes the runs of a plan on the same threads, and counts the work. */
export class PlanRuns implements WholeRuns {
  readonly #maker: RunMaker;
  readonly #forecast: { runs: number };
  /** Of the first whole run at each fidelity: what any other is expected to take. */
  readonly #typical = new Map<Fidelity, number>();
  events = 0;
  /** Runs made so far, of any length. */
  runs = 0;

  private constructor(maker: RunMaker, forecast: { runs: number }) {
    this.#maker = maker;
    this.#forecast = forecast;
  }

  /** @param runs that there will be, roughly, for the progress told */
  static async open(options: WorkOptions, runs: number): Promise<PlanRuns> {
    const forecast = { runs: Math.max(runs, options.workers ?? 1) };
    return new PlanRuns(await RunMaker.open(options, () => forecast.runs), forecast);
  }

  eventsOf({ whole, variant, fidelity }: Contender): number {
    const typical = this.#typical.get(fidelity) ?? this.#typical.get('exact') ?? 0;
    // Windows of a greater load have more queries, and more ticks are simulated whole.
    return whole.events ?? typical * (variant.source?.load_factor ?? 1);
  }

  async measure(wanted: readonly Measurement[], limit: number): Promise<number> {
    const tasks = this.#affordable(wanted, limit);
    let made = 0;
    await this.make([...tasks.keys()], (task, run) => {
      const whole = wholeRunOf(run);
      // What would have taken more than the budget has was not looked at.
      if (whole.stopped_seconds !== undefined && whole.events >= (task.until?.events ?? 0)) return;
      const contender = tasks.get(task)!;
      const isWhole = whole.stopped_seconds === undefined;
      if (isWhole && !this.#typical.has(contender.fidelity))
        this.#typical.set(contender.fidelity, whole.events);
      contender.whole.add(whole);
      made += 1;
    });
    return made;
  }

  /**
   * Where the plan is made in parts, makes this part of the first runs of some contenders.
   * @throws PartMade unless all of them are there
   */
  async foresee(contenders: readonly Contender[]): Promise<void> {
    await this.#maker.foresee(
      contenders.map((contender) => wholeRun(contender, 0, Number.POSITIVE_INFINITY)),
    );
  }

  /** Makes any runs and counts them. @param each receives every run, in the order of the tasks */
  async make(tasks: readonly RunTask[], each: (task: RunTask, run: VariantRun) => void): Promise<void> {
    if (tasks.length === 0) return;
    this.#forecast.runs = Math.max(this.#forecast.runs, this.runs + tasks.length);
    await this.#maker.make(tasks, ({ task, run }) => {
      this.runs += 1;
      this.events += run.observations.events_fired;
      each(task, run);
      return undefined;
    });
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.#maker.close();
  }

  /** As much of what is wanted as there is room for: first one more replication of everybody, then the next. */
  #affordable(wanted: readonly Measurement[], limit: number): ReadonlyMap<RunTask, Contender> {
    const chosen: { readonly contender: Contender; readonly replication: number }[] = [];
    const most = Math.max(0, ...wanted.map(({ replications }) => replications));
    let room = limit - this.events;
    for (let replication = 0; replication < most; replication++) {
      for (const { contender, replications } of wanted) {
        if (replication < contender.whole.n || replication >= replications) continue;
        const events = this.eventsOf(contender);
        if (events > room) return this.#tasks(chosen, room);
        room -= events;
        chosen.push({ contender, replication });
      }
    }
    return this.#tasks(chosen, room);
  }

  /** @param spare events that are left: a run at hybrid fidelity may take a part of them beyond what is expected */
  #tasks(
    chosen: readonly { readonly contender: Contender; readonly replication: number }[],
    spare: number,
  ): ReadonlyMap<RunTask, Contender> {
    const more = spare / Math.max(1, chosen.length);
    return new Map(
      chosen.map(({ contender, replication }) => [
        wholeRun(contender, replication, this.eventsOf(contender) + more),
        contender,
      ]),
    );
  }
}
