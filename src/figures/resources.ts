import { inUnit, ratio } from './figure.js';

const wanted = inUnit('share', { better: 'more', compared: true });
const bytes = inUnit('bytes', { better: 'less' });

/** Memory and local disk as a cache of pages. */
export const CACHE = {
  hit_ratio: wanted(
    'cache_hit_ratio',
    (seen) => ratio(seen.pages_read - seen.pages_missed, seen.pages_read),
    {
      label: 'Page reads answered by the cache',
      sentence: 'Share of page reads that did not have to ask the storage.',
    },
  ),
} as const;

/** The processors. */
export const CPU = {
  utilisation: wanted('cpu_utilisation', (seen) => ratio(seen.cpu_seconds, seen.vcpu_seconds), {
    label: 'CPU utilisation while active',
    sentence: 'Processor time used ÷ processor time offered, over active time.',
  }),
  saturated: inUnit('share')('cpu_saturated', (seen) => ratio(seen.saturated_seconds, seen.active_seconds), {
    label: 'CPU saturated',
    better: 'less',
    sentence: 'Share of active time in which more queries wanted a processor than there were.',
  }),
} as const;

/** The memory. */
export const MEMORY = {
  peak_bytes: bytes('memory_peak_bytes', (seen) => seen.memory_peak_bytes, {
    label: 'Memory, peak',
    sentence: 'Most memory at once that could not be reclaimed.',
  }),
  out_of_memory: inUnit('count', { better: 'less', compared: true })(
    'out_of_memory',
    (seen) => seen.out_of_memory,
    { label: 'Restarts for want of memory', sentence: 'Restarts because memory ran out.' },
  ),
} as const;

/** The disk for temporary files. */
export const TEMP_FILES = {
  peak_bytes: bytes('temp_files_peak_bytes', (seen) => seen.temp_peak_bytes, 'Most bytes on disk at once.'),
} as const;
