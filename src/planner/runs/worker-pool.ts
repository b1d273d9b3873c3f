import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { Piscina } from 'piscina';
import { refusal } from '../../scenario/document/diagnostic.js';
import { ANSWER_LIMIT_SECONDS, ForeignLook, hasOwnPolicy } from '../../scenario/policy/foreign-code.js';
import type { Scenario } from '../../scenario/scenario.js';
import { FleetRecord } from '../../simulation/outcome/fleet-record.js';
import { unpackError } from './error-transfer.js';
import { OwnThread, type RunTask, type UnderWay, type Workforce } from './executor.js';
import { unpackObservations } from './observations-transfer.js';
import { SLOT, SLOT_MARKS } from './run-slot.js';
import type { WorkerAnswer, WorkerTask } from './run-worker.js';
import { transferable } from './scenario-transfer.js';
import { pricedRun, type VariantRun } from './variant.js';
import { WorkerError } from './worker-error.js';

/** Tasks handed over for each thread: enough that none waits for work while an earlier task's answer is awaited. */
const TASKS_A_THREAD = 3;
/** Between two looks at how far the threads are. */
const WATCH_MS = 200;
/** Four times what Node gives a thread by itself. */
const YOUNG_MB = 64;
/** The slot of a task that nobody watches: beyond the array, where writing has no effect. */
const NOWHERE = -1;

/**
 * Worker threads that make runs, kept for as long as there is work. Runs that have an observer are made in
 * this thread.
 */
export class WorkerPool implements Workforce {
  readonly width: number;
  readonly #pool: Piscina<WorkerTask, WorkerAnswer>;
  readonly #own: OwnThread;
  readonly #signal: AbortSignal;
  /** Aborted by what goes wrong outside any run. */
  readonly #broken = new AbortController();
  /** A {@link SLOT} for each task that is handed over. */
  readonly #shared: Float64Array;
  readonly #free: number[];
  readonly #timer: NodeJS.Timeout | undefined;
  /** Looks at policies of users' own; `undefined` where there are none. */
  #policyTimer: NodeJS.Timeout | undefined;
  /** Scenarios as they are sent. */
  readonly #sent = new WeakMap<Scenario, Pick<WorkerTask, 'scenario' | 'scenario_number'>>();
  #scenarios = 0;
  /** Takes back a task, by slot; none where nobody may ask for that. */
  readonly #waiting = new Map<number, AbortController>();
  readonly #mayEnd: boolean;

