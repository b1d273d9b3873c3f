import type { FigureName } from '../planner/run-figures.js';

/** Options of `neap plan` as commander hands them over. */
export interface PlanOptions {
  readonly objective: FigureName;
  /** `FIGURE <= VALUE`, one each. */
  readonly constraint: readonly string[];
  /** Whether the scenario's own objectives are constraints. */
  readonly slo: boolean;
  /** `path=values` or the name of a dimension, an axis each. */
  readonly vary: readonly string[];
  readonly compute?: string;
  readonly growth: readonly number[];
  readonly sensitivity: boolean;
  readonly replications?: number;
  readonly budget?: number;
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
