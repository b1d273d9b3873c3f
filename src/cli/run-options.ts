/** Options of `neap run` as commander hands them over. */
export interface RunOptions {
  readonly out?: string;
  readonly seed?: string;
  readonly set: readonly string[];
  readonly json?: boolean;
}
