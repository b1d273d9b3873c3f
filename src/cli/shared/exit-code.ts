/** Exit codes of every command. */
export const EXIT = {
  done: 0,
  /** Done, and an objective was missed. */
  objective_missed: 1,
  /** The input or the call is wrong; no file was written. */
  input: 2,
  failed: 3,
  /** Done, and a figure has changed against the baseline by more than `--fail-on` allows. */
  worse: 4,
} as const;
