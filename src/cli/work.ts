import { availableParallelism } from 'node:os';
import type { WorkOptions } from '../planner/make-runs.js';
import { counted } from '../report/figure-text.js';
import type { Interruption } from './interruption.js';
import { ProgressLine } from './progress.js';

/** Work that was asked to stop. */
export interface Stopped {
  /** 130 for an interrupt. */
  readonly exit_code: number;
}

/**
 * Does work of many runs: on all cores unless told otherwise, with a line of progress and the time left.
 *
 * @param interruption hears the signals that ask to stop
 * @param own the signal that ends the work, which may wait longer than its user does, and what runs are kept in
 * @param body does the work; an error after a signal is the signal's doing
 * @returns what `body` returns, or the exit code when a signal asked to stop
 */
export async function interruptible<Result>(
  workers: number | undefined,
  interruption: Interruption,
  own: Pick<WorkOptions, 'signal' | 'ledger'>,
  body: (options: WorkOptions) => Promise<Result>,
): Promise<Result | Stopped> {
  const line = new ProgressLine(process.stderr, 1);
  try {
    return await body({
      workers: workers ?? availableParallelism(),
      ...own,
      progress({ done, runs, arrived }) {
        line.update(runs > 0 ? done / runs : 0, arrived, counted(Math.ceil(runs), 'run'));
      },
    });
  } catch (error) {
    const { exit_code } = interruption;
    if (exit_code !== undefined) return { exit_code };
    throw error;
  } finally {
    line.clear();
  }
}

/** Whether work was asked to stop. */
export function isStopped(result: object): result is Stopped {
  return 'exit_code' in result;
}
