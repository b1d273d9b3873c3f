import { PAGE_STORE_DEFAULTS } from '../../compute/page-store.js';
import { formatDuration } from '../form/quantity.js';
import {
  DURATION,
  PAGE_RATE,
  positive,
  quantity,
  SIZE,
  UNLIMITED_PAGE_RATE,
} from '../form/quantity-schema.js';
import { word } from '../form/text-schema.js';
import type { ModelConstant } from './assumption.js';

const PGBENCH = {
  source:
    "pgbench in and out of cache on D8s_v5 machines (TUNA, EuroSys 2025); the platform's own storage is behind a network and unpublished",
  confidence: 'low',
  matters: { if: 'cached', once: 'missed' },
} as const;

/** Cost of a page outside the Local File Cache, and whether a start fills the cache again. */
export const CACHE_CONSTANTS = {
  file_cache_formula: {
    schema: word(
      ['table', 'monitor'],
      'Size of the Local File Cache: 75 % of RAM as in the size table (table), or as the monitor inside the compute sets it, which is less on small computes (monitor).',
    ),
    default: 'table',
    source: "platform's size table",
    confidence: 'high',
    platform: {
      default: 'monitor',
      source: 'libs/vm_monitor of the platform, 2026-03: 75 % of RAM without 100 MiB, less on small computes',
      confidence: 'high',
    },
    matters: { if: 'cached_by_formula', once: 'missed' },
    alternatives: { high: 'monitor' },
  },
  file_cache_per_cu: {
    schema: positive(SIZE, 'Local File Cache of one CU; overrides the formula.'),
    default: undefined,
    source: 'set by scenarios only; by default, the formula determines the size',
    confidence: 'high',
    matters: { if: 'cached', once: 'missed' },
  },
  page_miss_latency: {
    schema: quantity(DURATION, 'Time to read a page that is not in the Local File Cache, unqueued.'),
    default: formatDuration(PAGE_STORE_DEFAULTS.base_latency_seconds),
    ...PGBENCH,
  },
  page_reads_per_second: {
    schema: positive(
      UNLIMITED_PAGE_RATE,
      'Pages that one compute can read from storage in a second; "unlimited" for no limit.',
    ),
    default: PAGE_STORE_DEFAULTS.operations_per_second,
    ...PGBENCH,
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
    matters: { if: 'cached', once: 'started_cold' },
    alternatives: { high: 'always' },
  },
  prewarm_pages_per_second: {
    schema: positive(PAGE_RATE, 'Pages per second that prewarming reads.'),
    default: PAGE_STORE_DEFAULTS.operations_per_second,
    source: 'not published; assumed to be as fast as the page reads of queries',
    confidence: 'low',
    matters: { if: 'prewarmed', once: 'started_cold' },
  },
} as const satisfies Readonly<Record<string, ModelConstant>>;
