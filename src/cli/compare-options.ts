import type { FigureName } from '../planner/run-figures.js';
import type { CandidateOutputOptions } from './candidate-outputs.js';
import type { ManyRunsOptions } from './many-runs-options.js';

/** Options of `neap compare` as commander hands them over. */
export interface CompareOptions extends ManyRunsOptions, CandidateOutputOptions {
  /** Names and changes of all variants, one after the other. */
  readonly variant?: readonly string[];
  readonly figures?: readonly FigureName[];
}
