import { quantity, SIZE } from '../form/quantity-schema.js';
import type { ModelConstant } from './model-constant.js';

/** What a compute allocates before any query runs. */
export const MEMORY_CONSTANTS = {
  base_memory: {
    schema: quantity(SIZE, 'Memory in use on a compute without connections, shared buffers apart.'),
    default: '44MiB',
    source:
      'a log of the platform quoted in the tests of its agent shows 143.6 MiB in use on an idle compute, 100 MiB of them added for the kernel',
    confidence: 'low',
    relevant: 'loaded',
    touched: 'memory_short',
  },
  connection_memory: {
    schema: quantity(SIZE, "Memory of a connection's process, at work or not."),
    default: '5MiB',
    source:
      'between the less than 2 MiB (with huge pages) that A. Freund measured in 2020 and the 10 MB reported at PGConf.DE 2025',
    confidence: 'low',
    relevant: 'loaded',
    touched: 'memory_short',
  },
} as const satisfies Readonly<Record<string, ModelConstant>>;
