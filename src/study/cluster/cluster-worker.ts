import type { Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { AskedRun } from '../runs/asked-run.js';
import type { WorkerAnswer } from '../runs/run-worker.js';
import { WorkerPool } from '../runs/worker-pool.js';
import type { ClusterAddress } from './cluster-address.js';
import {
  CANCEL_CHANNEL,
  LOCK_MS,
  MAX_TAKEOVERS,
  PREFIX,
  QUEUE_NAME,
  RESULT_SECONDS,
  resultKey,
  STALLED_MS,
  STAMP,
} from './cluster-names.js';
import { ContentMissing } from './content-store.js';
import { RedisLink } from './redis-link.js';
import { CALL_MS, RollCall } from './roll-call.js';
import { askedOfJob, packAnswer, type RunJob, UNMADE } from './run-job.js';
import { ScenarioShelf } from './scenario-shelf.js';

/** Interval between two progress reports of runs. */
const PROGRESS_MS = 1_000;
/** Why runs are given back. */
const RETURNED = new Error('the worker ends');
const CANCELLED = new Error(UNMADE.cancelled);

export interface ClusterWorkerOptions {
  readonly url: string;
  /** Number of threads, and so of concurrent runs. */
  readonly workers: number;
}

interface RunningJob {
  readonly controller: AbortController;
  readonly job: Job<RunJob>;
  asked: AskedRun | undefined;
  reported_runs: number;
}

/** Makes runs that clients request through Redis. */
export class ClusterWorker {
  made = 0;
  readonly #link: RedisLink;
  readonly #options: ClusterWorkerOptions;
  readonly #threads: WorkerPool;
  readonly #shelf: ScenarioShelf;
  readonly #cancels: Redis;
  readonly #rollCall: RollCall;
  readonly #running = new Map<string, RunningJob>();
  readonly #line: Worker<RunJob>;
  readonly #timers: readonly NodeJS.Timeout[];

  private constructor(link: RedisLink, options: ClusterWorkerOptions) {
    this.#link = link;
    this.#options = options;
    this.#threads = new WorkerPool(options.workers);
    this.#shelf = new ScenarioShelf(link.redis);
    this.#rollCall = new RollCall(link.redis);
    this.#cancels = link.redis.duplicate();
    this.#cancels.on('error', link.noteError);
    this.#cancels.on('message', (_channel, id) => this.#running.get(id)?.controller.abort(CANCELLED));
    this.#line = this.#begun();
    const every = (ms: number, work: () => Promise<void>) =>
      setInterval(() => void work().catch(link.noteError), ms);
    this.#timers = [every(CALL_MS, () => this.#call()), every(PROGRESS_MS, () => this.#reportProgress())];
  }

  /** Connects, and begins to take work. @throws ClusterError without a connection, or if a package is missing */
  static async open(options: ClusterWorkerOptions): Promise<ClusterWorker> {
    const worker = new ClusterWorker(await RedisLink.open(options.url), options);
    await worker.#cancels.subscribe(CANCEL_CHANNEL);
    await worker.#call();
    return worker;
  }

  get address(): ClusterAddress {
    return this.#link.address;
  }

  /** Aborted once the connection has been away for too long. */
  get lost(): AbortSignal {
    return this.#link.lost;
  }

  get running(): number {
    return this.#running.size;
  }

  /** Takes no more work, and resolves when the current runs are done. */
  async finish(): Promise<void> {
    await this.#rollCall.leave();
    await this.#line.close();
  }

  /** Returns the current runs to the queue, and ends. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    for (const { controller } of this.#running.values()) controller.abort(RETURNED);
    const isLost = this.#link.lost.aborted;
    if (!isLost) await this.finish().catch(this.#link.noteError);
    else await this.#line.close(true).catch(() => undefined);
    await this.#threads.close();
    this.#cancels.disconnect();
    this.#link.close();
  }

  #begun(): Worker<RunJob> {
    const line = new this.#link.bullmq.Worker<RunJob>(QUEUE_NAME, (job, token) => this.#work(job, token), {
      connection: this.#link.redis,
      prefix: PREFIX,
      concurrency: this.#options.workers,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_MS,
      maxStalledCount: MAX_TAKEOVERS,
      // After an error of Redis; 15 s would be longer than most restarts take.
      runRetryDelay: 1000,
    });
    line.on('error', this.#link.noteError);
    return line;
  }

  async #work(job: Job<RunJob>, token: string | undefined): Promise<void> {
    const id = job.id!;
    // The previous worker may have finished it after all.
    if ((await this.#link.redis.exists(resultKey(id))) === 1) return;
    const { UnrecoverableError, WaitingError } = this.#link.bullmq;
    const running: RunningJob = {
      controller: new AbortController(),
      job,
      asked: undefined,
      reported_runs: 0,
    };
    const { signal } = running.controller;
    this.#running.set(id, running);
    try {
      const bytes = await packAnswer(await this.#answer(running));
      signal.throwIfAborted();
      await this.#link.redis.set(resultKey(id), bytes, 'EX', RESULT_SECONDS);
      this.made += 1;
    } catch (error) {
      if (signal.reason === RETURNED) {
        await job.moveToWait(token);
        throw new WaitingError();
      }
      if (signal.reason === CANCELLED) throw new UnrecoverableError(UNMADE.cancelled);
      if (error instanceof ContentMissing) throw new UnrecoverableError(UNMADE.missing);
      throw new UnrecoverableError(error instanceof Error ? error.message : String(error));
    } finally {
      this.#running.delete(id);
    }
  }

  async #answer(running: RunningJob): Promise<WorkerAnswer> {
    const { job, controller } = running;
    const scenario = await this.#shelf.scenario(job.data.scenario);
    const asked = askedOfJob(job.data, scenario);
    running.asked = asked;
    return this.#threads.answer(asked, scenario.name, controller.signal);
  }

  async #reportProgress(): Promise<void> {
    for (const running of this.#running.values()) {
      if (running.asked === undefined) continue;
      const { runs, arrived } = this.#threads.progressOf(running.asked);
      if (runs === running.reported_runs) continue;
      running.reported_runs = runs;
      await running.job.updateProgress({ runs, arrived });
    }
  }

  async #call(): Promise<void> {
    await this.#rollCall.call({ ...STAMP, slots: this.#options.workers });
  }
}
