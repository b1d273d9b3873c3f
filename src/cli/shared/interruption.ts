import { constants } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { discardUnfinished } from '../../files/result-directory.js';
import { unwatchBlockedSignals, watchBlockedSignals } from './blocked-stop.js';

/** Time for the current runs to end after a signal asks to stop. */
export const PATIENCE_MS = 1000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Notes the signals that ask a process to stop, so that it can clean up first. A signal is noted when the
 * event loop turns: long computations check {@link exit_code} between slices.
 */
export class Interruption {
  #signal: (typeof SIGNALS)[number] | undefined;
  readonly #controller = new AbortController();
  readonly #again = new AbortController();
  readonly #note = (signal: NodeJS.Signals): void => {
    if (this.#signal !== undefined) this.#again.abort();
    this.#signal ??= SIGNALS.find((each) => each === signal);
    this.#controller.abort();
  };

  /** @param beforeExit if given, a second signal calls it and ends the process immediately */
  constructor(beforeExit?: () => void) {
    for (const signal of SIGNALS) process.on(signal, this.#note);
    if (beforeExit === undefined) return;
    this.again.addEventListener('abort', () => {
      beforeExit();
      process.exit(this.exit_code);
    });
  }

  /** 128 and the signal's number (130 for an interrupt), or `undefined` without a request to stop. */
  get exit_code(): number | undefined {
    return this.#signal === undefined ? undefined : 128 + constants.signals[this.#signal];
  }

  /** Lets pending signals arrive, and ends the work here if one asked to stop; within {@link noticingSignals}. */
  async heed(): Promise<void> {
    await nextTurn();
    if (this.#signal !== undefined) throw new Interrupted();
  }

  /** Aborted on the first request to stop. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Aborted on the second request to stop. */
  get again(): AbortSignal {
    return this.#again.signal;
  }

  /**
   * Makes ready for work that may hold this thread for seconds, so that no signal can be noticed: one then ends the
   * process within a second or two, and results that are not complete are removed.
   * @param stopped cleans up or reports in addition
   */
  async mayBeBlocked(stopped: () => void = () => process.stderr.write(NOTHING_WRITTEN)): Promise<void> {
    await watchBlockedSignals(SIGNALS, () => {
      discardUnfinished();
      stopped();
    });
  }

  /** Gives the signals their usual effect again. */
  release(): void {
    unwatchBlockedSignals();
    for (const signal of SIGNALS) process.off(signal, this.#note);
  }
}

const NOTHING_WRITTEN = 'neap: stopped; no file was written\n';

/** Ends work that a signal asked to stop. */
class Interrupted extends Error {}

/**
 * Does work that a signal can stop.
 * @returns the exit code of the work, or of the signal that stopped it
 */
export async function noticingSignals(
  work: (interruption: Interruption) => Promise<number>,
): Promise<number> {
  const interruption = new Interruption();
  try {
    return await work(interruption);
  } catch (error) {
    if (error instanceof Interrupted) {
      process.stderr.write(NOTHING_WRITTEN);
      return interruption.exit_code!;
    }
    throw error;
  } finally {
    interruption.release();
  }
}
