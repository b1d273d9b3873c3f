import type { Contender } from './contender.js';
import { RunMaker, type WorkOptions } from './make-runs.js';
import type { Block, Stretch } from './stretch.js';
import { StretchSample } from './stretch-sample.js';

/** More runs of a contender: those blocks of a stretch that come next. */
export interface Measurement {
  readonly contender: Contender;
  readonly sample: StretchSample;
  /** Blocks there are to be then, at most as many as the stretch has. */
  readonly blocks: number;
}

/** Makes the runs of a plan on the same threads, and counts the work. */
export class PlanRuns {
  readonly #maker: RunMaker;
  readonly #forecast: { runs: number };
  /** Events simulated so far: arrivals, completions, looks of the autoscaler and whatever else happens. */
  events = 0;
  /** Runs made so far. */
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

  /** Says how many more runs there will be, roughly. */
  expect(more: number): void {
    this.#forecast.runs = this.runs + Math.max(1, more);
  }

  /** Makes the runs that are missing; results are the same for any number of threads. */
  async measure(measurements: readonly Measurement[]): Promise<void> {
    const missing = measurements.flatMap(({ contender, sample, blocks }) =>
      sample.stretch.blocks.slice(sample.n, blocks).map((block: Block) => ({
        sample,
        task: { variant: contender.variant(block), replication: block.replication },
      })),
    );
    if (missing.length === 0) return;
    this.#forecast.runs = Math.max(this.#forecast.runs, this.runs + missing.length);
    const samples = new Map(missing.map(({ sample, task }) => [task, sample]));
    await this.#maker.make(
      missing.map(({ task }) => task),
      ({ task, run }) => {
        samples.get(task as (typeof missing)[number]['task'])!.add(run);
        this.runs += 1;
        this.events += run.observations.events_fired;
        return undefined;
      },
    );
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.#maker.close();
  }
}

/** An empty sample of a contender on a stretch. */
export function emptySample(contender: Contender, stretch: Stretch): StretchSample {
  return new StretchSample(stretch, contender.scenario.duration_seconds);
}
