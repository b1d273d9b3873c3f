import type { z } from 'zod';
import type { Assumption, ModelConstants } from '../scenario.js';

/** One constant of the model: how it is written, what it is unless given, and where that comes from. */
export interface CatalogueEntry<Value> {
  readonly schema: z.ZodType<Value>;
  /** As a scenario would write it; `undefined` where there is nothing to assume unless it is given. */
  readonly default: unknown;
  readonly source: string;
  readonly confidence: Exclude<Assumption['confidence'], 'yours'>;
}

/** The entries of some of the model's constants. */
export type CatalogueOf<Key extends keyof ModelConstants> = {
  readonly [Each in Key]-?: CatalogueEntry<Exclude<ModelConstants[Each], undefined>>;
};
