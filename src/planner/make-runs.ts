import { type MadeRun, orderedRuns } from './ordered-runs.js';
import { OwnThread, type RunTask, type Workforce } from './workforce.js';

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
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  let [done, arrived] = [0, 0];
  const { progress } = options;
  const watch =
    progress === undefined
      ? undefined
      : () => {
          const { underWay } = workforce;
          try {
            progress({ done: done + underWay.runs, runs: expected(), arrived: arrived + underWay.arrived });
          } catch (error) {
            failed.abort(error);
          }
        };
  const workforce = await workforceOf(Math.min(options.workers ?? 1, expected()), signal, watch);
  try {
    for await (const made of orderedRuns(tasks, workforce)) {
      done += 1;
      for (const { arrived: queries } of made.run.observations.computes) arrived += queries;
      options.made?.(made);
      if (each(made) === true) break;
    }
  } finally {
    await workforce.close();
  }
}

async function workforceOf(
  workers: number,
  signal: AbortSignal,
  watch: (() => void) | undefined,
): Promise<Workforce> {
  if (workers <= 1) return new OwnThread(signal, watch);
  // Loaded only where it is used: most runs are single.
  const { WorkerPool } = await import('./worker-pool.js');
  return new WorkerPool(workers, signal, watch);
}
