import { answeredRun, askedOf } from './asked-run.js';
import { OwnThread, type RunTask, type UnderWay, type Workforce, type WorkHooks } from './executor.js';
import { RunThreads, WATCH_MS } from './run-threads.js';
import type { VariantRun } from './variant.js';

/**
 * Worker threads that make runs, kept as long as there is work. Runs with an observer are made in
 * this thread.
 */
export class WorkerPool implements Workforce {
  readonly width: number;
  readonly #threads: RunThreads;
  readonly #own: OwnThread;
  readonly #timer: NodeJS.Timeout | undefined;

  /** @param workers threads, 1 or more */
  constructor(workers: number, hooks: WorkHooks) {
    const { signal, watch } = hooks;
    this.#threads = new RunThreads(workers, signal);
    this.width = this.#threads.width;
    this.#own = new OwnThread(hooks);
    this.#timer = watch === undefined ? undefined : setInterval(watch, WATCH_MS);
  }

  async run(task: RunTask): Promise<VariantRun> {
    if (task.observer !== undefined) return this.#own.run(task);
    return answeredRun(task, await this.#threads.answer(askedOf(task), task.variant.name));
  }

  get underWay(): UnderWay {
    const [own, threads] = [this.#own.underWay, this.#threads.underWay];
    return { runs: own.runs + threads.runs, arrived: own.arrived + threads.arrived };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#own.close();
    await this.#threads.close();
  }
}
