/** Resource limits of a call. */
export interface Limits {
  /** Wall-clock seconds until a call is stopped; also the maximum estimate of its CPU seconds. */
  readonly seconds: number;
  /** Maximum estimate of the queries in all runs of a call. */
  readonly queries: number;
}

/** Confidence level of every interval, and of each constraint of a plan. */
export const CONFIDENCE = 0.95;

/** Maximum length of a scenario, a saved summary or another input of a call, in bytes. */
export const MAX_TEXT_BYTES = 4 * 1024 * 1024;

/** Maximum length of an answer as JSON, in bytes; omitted parts are named. */
export const MAX_ANSWER_BYTES = 256 * 1024;

/** Maximum length of a refusal in bytes. */
export const MAX_REFUSAL_BYTES = 2048;

/** Maximum length of a change, a constraint or a path, in characters. */
export const MAX_WORD = 4096;

/** Maximum number of entries in a list of them. */
export const MAX_WORDS = 200;
