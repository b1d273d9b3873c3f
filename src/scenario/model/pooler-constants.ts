import { DURATION, positive, quantity, SHARE, wholeNumberSchema } from '../form/quantity-schema.js';
import type { ModelConstant } from './assumption.js';

const DOCUMENTED = {
  source: 'platform documentation, connection pooling, 2026-01-24',
  confidence: 'high',
} as const;

export const POOLER_CONSTANTS = {
  pooler_pool_share: {
    schema: quantity(SHARE, 'Server connections of the pooler, as a share of max_connections.'),
    default: 0.9,
    ...DOCUMENTED,
    matters: { if: 'pooled', once: 'queued_in_pooler' },
    alternatives: 'towards_one',
  },
  pooler_max_clients: {
    schema: wholeNumberSchema(1, 'Clients the pooler admits.'),
    default: 10_000,
    ...DOCUMENTED,
    matters: { if: 'pooled', once: 'refused_by_pooler' },
  },
  query_wait_timeout: {
    schema: positive(DURATION, 'How long a client waits in the pooler.'),
    default: '120s',
    ...DOCUMENTED,
    matters: { if: 'pooled', once: 'timed_out_in_pooler' },
  },
} as const satisfies Readonly<Record<string, ModelConstant>>;
