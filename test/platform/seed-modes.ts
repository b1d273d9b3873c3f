/** The rules of the platform's specification hold in three modes. */
export const MODES = [
  ['by default', {}, false],
  ["under the specification's rules, strictly", { rule_book: 'seed' as const }, true],
  ["under the platform's current rules", { rule_book: 'platform' as const }, false],
] as const;
