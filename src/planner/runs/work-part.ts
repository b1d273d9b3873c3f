import type { RunLedger } from './run-ledger.js';

/** One of several equal parts of a piece of work, which others make elsewhere. */
export interface WorkPart {
  /** From 1 on. */
  readonly number: number;
  readonly of: number;
  /** Runs that were made before the work was divided, all of which every part knows. */
  readonly before?: Pick<RunLedger, 'find'> | undefined;
}

/** A part has been made: nothing more can be said before the others are there. */
export class PartMade extends Error {
  override readonly name = 'PartMade';

  /**
   * @param keys of its runs, in the order of their tasks
   * @param runs that all parts make together
   */
  constructor(
    readonly keys: readonly string[],
    readonly runs: number,
  ) {
    super(`the part has ${keys.length} of ${runs} runs`);
  }
}

/** Whether a part makes a run, by its place among all of them: each part takes every n-th, so that none has only dear ones. */
export function isOfPart({ number, of }: WorkPart, place: number): boolean {
  return place % of === number - 1;
}
