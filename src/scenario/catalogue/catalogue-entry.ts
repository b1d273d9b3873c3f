import type { z } from 'zod';
import type { Assumption, ModelConstants } from '../scenario.js';

/** One constant of the model: how it is written, what it is unless given, and where that comes from. */
export interface CatalogueEntry<Value> extends CatalogueDefault {
  readonly schema: z.ZodType<Value>;
  /** The default under the platform's present rules, where they are not those of the seed. */
  readonly platform?: CatalogueDefault;
}

/** What a constant is unless given. */
export interface CatalogueDefault {
  /** As a scenario would write it; `undefined` where there is nothing to assume unless it is given. */
  readonly default: unknown;
  readonly source: string;
  readonly confidence: Exclude<Assumption['confidence'], 'yours'>;
}

/**
 * Whose rules the defaults follow: those of the management API's specification (`seed`), or the platform's
 * present ones (`platform`), as documented since.
 */
export type RuleBook = (typeof RULE_BOOKS)[number];

/** The words for them; the first is the default. */
export const RULE_BOOKS = ['seed', 'platform'] as const;

/** The default of a constant under some rules. */
export function defaultUnder(rules: RuleBook, entry: CatalogueEntry<unknown>): CatalogueDefault {
  return rules === 'platform' ? (entry.platform ?? entry) : entry;
}

/** The entries of some of the model's constants. */
export type CatalogueOf<Key extends keyof ModelConstants> = {
  readonly [Each in Key]-?: CatalogueEntry<Exclude<ModelConstants[Each], undefined>>;
};
