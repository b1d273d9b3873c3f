import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FleetRecord } from '../../simulation/outcome/fleet-record.js';
import type { SourcedVariant } from './scenario-source.js';
import { runVariant, type VariantOptions, type VariantRun } from './variant.js';

/** One run that is to be made: a variant, and which replication of it. One with an observer is made in this thread. */
export interface RunTask extends Omit<VariantOptions, 'progress'> {
  readonly variant: SourcedVariant;
  readonly replication: number;
  /**
   * Of a fleet or a part of one: takes in its timeline and its decisions, whichever thread makes the run. Where runs are
   * kept it is the task's own.
   */
  readonly record?: FleetRecord;
}

/** How far the runs that are being made have come. */
export interface UnderWay {
  /** Sum of the shares of each run that are done: 1.5 is two runs, one at its end and the other in the middle. */
  readonly runs: number;
  /** Queries that have arrived in them. */
  readonly arrived: number;
}

/** Whoever makes runs: this thread, or several. */
export interface Workforce {
  /** Tasks that it is worth to hand over at once; it may change. */
  readonly width: number;
  /**
   * Tasks that may be handed over from the oldest on that is not done: more than the width where a slow one should not
   * keep others from being begun. The width unless given.
   */
  readonly ahead?: number;
  /**
   * Makes a run. Of the same task the same comes back, whoever makes it.
   * @throws InvariantError, PolicyError as the run does; WorkerError when a thread ended before it; the signal's reason
   */
  run(task: RunTask): Promise<VariantRun>;
  readonly underWay: UnderWay;
  /** Ends its threads, whatever they do. */
  close(): Promise<void>;
}

/** How the work of one who asks for runs is watched and ended. */
export interface WorkHooks {
  /** Ends the runs under way, which throw the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called a few times a second while there is something to see. */
  readonly watch?: (() => void) | undefined;
}

/**
 * Makes runs in this thread, one after the other as they are asked for, in slices, between which it gives signals and
 * messages a chance.
 */
export class OwnThread implements Workforce {
  readonly width = 1;
  readonly #signal: AbortSignal;
  readonly #closed = new AbortController();
  readonly #hooks: WorkHooks;
  readonly #underWay = new Map<RunTask, UnderWay>();
  /** The end of the run that was asked for last. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(hooks: WorkHooks = {}) {
    const { signal } = hooks;
    this.#signal = AbortSignal.any([this.#closed.signal, ...(signal ? [signal] : [])]);
    this.#hooks = hooks;
  }

  run(task: RunTask): Promise<VariantRun> {
    // Two at once would take no less time, and twice the memory.
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
          this.#underWay.set(task, { runs: now_seconds / duration_seconds, arrived });
          this.#hooks.watch?.();
        },
      });
    } finally {
      this.#underWay.delete(task);
    }
  }

  get underWay(): UnderWay {
    let [runs, arrived] = [0, 0];
    for (const one of this.#underWay.values()) {
      runs += one.runs;
      arrived += one.arrived;
    }
    return { runs, arrived };
  }

  async close(): Promise<void> {
    this.#closed.abort();
  }
}
