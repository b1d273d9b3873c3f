import type { LoadQuestionOptions } from './many-runs-options.js';

/**
 * Options of `neap forecast` as commander hands them over; the precision is how far straight lines between levels of
 * load may be off.
 */
export interface ForecastOptions extends LoadQuestionOptions {
  readonly months?: number;
  readonly exact?: boolean;
}
