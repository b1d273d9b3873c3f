import type { ClusterOptions } from './cluster-options.js';
import { OwnThread, type RunTask, type Workforce, type WorkHooks } from './executor.js';
import { checkCount } from './many-runs.js';
import { type MadeRun, orderedRuns, type Tasks } from './ordered-runs.js';
import type { RunLedger } from './run-ledger.js';

/** How far a piece of work of many runs has come. */
export interface WorkProgress {
  /** Runs that are done, and shares of those under way. */
  readonly done: number;
  /** Runs there will be, as far as is known. */
  readonly runs: number;
  /** What these come to, in whole exact runs of the scenario: fewer where most are cheaper looks. */
  readonly whole_runs: number;
  /** Queries that have arrived in all of them. */
  readonly arrived: number;
}

/** How many runs are made. */
export interface WorkOptions {
  /** Threads; 1, this one alone, unless given. Results are the same, whatever their number. */
  readonly workers?: number;
  /** Has other processes make the runs, in place of threads of this one. Results are the same. */
  readonly cluster?: ClusterOptions;
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
 * @throws InvariantError, PolicyError as a run does; WorkerError when a thread ended before its time, or a cluster cannot
 *   be reached; the signal's reason; whatever `each` and `progress` throw
 */
export async function makeRuns(
  tasks: Tasks,
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

/** Makes runs likewise, whose number is known. @returns what is taken of each, in the order of their tasks */
export async function takenOfRuns<Taken>(
  tasks: readonly RunTask[],
  options: WorkOptions,
  take: (made: MadeRun) => Taken,
): Promise<readonly Taken[]> {
  const taken: Taken[] = [];
  await makeRuns(
    tasks,
    options,
    () => tasks.length,
    (made) => {
      taken.push(take(made));
      return undefined;
    },
  );
  return taken;
}

/** Makes runs in several goes, whose tasks depend on what came out before, on the same threads. */
export class RunMaker {
  readonly #workforce: Workforce;
  readonly #options: WorkOptions;
  readonly #counts: Counts;
  /** What has been asked for, until it is made. */
  readonly #asked = new Set<Promise<void>>();

  private constructor(workforce: Workforce, options: WorkOptions, counts: Counts) {
    this.#workforce = workforce;
    this.#options = options;
    this.#counts = counts;
  }

  /**
   * Makes ready.
   * @param expected how many runs there will be in all, asked anew whenever progress is told
   * @param whole what these come to, in whole exact runs
   */
  static async open(
    options: WorkOptions,
    expected: () => number,
    whole: () => number = expected,
  ): Promise<RunMaker> {
    checkCount('workers', options.workers ?? 1);
    const failed = new AbortController();
    const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]);
    const counts: Counts = { done: 0, arrived: 0, expected, whole };
    const { progress, ledger } = options;
    const watch =
      progress === undefined
        ? undefined
        : () => {
            const { underWay } = workforce;
            const [done, arrived] = [counts.done + underWay.runs, counts.arrived + underWay.arrived];
            try {
              progress({ done, runs: counts.expected(), whole_runs: counts.whole(), arrived });
            } catch (error) {
              failed.abort(error);
            }
          };
    const workforce = await workforceOf(options.cluster ?? Math.min(options.workers ?? 1, expected()), {
      signal,
      watch,
      ending: ledger?.ending,
    });
    return new RunMaker(workforce, options, counts);
  }

  /**
   * Makes runs and hands them over in the order of their tasks. Several goes at once share the threads: each has its own
   * order, and nothing may depend on which of them has its runs first.
   * @param each receives every run; `true` ends this go
   * @throws as {@link makeRuns}
   */
  make(tasks: Tasks, each: (made: MadeRun) => boolean | undefined): Promise<void> {
    const made = this.#make(tasks, each);
    this.#asked.add(made);
    // Whoever asked for it is told of a failure.
    made.catch(() => undefined).finally(() => this.#asked.delete(made));
    return made;
  }

  async #make(tasks: Tasks, each: (made: MadeRun) => boolean | undefined): Promise<void> {
    for await (const made of orderedRuns(tasks, this.#workforce, this.#options.ledger)) {
      if (this.#took(made, each)) break;
    }
  }

  #took(made: MadeRun, each: (made: MadeRun) => boolean | undefined): boolean {
    this.#counts.done += 1;
    for (const { arrived } of made.run.observations.computes) this.#counts.arrived += arrived;
    this.#options.made?.(made);
    return each(made) === true;
  }

  /** Ends the threads; where no more runs are to be begun, after those under way, which are kept. */
  async close(): Promise<void> {
    if (this.#options.ledger?.ending?.aborted === true) await Promise.allSettled(this.#asked);
    await this.#workforce.close();
  }
}

/** How far the work is. */
interface Counts {
  done: number;
  arrived: number;
  /** Runs there will be in all, and what they come to. */
  expected: () => number;
  whole: () => number;
}

async function workforceOf(workers: number | ClusterOptions, hooks: WorkHooks): Promise<Workforce> {
  // Loaded only where they are used: most runs are single.
  if (typeof workers === 'object') {
    const { ClusterWorkforce } = await import('../cluster/cluster-workforce.js');
    return ClusterWorkforce.open(workers, hooks);
  }
  if (workers <= 1) return new OwnThread(hooks);
  const { WorkerPool } = await import('./worker-pool.js');
  return new WorkerPool(workers, hooks);
}
