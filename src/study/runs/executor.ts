import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FleetRecord } from '../../simulation/outcome/fleet-record.js';
import { runVariant, type Variant, type VariantOptions, type VariantRun } from './variant.js';

/** A run to make: a variant and the index of a replication. A run with an observer is made in this thread. */
export interface RunTask extends Omit<VariantOptions, 'progress'> {
  readonly variant: Variant;
  readonly replication: number;
  /**
   * For a fleet or a part of one: collects its timeline and its decisions, whichever thread makes the run. If runs are
   * kept, it is the task's.
   */
  readonly record?: FleetRecord;
}

/** Progress of the current runs. */
export interface UnderWay {
  /** Sum of the completed shares of the runs: 1.5 is two runs, one at its end and the other in the middle. */
  readonly runs: number;
  /** Queries that have arrived in them. */
  readonly arrived: number;
}

const NOT_BEGUN: UnderWay = { runs: 0, arrived: 0 };

/** The executor of runs: this thread, or several. */
export interface Workforce {
  /** Useful number of tasks in flight; it may change. */
  readonly width: number;
  /**
   * Maximum tasks in flight, counted from the oldest unfinished one: more than the width if a slow one should not
   * block others. Default: the width.
   */
  readonly ahead?: number;
  /**
   * Makes a run. The same task has the same result, whichever thread makes it.
   * @throws InvariantError, PolicyError as the run does; WorkerError when a thread ended before it; the signal's reason
   */
  run(task: RunTask): Promise<VariantRun>;
  readonly underWay: UnderWay;
  /** Ends its threads, even busy ones. */
  close(): Promise<void>;
}

/** Hooks to observe and end delegated runs. */
export interface WorkHooks {
  /** Ends the runs under way, which throw the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called several times per second while runs are active. */
  readonly watch?: (() => void) | undefined;
}

/**
 * Makes runs in this thread, one at a time in the order of requests, in slices, so that signals and
 * messages are handled in between.
 */
export class OwnThread implements Workforce {
  readonly width = 1;
  readonly #signal: AbortSignal;
  readonly #closed = new AbortController();
  readonly #hooks: WorkHooks;
  underWay: UnderWay = NOT_BEGUN;
  /** The end of the latest requested run. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(hooks: WorkHooks = {}) {
    const { signal } = hooks;
    this.#signal = AbortSignal.any([this.#closed.signal, ...(signal ? [signal] : [])]);
    this.#hooks = hooks;
  }

  run(task: RunTask): Promise<VariantRun> {
    // Two simultaneous runs would take as long, and twice the memory.
    const run = this.#last.then(() => this.#made(task));
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #made(task: RunTask): Promise<VariantRun> {
    this.#signal.throwIfAborted();
    const { variant, record, ...options } = task;
    const { duration_seconds } = variant.scenario;
    try {
      return await runVariant(variant, {
        ...(record && { observer: record }),
        ...options,
        progress: async ({ now_seconds, arrived }) => {
          await nextTurn();
          this.#signal.throwIfAborted();
          this.underWay = { runs: now_seconds / duration_seconds, arrived };
          this.#hooks.watch?.();
        },
      });
    } finally {
      this.underWay = NOT_BEGUN;
    }
  }

  async close(): Promise<void> {
    this.#closed.abort();
  }
}