  /**
   * @param workers threads, 1 or more
   * @param signal ends all runs under way, which throw the signal's reason
   * @param watch called a few times a second
   * @param ending ends those that no thread has begun, likewise
   */
  constructor(workers: number, signal?: AbortSignal, watch?: () => void, ending?: AbortSignal) {
    this.width = TASKS_A_THREAD * workers;
    const buffer = new SharedArrayBuffer(SLOT * Float64Array.BYTES_PER_ELEMENT * this.width);
    this.#shared = new Float64Array(buffer);
    this.#free = Array.from({ length: this.width }, (_, slot) => slot);
    this.#signal = AbortSignal.any([this.#broken.signal, ...(signal === undefined ? [] : [signal])]);
    // Every task listens to it: no leak.
    setMaxListeners(0, this.#signal);
    this.#own = new OwnThread(signal, watch);
    this.#pool = new Piscina<WorkerTask, WorkerAnswer>({
      filename: workerFile(),
      minThreads: workers,
      maxThreads: workers,
      workerData: buffer,
      // Loaders of the main thread, which runs sources under some tools, would cost the workers half of their speed.
      execArgv: [],
      // Young objects are collected by helper threads, which get in each other's way: collect less often.
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
      workerHistogram: false,
      recordTiming: false,
    });
    // An answer that comes while the pool is being closed is reported here as unexpected; nobody waits for it any more.
    this.#pool.on('error', (error) => {
      this.#broken.abort(new WorkerError(`a worker thread failed: ${reason(error)}`));
    });
    this.#timer = watch === undefined ? undefined : setInterval(watch, WATCH_MS);
    this.#mayEnd = ending !== undefined;
    ending?.addEventListener('abort', () => this.#takeBack(ending.reason), { once: true });
  }

  #sentAs(scenario: Scenario): Pick<WorkerTask, 'scenario' | 'scenario_number'> {
    const known = this.#sent.get(scenario);
    if (known !== undefined) return known;
    this.#scenarios += 1;
    const sent = { scenario: transferable(scenario), scenario_number: this.#scenarios };
    this.#sent.set(scenario, sent);
    return sent;
  }

  #takenBackOr(slot: number): AbortSignal {
    const task = new AbortController();
    this.#waiting.set(slot, task);
    return AbortSignal.any([this.#signal, task.signal]);
  }

  #takeBack(reason: unknown): void {
    for (const [slot, task] of this.#waiting) if (this.#shared[SLOT * slot] === 0) task.abort(reason);
  }

  async run(task: RunTask): Promise<VariantRun> {
    const { variant, replication, by_weekday = false, fidelity = 'exact', until } = task;
    if (task.observer !== undefined) return this.#own.run(task);
    this.#signal.throwIfAborted();
    if (hasOwnPolicy(variant.scenario)) this.#watchPolicies(variant.scenario.name);
    const slot = this.#free.pop() ?? NOWHERE;
    try {
      const recorded = task.record !== undefined;
      const how = { replication, by_weekday, fidelity, until, recorded };
      const asked = { ...this.#sentAs(variant.scenario), ...how, slot };
      const answer = await this.#answer(asked, variant.name);
      if ('error' in answer) throw unpackError(answer.error);
      if (answer.record !== undefined) task.record?.merge(FleetRecord.unpack(answer.record));
      return pricedRun(variant, unpackObservations(answer.observations), answer.weekday_use);
    } finally {
      if (slot !== NOWHERE) {
        this.#waiting.delete(slot);
        this.#shared.fill(0, SLOT * slot, SLOT * (slot + 1));
        this.#free.push(slot);
      }
    }
  }

  get underWay(): UnderWay {
    let { runs, arrived } = this.#own.underWay;
    for (let index = 0; index < this.#shared.length; index += SLOT) {
      runs += this.#shared[index + 1]!;
      arrived += this.#shared[index + 2]!;
    }
    return { runs, arrived };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    clearInterval(this.#policyTimer);
    await this.#pool.destroy();
  }

  /** Ends all runs, and the threads with them, where a policy of a user's own does not return. */
  #watchPolicies(scenario: string): void {
    if (this.#policyTimer !== undefined) return;
    const looks = Array.from({ length: this.width }, () => new ForeignLook());
    this.#policyTimer = setInterval(() => {
      const stuck = looks.some((look, slot) => {
        const [calls = 0, life = 0] = this.#shared.subarray(SLOT * slot + SLOT_MARKS);
        return look.isStuck(calls, life, WATCH_MS);
      });
      if (!stuck) return;
      const problem = `a policy of a module has not returned for ${ANSWER_LIMIT_SECONDS} s, and was stopped; "neap run" says which call it was`;
      this.#broken.abort(refusal(scenario, problem));
    }, WATCH_MS);
  }

  async #answer(task: WorkerTask, variant: string): Promise<WorkerAnswer> {
    const signal = this.#mayEnd ? this.#takenBackOr(task.slot) : this.#signal;
    try {
      return await this.#pool.run(task, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw new WorkerError(
        `a worker thread ended during replication ${task.replication} of ${variant}: ${reason(error)}`,
      );
    }
  }
}

function workerFile(): string {
  const file = new URL('./run-worker.js', import.meta.url);
  if (!existsSync(file)) {
    throw new WorkerError('worker threads need the built package: run "npm run build", or use one worker');
  }
  return file.href;
}

function reason(error: unknown): string {
  const { code, message } = error as Partial<NodeJS.ErrnoException>;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return 'it ran out of memory; use fewer workers, or give Node more with NODE_OPTIONS=--max-old-space-size=8192';
  }
  return message ?? String(error);
}
