import { PAGE_STORE_DEFAULTS } from '../../compute/page-miss-calibration.js';
import { formatDuration } from '../quantity.js';
import {
  DURATION,
  PAGE_RATE,
  positive,
  quantity,
  SIZE,
  UNLIMITED_PAGE_RATE,
} from '../schema/quantity-schema.js';
import { word } from '../schema/text-schema.js';
import type { CatalogueOf } from './catalogue-entry.js';

const PGBENCH =
  "pgbench in and out of cache on D8s_v5 machines (TUNA, EuroSys 2025); the platform's own storage is behind a network and unpublished";

/** What a page costs that is not in the Local File Cache, and whether the cache is filled again after a start. */
export const CACHE_CONSTANTS: CatalogueOf<
  'file_cache_per_cu' | 'page_miss_latency' | 'page_reads_per_second' | 'prewarm' | 'prewarm_pages_per_second'
> = {
  file_cache_per_cu: {
    schema: positive(SIZE, "Local File Cache of one CU; overrides the monitor's formula."),
    default: undefined,
    source: 'libs/vm_monitor of the platform, 2026-03: 75 % of RAM without 100 MiB, less on small computes',
    confidence: 'high',
  },
  page_miss_latency: {
    schema: quantity(DURATION, 'Reading one page that is not in the Local File Cache, without a line.'),
    default: formatDuration(PAGE_STORE_DEFAULTS.base_latency_seconds),
    source: PGBENCH,
    confidence: 'low',
  },
  page_reads_per_second: {
    schema: positive(
      UNLIMITED_PAGE_RATE,
      'Pages that one compute can read from storage in a second; "unlimited" for no limit.',
    ),
    default: PAGE_STORE_DEFAULTS.operations_per_second,
    source: PGBENCH,
    confidence: 'low',
  },
  prewarm: {
    schema: word(
      ['never', 'restarts', 'always'],
      'After which starts the cache is filled again with what it held before: none, restarts, or all.',
    ),
    default: 'never',
    source:
      'after planned updates the platform warms the new compute; after a suspend the feature exists and is off by default',
    confidence: 'medium',
  },
  prewarm_pages_per_second: {
    schema: positive(PAGE_RATE, 'Pages a second that this reads.'),
    default: PAGE_STORE_DEFAULTS.operations_per_second,
    source: 'not published; taken to be as fast as the page reads of queries',
    confidence: 'low',
  },
};
