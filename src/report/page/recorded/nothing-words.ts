/** What stands in place of a curve over time that would lie on the ground from end to end, or has no value at all. */
export const NOTHING = {
  size: 'no compute was ever active',
  load: 'no query ever ran',
  queries: 'none arrived',
  latency: 'no query completed',
  connections: 'none was ever open',
  cost: '$0 throughout',
} as const;
