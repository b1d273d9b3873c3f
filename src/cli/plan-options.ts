import type { FigureName } from '../planner/run-figures.js';
import type { CandidateOutputOptions } from './candidate-outputs.js';
import type { ManyRunsOptions } from './many-runs-options.js';

/** Options of `neap plan` as commander hands them over. */
export interface PlanOptions extends ManyRunsOptions, CandidateOutputOptions {
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
  readonly budget?: number;
}
