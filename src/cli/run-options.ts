import type { FigureName } from '../planner/run-figures.js';

/** Options of `neap run` as commander hands them over. */
export interface RunOptions {
  readonly out?: string;
  readonly resume?: boolean;
  readonly seed?: string;
  readonly set: readonly string[];
  readonly json?: boolean;
  readonly steadyState?: boolean;
  readonly watch?: boolean;
  /** File for the web page. */
  readonly html?: string;
  readonly xlsx?: string;
  /** `-` for standard output. */
  readonly md?: string;
  /** A summary.json that the Markdown holds the run against. */
  readonly baseline?: string;
  readonly replications?: number;
  /** Half-width ÷ mean. */
  readonly precision?: number;
  readonly figures?: readonly FigureName[];
  readonly confidence?: number;
  readonly workers?: number;
}
