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

/**
 * One run of a candidate on the whole horizon. Everything that a plan says of a candidate comes from such runs: a
 * cheaper fidelity would be asked for here.
 */
function wholeRun({ variant }: Contender, replication: number): RunTask {
  return { variant, replication };
}

/** Makes the runs of a plan on the same threads, and counts the work. */
export class PlanRuns implements WholeRuns {
  readonly #maker: RunMaker;
  readonly #forecast: { runs: number };
  /** Of the first whole run: what any other is expected to take. */
  #typical = 0;
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

  eventsOf({ whole, variant }: Contender): number {
    return whole.events ?? this.#typical * (variant.source?.load_factor ?? 1);
  }

  async measure(wanted: readonly Measurement[], limit: number): Promise<number> {
    const chosen = this.#affordable(wanted, limit);
    const owners = new Map<RunTask, Contender>();
    for (const { contender, replications } of chosen) {
      for (let replication = contender.whole.n; replication < replications; replication++) {
        owners.set(wholeRun(contender, replication), contender);
      }
    }
    await this.make([...owners.keys()], (task, run) => {
      const made = wholeRunOf(run);
      if (this.#typical === 0) this.#typical = Math.max(1, made.events);
      owners.get(task)!.whole.add(made);
    });
    return owners.size;
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
  #affordable(wanted: readonly Measurement[], limit: number): readonly Measurement[] {
    const counts = wanted.map(({ contender }) => contender.whole.n);
    let room = limit - this.events;
    for (let replication = 0; counts.some((n, index) => n < wanted[index]!.replications); replication++) {
      for (const [index, { contender, replications }] of wanted.entries()) {
        if (counts[index] !== replication || replication >= replications) continue;
        room -= this.eventsOf(contender);
        if (room < 0) return wanted.map((each, at) => ({ ...each, replications: counts[at]! }));
        counts[index]! += 1;
      }
    }
    return wanted;
  }
}
