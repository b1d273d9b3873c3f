import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { Piscina } from 'piscina';
import { hasOwnPolicy } from '../../compute/policy/own-policies.js';
import { ANSWER_LIMIT_SECONDS, ForeignLook } from '../../files/foreign-code.js';
import { getOrCreate } from '../../kernel/get-or-create.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import type { Scenario } from '../../scenario/scenario.js';
import { type AskedRun, answeredRun, askedOf } from './asked-run.js';
import { OwnThread, type RunTask, type UnderWay, type Workforce, type WorkHooks } from './executor.js';
import { SLOT, SLOT_MARKS } from './run-slot.js';
import type { WorkerAnswer, WorkerTask } from './run-worker.js';
import { transferable } from './scenario-transfer.js';
import type { VariantRun } from './variant.js';
import { WorkerError } from './worker-error.js';

/** Tasks in flight per thread: enough that none is idle while an earlier task's answer is awaited. */
const TASKS_A_THREAD = 3;
/** Interval between checks of the threads' progress. */
const WATCH_MS = 200;
/** Four times Node's default for a thread. */
const YOUNG_MB = 64;
/** The slot of a task that is not observed: beyond the array, where writing has no effect. */
const NO_SLOT = -1;

interface Handed {
  readonly slot: number;
  readonly controller: AbortController;
}

/**
 * Worker threads that make runs, kept as long as there is work. Runs with an observer are made in
 * this thread.
 */
export class WorkerPool implements Workforce {
  readonly width: number;
  readonly #pool: Piscina<WorkerTask, WorkerAnswer>;
  readonly #own: OwnThread;
  readonly #signal: AbortSignal;
  /** Aborted by errors outside any run. */
  readonly #broken = new AbortController();
  /** A {@link SLOT} for each task in flight. */
  readonly #shared: Float64Array;
  readonly #free: number[];
  readonly #progressTimer: NodeJS.Timeout | undefined;
  /** Timer that watches users' policies; `undefined` if there are none. */
  #policyTimer: NodeJS.Timeout | undefined;
  /** Scenarios in the form that is sent. */
  readonly #sent = new WeakMap<Scenario, Pick<WorkerTask, 'scenario' | 'scenario_number'>>();
  #scenarios = 0;
  readonly #handed = new Map<AskedRun, Handed>();

  /** @param workers threads, 1 or more */
  constructor(workers: number, hooks: WorkHooks = {}) {
    const { signal, watch } = hooks;
    this.#own = new OwnThread(hooks);
    this.#progressTimer = watch && setInterval(watch, WATCH_MS);
    this.width = TASKS_A_THREAD * workers;
    const buffer = new SharedArrayBuffer(SLOT * Float64Array.BYTES_PER_ELEMENT * this.width);
    this.#shared = new Float64Array(buffer);
    this.#free = Array.from({ length: this.width }, (_, slot) => slot);
    this.#signal = AbortSignal.any([this.#broken.signal, ...(signal ? [signal] : [])]);
    // Every task adds a listener, which is not a leak.
    setMaxListeners(0, this.#signal);
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
    // An answer that arrives while the pool is being closed is reported here as unexpected; its work has ended.
    this.#pool.on('error', (error) => {
      this.#broken.abort(new WorkerError(`a worker thread failed: ${reason(error)}`));
    });
  }

  async run(task: RunTask): Promise<VariantRun> {
    if (task.observer !== undefined) return this.#own.run(task);
    return answeredRun(task, await this.answer(askedOf(task), task.variant.name));
  }

  /**
   * Makes a run in a thread.
   * @param variant its name, for messages
   * @param signal ends this run, which throws the signal's reason
   * @throws WorkerError when the thread ended before it; ScenarioError for a policy that does not return; the signal's
   *   reason
   */
  async answer(task: AskedRun, variant: string, signal?: AbortSignal): Promise<WorkerAnswer> {
    this.#signal.throwIfAborted();
    signal?.throwIfAborted();
    if (hasOwnPolicy(task.scenario)) this.#watchPolicies();
    const slot = this.#free.pop() ?? NO_SLOT;
    const controller = new AbortController();
    this.#handed.set(task, { slot, controller });
    const ended = AbortSignal.any([this.#signal, controller.signal, ...(signal ? [signal] : [])]);
    try {
      return await this.#pool.run({ ...task, ...this.#sentAs(task.scenario), slot }, { signal: ended });
    } catch (error) {
      ended.throwIfAborted();
      throw new WorkerError(
        `a worker thread ended during replication ${task.replication} of ${variant}: ${reason(error)}`,
      );
    } finally {
      this.#handed.delete(task);
      if (slot !== NO_SLOT) {
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

  /** Progress of one of them. */
  progressOf(task: AskedRun): UnderWay {
    const index = SLOT * (this.#handed.get(task)?.slot ?? NO_SLOT);
    return { runs: this.#shared[index + 1] ?? 0, arrived: this.#shared[index + 2] ?? 0 };
  }

  async close(): Promise<void> {
    clearInterval(this.#progressTimer);
    clearInterval(this.#policyTimer);
    await this.#own.close();
    await this.#pool.destroy();
  }

  #sentAs(scenario: Scenario): Pick<WorkerTask, 'scenario' | 'scenario_number'> {
    return getOrCreate(this.#sent, scenario, () => {
      this.#scenarios += 1;
      return { scenario: transferable(scenario), scenario_number: this.#scenarios };
    });
  }

  /** Ends a run, and its thread with it, if a user's policy does not return. */
  #watchPolicies(): void {
    if (this.#policyTimer !== undefined) return;
    const looks = Array.from({ length: this.width }, () => new ForeignLook());
    this.#policyTimer = setInterval(() => {
      const stuck = new Set<number>();
      for (const [slot, look] of looks.entries()) {
        const [calls = 0, life = 0] = this.#shared.subarray(SLOT * slot + SLOT_MARKS);
        if (look.isStuck(calls, life, WATCH_MS)) stuck.add(slot);
      }
      for (const [{ scenario }, { slot, controller }] of this.#handed) {
        if (!stuck.has(slot)) continue;
        const problem = `a policy of a module has not returned for ${ANSWER_LIMIT_SECONDS} s, and was stopped; "neap run" says which call it was`;
        controller.abort(refusal(scenario.name, problem));
      }
    }, WATCH_MS);
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
