/**
 * The rules in force: those of the management API's specification (`seed`), or the platform's current ones
 * (`platform`), as documented since.
 */
export type RuleBook = (typeof RULE_BOOKS)[number];

/** The rule books; the first is the default. */
export const RULE_BOOKS = ['seed', 'platform'] as const;
