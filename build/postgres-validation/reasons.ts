import type { MeasuredLatency, Measurements } from './measured.js';

/** Maximum utilization of rows with a target. */
const ASKED_UTILISATION = 0.85;

/** For rows that were measured while the machine did other work. */
const BUSY_MACHINE =
  'other work kept the cores busy when it was measured (last column): a query, its server or its sender waited for a core longer than the model knows.';

/** Load of the machine, excluding the row's, above which its cores were busy with other work. */
const BUSY_LOAD = 2;

const COUNTED_LATE =
  'in the first five seconds only: a backend reports what it has read once a second, so the count is that of a cache up to a second younger.';

/** Known reasons why rows miss their targets, by name, if they apply to every measurement. */
const REASONS: Readonly<Record<string, string>> = {
  'warm-up of the buffer cache after a restart': COUNTED_LATE,
  'warm-up of the buffer cache after a wake': COUNTED_LATE,
};

/** The reason why a row misses its target; `undefined` if it is unknown. */
export function foundReason(row: string, { latency, counts }: Measurements): string | undefined {
  const measured = latency.find(({ name }) => name === row);
  const { other_load = 0 } = measured ?? counts.find(({ name }) => name === row) ?? {};
  const ofMeasurement = measured && reasonOfMeasurement(measured);
  return REASONS[row] ?? ofMeasurement ?? (other_load > BUSY_LOAD ? BUSY_MACHINE : undefined);
}

function reasonOfMeasurement({ utilisation }: MeasuredLatency): string | undefined {
  return utilisation > ASKED_UTILISATION
    ? `the core was slower than when the load was planned, and ${utilisation.toFixed(2)} of it in use: beyond the ${ASKED_UTILISATION} up to which anything is asked, where a few per cent of demand are a third of the latency.`
    : undefined;
}

/** The same in words, also if it is unknown. */
export function reasonOf(row: string, all: Measurements): string {
  return foundReason(row, all) ?? 'the reason is not found yet.';
}
