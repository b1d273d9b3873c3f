import type { LoadQuestionOptions } from './many-runs-options.js';

/** Options of `neap capacity` as commander hands them over; the precision is that of the load that is looked for. */
export type CapacityOptions = LoadQuestionOptions;
