import type { FigureName } from '../planner/run-figures.js';
import type { CandidateOutputOptions } from './candidate-outputs.js';
import type { ManyRunsOptions } from './many-runs-options.js';

/** Options of `neap sweep` as commander hands them over. */
export interface SweepOptions extends ManyRunsOptions, CandidateOutputOptions {
  /** `path=values`, an axis each. */
  readonly vary: readonly string[];
  readonly figures?: readonly FigureName[];
}
