import { DAY_SECONDS } from '../../../kernel/units.js';
import { commonest } from '../cells/number-list.js';

/** The times of a table under one order of day and month. */
export interface OrderedDates {
  readonly name: string;
  /** By row, in the order of the file; NaN for a row without a time. */
  readonly seconds: Float64Array;
}

/** Rows this close belong to one recording, even if their distance is not exactly one interval. */
const CLOSE_SECONDS = 3600;
/** Fewer days than this may rise by chance. */
const MIN_DAYS = 5;

/** The orders that the rows leave open: one, if it alone lets them follow each other. */
export function openOrders<T extends OrderedDates>(orders: readonly T[]): readonly T[] {
  const shown = orders.filter((one) =>
    orders.every((other) => other === one || (isShown(one, other) && !isShown(other, one))),
  );
  return shown.length === 1 ? shown : orders;
}

function isShown(one: OrderedDates, other: OrderedDates): boolean {
  return passesMidnight(one, other) || risesAlone(one, other);
}

/**
 * Whether rows within a day continue past midnight in one order, while the other has a gap of weeks. Rows of whole days
 * show nothing: days in one order may be months in the other.
 */
function passesMidnight(one: OrderedDates, other: OrderedDates): boolean {
  const width = commonestStep(one.seconds);
  if (!(width < DAY_SECONDS) || !(commonestStep(other.seconds) < DAY_SECONDS)) return false;
  const near = Math.max(width, CLOSE_SECONDS);
  for (let i = 1; i < one.seconds.length; i++)
    if (step(one.seconds, i) <= near && step(other.seconds, i) > DAY_SECONDS) return true;
  return false;
}

/** Whether the rows rise or fall throughout in one order alone, and not because they were sorted as text. */
function risesAlone(one: OrderedDates, other: OrderedDates): boolean {
  if (!isMonotone(one.seconds) || isMonotone(other.seconds)) return false;
  const days = new Set(one.seconds.map((time) => Math.floor(time / DAY_SECONDS)));
  if (days.size < MIN_DAYS) return false;
  const years = new Set([...days].map((day) => new Date(day * DAY_SECONDS * 1000).getUTCFullYear()));
  return one.name === 'dmy' || (one.name === 'mdy' && years.size > 1);
}

function step(seconds: Float64Array, i: number): number {
  return Math.abs(seconds[i]! - seconds[i - 1]!);
}

/** NaN if all rows have one time. */
function commonestStep(seconds: Float64Array): number {
  const steps = seconds.map((_, i) => (i === 0 ? 0 : step(seconds, i))).filter((width) => width > 0);
  return steps.length === 0 ? Number.NaN : commonest(steps);
}

function isMonotone(seconds: Float64Array): boolean {
  let [rises, falls] = [false, false];
  for (let i = 1; i < seconds.length; i++) {
    if (seconds[i]! > seconds[i - 1]!) rises = true;
    if (seconds[i]! < seconds[i - 1]!) falls = true;
  }
  return rises !== falls;
}
