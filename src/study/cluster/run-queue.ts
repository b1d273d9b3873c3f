import type { Queue, QueueEvents } from 'bullmq';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import type { AwaitedRun } from './awaited-run.js';
import { ClusterError } from './cluster-error.js';
import {
  CANCEL_CHANNEL,
  FETCHED_KEPT_MS,
  MAX_TAKEOVERS,
  PREFIX,
  QUEUE_NAME,
  resultKey,
} from './cluster-names.js';
import type { RedisLink } from './redis-link.js';
import { type RunJob, UNMADE, unpackAnswer } from './run-job.js';
import type { SentContents } from './sent-contents.js';

/** A run that has been silent for this long is looked up: events are lost if Redis ends. */
const LOOK_MS = 3_000;
/** After it is lost this many times, a run is given up. */
const MAX_AGAIN = 20;

/** An asker's side of the queue of runs. */
interface Line {
  readonly queue: Queue<RunJob>;
  readonly events: QueueEvents;
}

/** Puts runs into Redis and brings their answers. */
export class RunQueue {
  readonly #link: RedisLink;
  readonly #contents: SentContents;
  #line: Promise<Line> | undefined;
  readonly #runs = new Map<string, AwaitedRun>();

  constructor(link: RedisLink, contents: SentContents) {
    this.#link = link;
    this.#contents = contents;
  }

  /** Requests a run, unless its answer is there already. */
  async ask(run: AwaitedRun): Promise<void> {
    this.#runs.set(run.id, run);
    const forget = () => this.#runs.delete(run.id);
    run.answer.then(forget, forget);
    await this.#opened();
    if (await this.#fetch(run)) return;
    await this.#contents.use(run.scenario);
    await this.#add(run);
  }

  /** Removes a run that no worker has begun. @returns whether it did */
  async #takeBack(run: AwaitedRun): Promise<boolean> {
    const { queue } = await this.#opened();
    // Refused if a worker has taken it.
    return (await queue.remove(run.id).catch(() => 0)) === 1;
  }

  /** Takes back runs, and has workers stop those that are begun. */
  async cancel(runs: readonly AwaitedRun[]): Promise<void> {
    await Promise.all(
      runs.map(async (run) => {
        if (!(await this.#takeBack(run))) await this.#link.redis.publish(CANCEL_CHANNEL, run.id);
      }),
    );
  }

  /** Looks up runs that have been silent for a while: their answer may have arrived, or they may be gone. */
  async checkSilent(runs: readonly AwaitedRun[]): Promise<void> {
    const now_ms = WALL_CLOCK.monotonicMs();
    const due = runs.filter(
      ({ looked_ms, isFetched }) => looked_ms !== undefined && !isFetched && now_ms - looked_ms >= LOOK_MS,
    );
    await Promise.all(
      due.map(async (run) => {
        run.looked_ms = now_ms;
        const { queue } = await this.#opened();
        // In this order: a job is removed only after its result is stored.
        const isQueued = await this.#link.redis.exists(queue.toKey(run.id));
        if (isQueued === 0 && !(await this.#fetch(run))) await this.#askAgain(run);
      }),
    );
  }

  async close(): Promise<void> {
    const line = await this.#line?.catch(() => undefined);
    await Promise.all([line?.events.close(), line?.queue.close()]);
  }

  #opened(): Promise<Line> {
    this.#line ??= this.#open();
    return this.#line;
  }

  async #open(): Promise<Line> {
    const { Queue, QueueEvents } = this.#link.bullmq;
    const { redis, noteError } = this.#link;
    const shared = { connection: redis, prefix: PREFIX };
    const queue = new Queue<RunJob>(QUEUE_NAME, shared);
    const events = new QueueEvents(QUEUE_NAME, shared);
    queue.on('error', noteError);
    events.on('error', noteError);
    events.on('completed', ({ jobId }) => this.#heard(jobId, (run) => this.#fetchOrAsk(run)));
    events.on('failed', ({ jobId, failedReason }) =>
      this.#heard(jobId, (run) => this.#failed(run, failedReason)),
    );
    const onProgress = (jobId: string, progress: unknown) =>
      this.#heard(jobId, async (run) => {
        run.progress = progress as AwaitedRun['progress'];
      });
    events.on('progress', ({ jobId, data }) => onProgress(jobId, data));
    events.on('stalled', ({ jobId }) => onProgress(jobId, { runs: 0, arrived: 0 }));
    await Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);
    return { queue, events };
  }

  #heard(id: string, then: (run: AwaitedRun) => Promise<void>): void {
    const run = this.#runs.get(id);
    if (run === undefined || run.isSettled) return;
    run.looked_ms = WALL_CLOCK.monotonicMs();
    then(run).catch((error: unknown) => this.#link.noteError(error));
  }

  async #fetchOrAsk(run: AwaitedRun): Promise<void> {
    if (!(await this.#fetch(run))) await this.#askAgain(run);
  }

  /** Fetches the result of a run. @returns whether it exists, or is being fetched already */
  async #fetch(run: AwaitedRun): Promise<boolean> {
    if (run.isFetched || run.isSettled) return true;
    run.isFetched = true;
    try {
      const key = resultKey(run.id);
      const bytes = await this.#link.redis.getBuffer(key);
      if (bytes === null) return false;
      const answer = await unpackAnswer(bytes).catch(() => undefined);
      if (answer === undefined) {
        await this.#link.redis.unlink(key);
        return false;
      }
      run.resolve(answer);
      // Another client may wait for the same run, and be notified a moment later.
      await this.#link.redis.pexpire(key, FETCHED_KEPT_MS);
      return true;
    } finally {
      run.isFetched = false;
    }
  }

  async #add(run: AwaitedRun): Promise<void> {
    const { queue } = await this.#opened();
    if (run.isSettled) return;
    run.progress = { runs: 0, arrived: 0 };
    await queue.add('run', run.job, {
      jobId: run.id,
      removeOnComplete: true,
      removeOnFail: true,
    });
    run.looked_ms = WALL_CLOCK.monotonicMs();
  }

  async #askAgain(run: AwaitedRun): Promise<void> {
    if (run.isSettled) return;
    run.again += 1;
    if (run.again > MAX_AGAIN) {
      run.reject(
        new ClusterError(`${run.variant}: a run was lost ${MAX_AGAIN} times; does Redis have enough memory?`),
      );
      return;
    }
    await this.#contents.renew(run.scenario);
    await this.#add(run);
  }

  async #failed(run: AwaitedRun, reason: string): Promise<void> {
    if (reason === UNMADE.missing || reason === UNMADE.cancelled) return this.#fetchOrAsk(run);
    const words = /stalled more than/.test(reason)
      ? `${MAX_TAKEOVERS} workers ended during it; does it need more memory than they have?`
      : reason;
    run.reject(
      new ClusterError(`replication ${run.job.replication} of ${run.variant} was not made: ${words}`),
    );
  }
}
