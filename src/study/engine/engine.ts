import { setMaxListeners } from 'node:events';
import { OwnThread, type Workforce, type WorkHooks } from '../runs/executor.js';
import { checkCount } from '../runs/many-runs.js';
import { orderedRuns } from './ordered-runs.js';
import {
  type Begun,
  type ForeseenRuns,
  Interrupted,
  type Request,
  type RunRequest,
  type Study,
  wholeRuns,
} from './study.js';
import type { WorkOptions } from './work-options.js';

/**
 * Answers a study: makes the runs that it requests, in parallel if there are threads or cluster workers.
 * @throws InvariantError, PolicyError as a run does; WorkerError if a thread ended early or a cluster cannot be reached;
 *   the signal's reason if the study has no answer yet; any error that `progress` throws
 */
export async function answer<Result>(study: Study<Result>, options: WorkOptions = {}): Promise<Result> {
  checkCount('workers', options.workers ?? 1);
  const engine = new Engine(options);
  try {
    const result = await engine.answer(study, true);
    engine.throwIfFailed();
    return result;
  } catch (error) {
    if (error instanceof Interrupted) throw error.cause;
    throw error;
  } finally {
    const closed = engine.close();
    // Threads may take seconds to end: an answer to an interruption does not wait for them. A cluster takes back its runs.
    if (options.signal?.aborted !== true || options.cluster !== undefined) await closed;
  }
}

/** Decides where the runs of a study are made, and reports its progress. */
class Engine {
  readonly #options: WorkOptions;
  /** Aborted by the caller, or by an error of `progress`. */
  readonly #stop: AbortSignal;
  readonly #failed = new AbortController();
  #workforce: Promise<Workforce> | undefined;
  #underWay: Pick<Workforce, 'underWay'> = { underWay: { runs: 0, arrived: 0 } };
  #runs = 0;
  #arrived = 0;
  #foreseen: () => ForeseenRuns = () => wholeRuns(0);

  constructor(options: WorkOptions) {
    this.#options = options;
    const { signal } = options;
    this.#stop = AbortSignal.any([this.#failed.signal, ...(signal ? [signal] : [])]);
    // Every request adds a listener.
    setMaxListeners(0, this.#stop);
  }

  /** @param isWatched whether its runs are handed to the observer of the work */
  async answer<Result>(study: Study<Result>, isWatched: boolean): Promise<Result> {
    let step = study.next();
    while (step.done !== true) {
      let given: unknown;
      try {
        given = this.#given(step.value, isWatched);
        // A part begins immediately, before anything else.
        if (given instanceof Promise) given = await given;
      } catch (error) {
        step = study.throw(error);
        continue;
      }
      step = study.next(given);
    }
    return step.value;
  }

  /** @throws the error that `progress` threw */
  throwIfFailed(): void {
    this.#failed.signal.throwIfAborted();
  }

  async close(): Promise<void> {
    const workforce = await this.#workforce?.catch(() => undefined);
    await workforce?.close();
  }

  #given(request: Request, isWatched: boolean): unknown {
    if ('tasks' in request) return this.#make(request, isWatched);
    if ('begin' in request) return this.#begun(request.begin, isWatched && request.isWatched);
    if ('join' in request) return request.join.result;
    this.#throwIfStopped();
    return this.#orStopped(request.prepare(this.#stop));
  }

  #begun(part: Study<unknown>, isWatched: boolean): Begun<unknown> {
    const result = this.answer(part, isWatched);
    // A failure is reported where the part is joined.
    result.catch(() => undefined);
    return { result };
  }

  /** @returns the number of runs that were taken */
  async #make({ tasks, take, foreseen }: RunRequest, isWatched: boolean): Promise<number> {
    this.#throwIfStopped();
    this.#foreseen = foreseen;
    this.#workforce ??= this.#open();
    const runs = orderedRuns(tasks, await this.#orStopped(this.#workforce), this.#options.ledger);
    let taken = 0;
    try {
      for (;;) {
        const next = await this.#orStopped(runs.next());
        if (next.done === true) return taken;
        const { task, run } = next.value;
        taken += 1;
        this.#runs += 1;
        for (const { arrived } of run.observations.computes) this.#arrived += arrived;
        if (isWatched) this.#options.made?.({ task, run });
        if (take(run, task) === true) return taken;
      }
    } finally {
      // A generator that waits for a run ends after it: nothing waits for that.
      void runs.return(undefined).catch(() => undefined);
    }
  }

  #throwIfStopped(): void {
    if (this.#stop.aborted) throw new Interrupted('no more runs are made', { cause: this.#stop.reason });
  }

  /** The result of some work, or the interruption if that comes first. */
  async #orStopped<Result>(work: Promise<Result>): Promise<Result> {
    let stopped = () => {};
    const interruption = new Promise<never>((_, reject) => {
      stopped = () => reject(new Interrupted('no more runs are made', { cause: this.#stop.reason }));
      this.#stop.addEventListener('abort', stopped);
    });
    try {
      return await Promise.race([work, interruption]);
    } catch (error) {
      // An error after the signal is the signal's doing.
      this.#throwIfStopped();
      throw error;
    } finally {
      this.#stop.removeEventListener('abort', stopped);
    }
  }

  async #open(): Promise<Workforce> {
    const { cluster, workers = 1, progress } = this.#options;
    const hooks: WorkHooks = {
      signal: this.#stop,
      watch: progress && (() => this.#report(progress)),
    };
    const workforce = await workforceOf(cluster ?? Math.min(workers, this.#foreseen().runs), hooks);
    this.#underWay = workforce;
    return workforce;
  }

  #report(progress: NonNullable<WorkOptions['progress']>): void {
    const { runs, arrived } = this.#underWay.underWay;
    try {
      progress({ done: this.#runs + runs, arrived: this.#arrived + arrived, ...this.#foreseen() });
    } catch (error) {
      this.#failed.abort(error);
    }
  }
}

async function workforceOf(
  workers: number | NonNullable<WorkOptions['cluster']>,
  hooks: WorkHooks,
): Promise<Workforce> {
  // Loaded only if they are used: most runs are single.
  if (typeof workers === 'object') {
    const { ClusterWorkforce } = await import('../cluster/cluster-workforce.js');
    return ClusterWorkforce.open(workers, hooks);
  }
  if (workers <= 1) return new OwnThread(hooks);
  const { WorkerPool } = await import('../runs/worker-pool.js');
  return new WorkerPool(workers, hooks);
}
