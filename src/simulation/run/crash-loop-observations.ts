/** Out-of-memory restarts that follow one another so closely that nothing can be done in between. */
export interface CrashLoopObservations {
  readonly count: number;
  /** Restarts that belong to one. */
  readonly restarts: number;
  /** From the first kill of the first loop to the last kill of the last one; `undefined` where there was none. */
  readonly span: { readonly from_seconds: number; readonly until_seconds: number } | undefined;
}
