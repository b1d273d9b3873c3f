/**
 * While these rows were measured, other work kept both cores busy. A process of the server's weight in a control group of
 * its own that slept 10 ms and then computed for 5 ms was late, and lost time, by milliseconds.
 */
const BUSY_MACHINE =
  'measured while other work kept both cores busy (last column): a query that becomes ready waits until whoever holds the core has finished a slice of 3 ms, which its own CPU time does not have; it shows where queries are short and the server has room, and in small pools, which that makes fuller. To be measured anew on an idle machine.';

/** Why rows miss what is asked of them, by their names, as far as that was found. */
export const REASONS: Readonly<Record<string, string>> = {
  'CPU-bound, 0.25 CPU, light load': `855 queries, whose p95 is known to ± 45 ms only; otherwise ${BUSY_MACHINE}`,
  'CPU-bound, 0.5 CPU, light load': BUSY_MACHINE,
  'CPU-bound, 0.5 CPU, middle load': BUSY_MACHINE,
  'CPU-bound, 1 CPU, light load': BUSY_MACHINE,
  'CPU and waiting, 0.25 CPU, middle load': BUSY_MACHINE,
  'CPU and waiting, 0.5 CPU, middle load': BUSY_MACHINE,
  'reading pages of memory, 1 CPU, middle load': BUSY_MACHINE,
  'pool of 3, CPU and waiting, 1 CPU, middle load': BUSY_MACHINE,
  'pool of 5, CPU and waiting, 1 CPU, middle load': BUSY_MACHINE,
  'warm-up of the buffer cache after a restart':
    'in the first five seconds only: a backend reports what it has read once a second, so the count is that of a cache up to a second younger.',
  "PgBouncer's line and its timeout":
    'five connections completed 43.3 queries a second, so each held one for 116 ms where 111 ms are asked for: its timer and its CPU waited for a busy core, and above the capacity every such millisecond is one more query that gives up. To be measured anew on an idle machine.',
};
