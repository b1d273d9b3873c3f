import { DURATION, positive, quantity, SHARE, wholeNumber } from '../schema/quantity-schema.js';
import type { CatalogueOf } from './catalogue-entry.js';

/** What the pooler admits, and how long it lets a client wait. */
export const POOLER_CONSTANTS: CatalogueOf<
  'pooler_pool_share' | 'pooler_max_clients' | 'query_wait_timeout'
> = {
  pooler_pool_share: {
    schema: quantity(SHARE, 'Server connections of the pooler, as a share of max_connections.'),
    default: 0.9,
    source: 'platform documentation, connection pooling, 2026-01-24',
    confidence: 'high',
  },
  pooler_max_clients: {
    schema: wholeNumber(1, 'Clients the pooler admits.'),
    default: 10_000,
    source: 'platform documentation, connection pooling, 2026-01-24',
    confidence: 'high',
  },
  query_wait_timeout: {
    schema: positive(DURATION, 'How long a client waits in the pooler.'),
    default: '120s',
    source: 'platform documentation, connection pooling, 2026-01-24',
    confidence: 'high',
  },
};
