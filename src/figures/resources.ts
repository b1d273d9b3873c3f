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

export const CPU = {
  utilisation: wanted('cpu_utilisation', (seen) => ratio(seen.cpu_seconds, seen.vcpu_seconds), {
    label: 'CPU utilisation while active',
    sentence: 'Processor time used ÷ processor time offered, over active time.',
  }),
  saturated: inUnit('share')('cpu_saturated', (seen) => ratio(seen.saturated_seconds, seen.active_seconds), {
    label: 'CPU saturated',
    better: 'less',
    sentence: 'Share of active time with more queries that want a processor than processors.',
  }),
} as const;

const overloaded = inUnit('seconds', { better: 'less', compared: true });

/** Demand above the capacity of the size. */
export const OVERLOAD = {
  seconds: overloaded('overloaded_seconds', ({ overload }) => overload.seconds, {
    label: 'Overloaded',
    sentence: 'Time with a backlog of more than 10 s: more was asked of the CPU than the size could do.',
  }),
  time: inUnit('share', { better: 'less', compared: true })(
    'overloaded_time',
    ({ overload, observed_seconds }) => ratio(overload.seconds, observed_seconds),
    { label: 'Time overloaded', sentence: 'The same as a share of the run; a total is the mean.' },
  ),
  longest_backlog_seconds: overloaded(
    'longest_backlog_seconds',
    ({ overload }) => overload.longest_backlog_seconds,
    {
      label: 'Longest backlog',
      total: 'largest',
      sentence:
        'The longest time that the work in hand, less its longest query, would have taken at the size of the moment.',
    },
  ),
  longest_backlog_at_seconds: inUnit('seconds')(
    'longest_backlog_at_seconds',
    ({ overload }) => overload.longest_backlog_at_seconds ?? null,
    { label: 'Longest backlog, when', total: 'recomputed', sentence: 'When the longest backlog was.' },
  ),
} as const;

export const MEMORY = {
  peak_bytes: bytes('memory_peak_bytes', (seen) => seen.memory_peak_bytes, {
    label: 'Memory, peak',
    sentence: 'Most memory at once that could not be reclaimed.',
  }),
  out_of_memory: inUnit('count', { better: 'less', compared: true })(
    'out_of_memory',
    (seen) => seen.out_of_memory,
    { label: 'Out-of-memory restarts', sentence: 'Restarts because memory ran out.' },
  ),
  crash_loops: inUnit('count', { better: 'less', compared: true })(
    'crash_loops',
    ({ crash_loops }) => crash_loops.count,
    {
      label: 'Crash loops',
      sentence:
        'Times that memory ran out three times or more in a row, with at most 10 s of running before each but the first.',
    },
  ),
  crash_loop_restarts: inUnit('count', { better: 'less' })(
    'crash_loop_restarts',
    ({ crash_loops }) => crash_loops.restarts,
    'Restarts that belong to crash loops.',
  ),
  crash_loop_from_seconds: inUnit('seconds')(
    'crash_loop_from_seconds',
    ({ crash_loops }) => crash_loops.span?.from_seconds ?? null,
    {
      label: 'Crash loops, from',
      total: 'recomputed',
      sentence: 'When memory first ran out in a crash loop.',
    },
  ),
  crash_loop_until_seconds: inUnit('seconds')(
    'crash_loop_until_seconds',
    ({ crash_loops }) => crash_loops.span?.until_seconds ?? null,
    {
      label: 'Crash loops, until',
      total: 'recomputed',
      sentence: 'When memory last ran out in a crash loop.',
    },
  ),
} as const;

export const TEMP_FILES = {
  peak_bytes: bytes('temp_files_peak_bytes', (seen) => seen.temp_peak_bytes, 'Most bytes on disk at once.'),
} as const;
