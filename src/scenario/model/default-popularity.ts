/** Exponent of the Zipf distribution of page popularity for a load that gives none. */
export const DEFAULT_POPULARITY = {
  default: 0.9,
  source: 'page accesses are usually fitted with exponents of 0.8 to 1.1',
  confidence: 'low',
  alternatives: { low: '0.7', high: '1.1' },
} as const;
