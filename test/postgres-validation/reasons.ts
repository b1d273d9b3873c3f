import type { Measurements } from './measured.js';

/** PostgreSQL sleeps for whole milliseconds, which `neap observe --load` has made up for since. */
const WAITS_ROUNDED_UP =
  'each wait was half to one millisecond longer on average than the simulator was told, since PostgreSQL rounds up to whole milliseconds what its clock makes of a time; a busy server multiplies that. The sender makes up for it since; not measured again on an idle machine.';

/** Of rows that were measured beside other work. */
const BUSY_MACHINE =
  'other work kept the cores busy when it was measured (last column): a query, its server or its sender waited for a core longer than the model knows.';

/** A load of the machine, besides a row's own, above which its cores were busy with other things. */
const BUSY_LOAD = 2;

const COUNTED_LATE =
  'in the first five seconds only: a backend reports what it has read once a second, so the count is that of a cache up to a second younger.';

/** Why rows miss what is asked of them, by their names, as far as that was found. */
const REASONS: Readonly<Record<string, string>> = {
  'CPU and waiting, 0.25 CPU, middle load': WAITS_ROUNDED_UP,
  'pool of 3, CPU and waiting, 1 CPU, middle load': WAITS_ROUNDED_UP,
  'preset sqlalchemy, CPU-bound, 1 CPU, high load':
    'the core was slower than when the load was planned, and 0.88 of it in use: beyond the 0.85 up to which anything is asked, where a few per cent of demand are a third of the latency; the difference is hardly more than the interval of the real run.',
  'warm-up of the buffer cache after a restart': COUNTED_LATE,
  'warm-up of the buffer cache after a wake': COUNTED_LATE,
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
