import type { FigureName } from '../planner/run-figures.js';

/** Options of `neap compare` as commander hands them over. */
export interface CompareOptions {
  /** Names and changes of all variants, one after the other. */
  readonly variant?: readonly string[];
  readonly replications?: number;
  readonly figures?: readonly FigureName[];
  readonly confidence?: number;
  readonly workers?: number;
  readonly out?: string;
  readonly resume?: boolean;
  /** File for the web page. */
  readonly html?: string;
  readonly xlsx?: string;
  /** `-` for standard output. */
  readonly md?: string;
  readonly seed?: string;
  readonly set: readonly string[];
  readonly json?: boolean;
  readonly markdown?: boolean;
}
