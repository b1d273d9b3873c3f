/** Resource limits of a call. */
export interface Limits {
  /** Wall-clock seconds, after which a call is stopped; also the CPU seconds that it may be estimated to take. */
  readonly seconds: number;
  /** Queries that all runs of a call together may be expected to have. */
  readonly queries: number;
}

/** For every interval that a call returns, and for each constraint of a plan. */
export const CONFIDENCE = 0.95;

/** Bytes of a scenario, of a saved summary, and of whatever else is read for a call. */
export const MAX_TEXT_BYTES = 4 * 1024 * 1024;

/** Bytes of what a call answers, as JSON; what does not fit is left out, and named. */
export const MAX_ANSWER_BYTES = 256 * 1024;

/** Bytes of what is said where a call is refused: of a thousand problems the first are enough. */
export const MAX_REFUSAL_BYTES = 2048;

/** Characters of one change, constraint or path. */
export const MAX_WORD = 4096;

/** Entries of one list of such words. */
export const MAX_WORDS = 200;
