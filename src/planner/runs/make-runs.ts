import { OwnThread, type RunTask, type Workforce } from './executor.js';
import { type MadeRun, orderedRuns } from './ordered-runs.js';
import type { RunLedger } from './run-ledger.js';

/** How far a piece of work of many runs has come. */
export interface WorkProgress {
  /** Runs that are done, and shares of those under way. */
  readonly done: number;
  /** Runs there will be, as far as is known. */
  readonly runs: number;
  /** Queries that have arrived in all of them. */
  readonly arrived: number;
}

/** How many runs are made. */
export interface WorkOptions {
  /** Threads; 1, this one alone, unless given. Results are the same, whatever their number. */
  readonly workers?: number;
  /** Ends the work, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Told how far the work has come, a few times a second; what it throws ends the work. */
  readonly progress?: (progress: WorkProgress) => void;
  /** Runs made before, which are not made again, and the place where new ones are kept. */
  readonly ledger?: RunLedger;
  /** Receives every run, in the order of their tasks, before it is made part of a result. */
  readonly made?: (made: MadeRun) => void;
}

/**
 * Makes runs, on as many threads as asked for, and hands them over in the order of their tasks.
 *
 * @param expected how many runs there will be, asked anew whenever progress is told
 * @param each receives every run; `true` ends the work
 * @throws InvariantError, PolicyError as a run does; WorkerError when a thread ended before its time; the signal's
 *   reason; whatever `each` and `progress` throw
 */
export async function makeRuns(
  tasks: Iterable<RunTask>,
  options: WorkOptions,
  expected: () => number,
  each: (made: MadeRun) => boolean | undefined,
): Promise<void> {
  const maker = await RunMaker.open(options, expected);
  try {
    await maker.make(tasks, each);
  } finally {
    await maker.close();
  }
}

/** Makes runs in several goes, whose tasks depend on what came out before, on the same threads. */
export class RunMaker {
  readonly #workforce: Workforce;
  readonly #options: WorkOptions;
  readonly #counts: { done: number; arrived: number };

  private constructor(workforce: Workforce, options: WorkOptions, counts: { done: number; arrived: number }) {
    this.#workforce = workforce;
    this.#options = options;
    this.#counts = counts;
  }

  /**
   * Makes ready.
   * @param expected how many runs there will be in all, asked anew whenever progress is told
   */
  static async open(options: WorkOptions, expected: () => number): Promise<RunMaker> {
    const failed = new AbortController();
    const signal = AbortSignal.any([
      failed.signal,
      ...(options.signal === undefined ? [] : [options.signal]),
    ]);
    const counts = { done: 0, arrived: 0 };
    const { progress, ledger } = options;
    const watch =
      progress === undefined
        ? undefined
        : () => {
            const { underWay } = workforce;
            const [done, arrived] = [counts.done + underWay.runs, counts.arrived + underWay.arrived];
            try {
              progress({ done, runs: expected(), arrived });
            } catch (error) {
              failed.abort(error);
            }
          };
    const workforce = await workforceOf(
      Math.min(options.workers ?? 1, expected()),
      signal,
      watch,
      ledger?.ending,
    );
    return new RunMaker(workforce, options, counts);
  }

  /**
   * Makes runs and hands them over in the order of their tasks.
   * @param each receives every run; `true` ends this go
   * @throws as {@link makeRuns}
   */
  async make(tasks: Iterable<RunTask>, each: (made: MadeRun) => boolean | undefined): Promise<void> {
    for await (const made of orderedRuns(tasks, this.#workforce, this.#options.ledger)) {
      this.#counts.done += 1;
      for (const { arrived } of made.run.observations.computes) this.#counts.arrived += arrived;
      this.#options.made?.(made);
      if (each(made) === true) break;
    }
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.#workforce.close();
  }
}

async function workforceOf(
  workers: number,
  signal: AbortSignal,
  watch: (() => void) | undefined,
  ending: AbortSignal | undefined,
): Promise<Workforce> {
  if (workers <= 1) return new OwnThread(signal, watch);
  // Loaded only where it is used: most runs are single.
  const { WorkerPool } = await import('./worker-pool.js');
  return new WorkerPool(workers, signal, watch, ending);
}
