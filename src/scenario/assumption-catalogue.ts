import { AUTOSCALER_CONSTANTS } from './catalogue/autoscaler-constants.js';
import { CACHE_CONSTANTS } from './catalogue/cache-constants.js';
import type { CatalogueEntry, CatalogueOf } from './catalogue/catalogue-entry.js';
import { LIFECYCLE_CONSTANTS } from './catalogue/lifecycle-constants.js';
import { MEMORY_CONSTANTS } from './catalogue/memory-constants.js';
import { POOLER_CONSTANTS } from './catalogue/pooler-constants.js';
import type { ModelConstants } from './scenario.js';
import { COUNT, positive, quantity, SIZE, wholeNumber } from './schema/quantity-schema.js';
import { trueOrFalse } from './schema/text-schema.js';

/**
 * Every constant of the platform's behaviour that is not published or that a user may override, in the
 * order in which reports list them.
 */
export const ASSUMPTION_CATALOGUE: CatalogueOf<keyof ModelConstants> = {
  ...LIFECYCLE_CONSTANTS,
  max_connections: {
    schema: wholeNumber(1, 'Connection slots; overrides the size table.'),
    default: undefined,
    source: "platform's size table",
    confidence: 'high',
  },
  reserved_connections: {
    schema: wholeNumber(0, "Slots kept for the platform's superuser."),
    default: 0,
    source: 'left out unless given; the documentation of 2026 reserves 7, older pages 4',
    confidence: 'medium',
    platform: {
      default: 7,
      source: 'platform documentation, connection pooling, 2026-01-24',
      confidence: 'high',
    },
  },
  memory_per_cu: {
    schema: positive(SIZE, 'RAM of one CU.'),
    default: '4GiB',
    source: "platform's size table; documentation from December 2025 on counts 4GB",
    confidence: 'high',
    platform: {
      default: '4GB',
      source: 'platform documentation, Postgres compatibility, December 2025',
      confidence: 'high',
    },
  },
  ...AUTOSCALER_CONSTANTS,
  bill_startup: {
    schema: trueOrFalse('Whether start-up time is billed.'),
    default: false,
    source: 'billing code of the open-source autoscaler agent; that invoices use the same events is inferred',
    confidence: 'medium',
  },
  ...MEMORY_CONSTANTS,
  ...CACHE_CONSTANTS,
  ...POOLER_CONSTANTS,
};

/** Exponent of the Zipf law of page popularity for a load that gives none. */
export const DEFAULT_POPULARITY: CatalogueEntry<number> = {
  schema: quantity(COUNT),
  default: 0.9,
  source: 'page accesses are usually fitted with exponents of 0.8 to 1.1',
  confidence: 'low',
};
