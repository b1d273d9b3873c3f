import type { Measurements } from './measured.js';

/** Seen of processor time by the machine's own accounting: a query of 5 ms cost from 4.5 to 6.3 ms within half an hour. */
const UNEVEN_CORE =
  'the core itself was of uneven speed while it was measured (a query of 5 ms cost 6.3 ms on average), and the simulation is told the mean of all only: what came in slow minutes waited longer, of which its own interval says much.';

/** Of rows that were measured beside other work. */
const BUSY_MACHINE =
  'other work kept the cores busy when it was measured (last column): a query, its server or its sender waited for a core longer than the model knows.';

/** A load of the machine, besides a row's own, above which its cores were busy with other things. */
const BUSY_LOAD = 2;

const COUNTED_LATE =
  'in the first five seconds only: a backend reports what it has read once a second, so the count is that of a cache up to a second younger.';

/** Why rows miss what is asked of them, by their names, as far as that was found. */
const REASONS: Readonly<Record<string, string>> = {
  'CPU and waiting, 0.25 CPU, middle load': UNEVEN_CORE,
  'pool of 3, CPU and waiting, 1 CPU, middle load':
    'other work kept the cores busy when it was measured (last column): each moment in which a query or its sender waits for a core, a connection is held, and with three of them the next query waits as well.',
  'ten restarts under load, with retries':
    'fifteen queries were disturbed, and clients come back in steps of their backoff (50, 150, 350 ms), so that a few milliseconds of the server decide by which step; another restart, of the same day, differed by 16 %.',
  'warm-up of the buffer cache after a restart': COUNTED_LATE,
  'warm-up of the buffer cache after a wake': COUNTED_LATE,
  "PgBouncer's line and its timeout":
    'five connections completed 43.3 queries a second, so each held one for 116 ms where 111 ms are asked for: above the capacity every millisecond more is a query that gives up. Where the 5 ms go is not known: the busy machine, or PgBouncer between two queries.',
};

/** Why a row misses what is asked of it; `undefined` where that is not found. */
export function foundReason(row: string, { latency, counts }: Measurements): string | undefined {
  const { other_load = 0 } = [...latency, ...counts].find(({ name }) => name === row) ?? {};
  return REASONS[row] ?? (other_load > BUSY_LOAD ? BUSY_MACHINE : undefined);
}

/** The same in words, whether it is found or not. */
export function reasonOf(row: string, all: Measurements): string {
  return foundReason(row, all) ?? 'the reason is not found yet.';
}
