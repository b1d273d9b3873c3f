import type { ResourceUse } from '../../../src/study/replicate/resource-use.js';

/** A compute that is not used. */
export const IDLE: ResourceUse = {
  cpu: 0,
  saturated: 0,
  connections: 0,
  refused: 0,
  pooler_waited: 0,
  pools_waited: 0,
  memory: 0,
  out_of_memory: 0,
  storage_reads: 0,
  cache_misses: 0,
  delayed: 0,
  quota: 0,
  of_maximum: 0,
  size: 0,
  failed_by_error: {},
};
