/**
 * Whose rules apply: those of the management API's specification (`seed`), or the platform's present ones
 * (`platform`), as documented since.
 */
export type RuleBook = (typeof RULE_BOOKS)[number];

/** The words for them; the first is the default. */
export const RULE_BOOKS = ['seed', 'platform'] as const;
