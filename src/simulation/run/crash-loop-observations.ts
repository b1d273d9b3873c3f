/** Restarts because memory ran out in such quick succession that no work can be done in between. */
export interface CrashLoopObservations {
  readonly count: number;
  /** Restarts that belong to a crash loop. */
  readonly restarts: number;
  /** From the first kill of the first loop to the last kill of the last one; `undefined` if there was none. */
  readonly span: { readonly from_seconds: number; readonly until_seconds: number } | undefined;
}
