import { setMaxListeners } from 'node:events';
import { hasOwnPolicy } from '../../compute/policy/own-policies.js';
import { answeredRun, askedOf } from '../runs/asked-run.js';
import type { ClusterOptions } from '../runs/cluster-options.js';
import { OwnThread, type RunTask, type UnderWay, type Workforce, type WorkHooks } from '../runs/executor.js';
import type { VariantRun } from '../runs/variant.js';
import { AwaitedRun } from './awaited-run.js';
import { ClusterError } from './cluster-error.js';
import { ContentStore } from './content-store.js';
import { RedisLink } from './redis-link.js';
import { jobId, jobOf } from './run-job.js';
import { RunQueue } from './run-queue.js';
import { SentContents } from './sent-contents.js';
import { WorkersWatch } from './workers-watch.js';

/** Queued runs per slot of a worker: enough that none is idle while an answer is in transit. */
const RUNS_A_SLOT = 3;
/** Runs that are submitted before any worker is known. */
const MIN_WIDTH = 4;
/** Answers that may arrive ahead of the oldest pending one, as a multiple of the width. */
const MAX_AHEAD = 4;
/** Interval between checks of runs and workers. */
const TICK_MS = 500;
/** Time limit of the cleanup. */
const CLOSE_MS = 3_000;

const NO_MODULES =
  'policies from modules are code, which is not sent to workers; leave --cluster out, and use --workers';

/** Makes runs on the workers that are connected to Redis. Runs with an observer are made in this thread. */
export class ClusterWorkforce implements Workforce {
  readonly #link: RedisLink;
  readonly #own: OwnThread;
  readonly #queue: RunQueue;
  readonly #contents: SentContents;
  readonly #workers: WorkersWatch;
  readonly #awaited = new Map<string, AwaitedRun>();
  readonly #timer: NodeJS.Timeout;
  /** Aborted by anything that ends all of the work. */
  readonly #stop: AbortSignal;
  readonly #broken = new AbortController();

  private constructor(
    link: RedisLink,
    queue: RunQueue,
    contents: SentContents,
    workers: WorkersWatch,
    { signal, watch }: WorkHooks,
  ) {
    this.#link = link;
    this.#queue = queue;
    this.#contents = contents;
    this.#workers = workers;
    this.#own = new OwnThread({ signal, watch });
    this.#stop = AbortSignal.any([this.#broken.signal, link.lost, ...(signal ? [signal] : [])]);
    setMaxListeners(0, this.#stop);
    this.#stop.addEventListener('abort', () => {
      for (const run of this.#awaited.values()) run.reject(this.#stop.reason);
    });
    this.#timer = setInterval(() => {
      watch?.();
      this.#tick().catch((error: unknown) => link.noteError(error));
    }, TICK_MS);
  }

  /** @throws ClusterError without a connection, or if a package is missing */
  static async open(options: ClusterOptions, hooks: WorkHooks): Promise<ClusterWorkforce> {
    const link = await RedisLink.open(options.url);
    const contents = new SentContents(new ContentStore(link.redis));
    const queue = new RunQueue(link, contents);
    const workers = new WorkersWatch(link.redis, link.address, options.notice ?? (() => undefined));
    await workers.look(0);
    return new ClusterWorkforce(link, queue, contents, workers, hooks);
  }

  get width(): number {
    return Math.max(MIN_WIDTH, RUNS_A_SLOT * this.#workers.slots);
  }

  get ahead(): number {
    return MAX_AHEAD * this.width;
  }

  async run(task: RunTask): Promise<VariantRun> {
    if (task.observer !== undefined) return this.#own.run(task);
    this.#stop.throwIfAborted();
    const { scenario, name } = task.variant;
    if (hasOwnPolicy(scenario)) throw new ClusterError(`${name}: ${NO_MODULES}`, 'input');
    const asked = askedOf(task);
    const id = jobId(asked);
    // The same run may be wanted twice, as by a variant that changes nothing.
    const awaited =
      this.#awaited.get(id) ??
      this.#begin(new AwaitedRun(id, jobOf(this.#contents.of(scenario).hash, asked), scenario, name));
    return answeredRun(task, await awaited.answer);
  }

  get underWay(): UnderWay {
    let { runs, arrived } = this.#own.underWay;
    for (const { progress, isSettled } of this.#awaited.values()) {
      if (isSettled) continue;
      runs += progress.runs;
      arrived += progress.arrived;
    }
    return { runs, arrived };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const left = [...this.#awaited.values()].filter(({ isAnswered }) => !isAnswered);
    this.#broken.abort(new ClusterError('the work has ended'));
    const tidied = async (): Promise<void> => {
      await this.#queue.cancel(left);
      await this.#contents.removeAll();
      await this.#queue.close();
    };
    // Without a connection, only end the attempts to connect.
    await within(CLOSE_MS, this.#link.lost.aborted ? this.#queue.close() : tidied());
    this.#link.close();
  }

  #begin(run: AwaitedRun): AwaitedRun {
    this.#awaited.set(run.id, run);
    void this.#accompanied(run);
    return run;
  }

  /** Puts a run into Redis, and tidies up after it. */
  async #accompanied(run: AwaitedRun): Promise<void> {
    try {
      await this.#queue.ask(run);
      await run.answer;
    } catch (error) {
      run.reject(error);
    }
    // Runs that are cancelled at the end must still exist.
    if (this.#stop.aborted) return;
    this.#awaited.delete(run.id);
  }

  async #tick(): Promise<void> {
    if (this.#stop.aborted) return;
    const runs = [...this.#awaited.values()].filter(({ isSettled }) => !isSettled);
    const problem = await this.#workers.look(runs.length);
    if (problem !== undefined) this.#broken.abort(problem);
    await this.#queue.checkSilent(runs);
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  // Keys that can no longer be deleted expire automatically.
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}
