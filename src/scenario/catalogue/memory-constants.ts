import { quantity, SIZE } from '../schema/quantity-schema.js';
import type { CatalogueOf } from './catalogue-entry.js';

/** What a compute allocates before any query runs. */
export const MEMORY_CONSTANTS: CatalogueOf<'base_memory' | 'connection_memory'> = {
  base_memory: {
    schema: quantity(SIZE, 'Memory in use on a compute without connections, shared buffers apart.'),
    default: '44MiB',
    source:
      'a log of the platform quoted in the tests of its agent shows 143.6 MiB in use on an idle compute, 100 MiB of them added for the kernel',
    confidence: 'low',
  },
  connection_memory: {
    schema: quantity(SIZE, "Memory of a connection's process, at work or not."),
    default: '5MiB',
    source:
      'between the less than 2 MiB (with huge pages) that A. Freund measured in 2020 and the 10 MB reported at PGConf.DE 2025',
    confidence: 'low',
  },
};
