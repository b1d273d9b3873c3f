import { quantity, SIZE } from '../form/quantity-schema.js';
import type { ModelConstant } from './assumption.js';

/** Memory that a compute allocates before any query runs. */
export const MEMORY_CONSTANTS = {
  base_memory: {
    schema: quantity(SIZE, 'Memory in use on a compute without connections, excluding shared buffers.'),
    default: '44MiB',
    source:
      'a log of the platform quoted in the tests of its agent shows 143.6 MiB in use on an idle compute, 100 MiB of them added for the kernel',
    confidence: 'low',
    relevant: 'loaded',
    touched: 'memory_short',
  },
  connection_memory: {
    schema: quantity(SIZE, "Memory of a connection's process, at work or not."),
    default: '1.5MiB',
    source:
      'proportional set size of idle backends of PostgreSQL 15, measured after simple queries, a join of catalogues, PL/pgSQL and an index scan: 1.1 to 1.7 MiB; less than 2 MiB by A. Freund, 2020; sessions with many prepared statements or extensions grow, and 10 MB were reported at PGConf.DE 2025',
    confidence: 'medium',
    relevant: 'loaded',
    touched: 'memory_short',
    alternatives: { low: '1.1MiB', high: '10MB' },
  },
} as const satisfies Readonly<Record<string, ModelConstant>>;
