/** What was found of the rows that were measured beside other work, and what was not. */
const BUSY_MACHINE =
  'measured while other work kept both cores busy (last column): a probe of the same weight that slept 10 ms and computed for 5 ms woke 0.3 to 0.5 ms late and lost another 0.3 ms on average, and processes share a core in slices of 3 ms where the model shares it evenly. Both weigh most on short queries at light load and on small pools; how much each does is to be seen on an idle machine.';

/**
 * Seen in the three rows of two CPUs: with a queue of its own for each core the mean would be CPU ÷ (1 − utilisation),
 * which is 13.4, 21.5 and 45 ms; with one queue for both it is what the model says.
 */
const A_QUEUE_FOR_EACH_CORE =
  'the kernel has a queue for each core and moves waiting processes between them late, the model has one queue for both cores: the real mean lies between that of one queue and that of two, and near the latter at high load; the machine has no third core for the sender.';

/** Why rows miss what is asked of them, by their names, as far as that was found. */
export const REASONS: Readonly<Record<string, string>> = {
  'CPU-bound, 0.25 CPU, light load': `855 queries, whose p95 is known to ± 45 ms only; otherwise ${BUSY_MACHINE}`,
  'CPU-bound, 0.5 CPU, light load': BUSY_MACHINE,
  'CPU-bound, 0.5 CPU, middle load': BUSY_MACHINE,
  'CPU-bound, 1 CPU, light load': BUSY_MACHINE,
  'CPU-bound, 2 CPU, light load': A_QUEUE_FOR_EACH_CORE,
  'CPU-bound, 2 CPU, middle load': A_QUEUE_FOR_EACH_CORE,
  'CPU-bound, 2 CPU, high load': A_QUEUE_FOR_EACH_CORE,
  'CPU and waiting, 0.25 CPU, middle load': BUSY_MACHINE,
  'CPU and waiting, 0.5 CPU, middle load': BUSY_MACHINE,
  'reading pages of memory, 1 CPU, middle load': BUSY_MACHINE,
  'pool of 3, CPU and waiting, 1 CPU, middle load': BUSY_MACHINE,
  'pool of 5, CPU and waiting, 1 CPU, middle load': BUSY_MACHINE,
  'warm-up of the buffer cache after a restart':
    'in the first five seconds only: a backend reports what it has read once a second, so the count is that of a cache up to a second younger.',
  "PgBouncer's line and its timeout":
    'five connections completed 43.3 queries a second, so each held one for 116 ms where 111 ms are asked for: above the capacity every millisecond more is a query that gives up. Where the 5 ms go is not known: the busy machine, or PgBouncer between two queries.',
};
