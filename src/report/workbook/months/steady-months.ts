import { costOfMonth } from '../../../cost/compute-cost.js';
import { DAY_SECONDS } from '../../../kernel/units.js';
import { monthsBetween } from '../../../study/growth/load-growth.js';
import { monthsFrom } from '../../../study/runs/calendar-days.js';
import type { PriceEntry } from '../../../vendors/price-book.js';
import { cellName, type Live, live } from '../cells/live.js';
import { IN_USE, monthFormula, NAMES, type PriceCells } from '../inputs/pricing.js';
import { FIRST_MONTH, MONTH_COLUMNS, type PlannedMonth } from './months-sheet.js';

/** A mean rate of use that is taken to go on. */
export interface SteadyUse {
  /** CU-hours an hour. */
  readonly rate: Live;
  /** What of it does not grow with the load, as a share. */
  readonly not_growing: Live;
  readonly price: PriceEntry;
  readonly cells?: PriceCells;
  /** CU-hours after which a month ends. */
  readonly quota: number;
}

const HOURS = 24;
/** Months that are projected. */
const MONTHS_AHEAD = 12;

/** The calendar months ahead, the first of which holds a moment, with the use of a run in each hour of them; what grows, grows as the load does. */
export function steadyMonths(
  start_epoch_seconds: number,
  { rate, not_growing, price, cells = IN_USE, quota }: SteadyUse,
): readonly PlannedMonth[] {
  const value = Number(rate.value);
  return monthsFrom(start_epoch_seconds, MONTHS_AHEAD).map(({ days }, index): PlannedMonth => {
    const begin = days[0]!.epoch_seconds;
    const middle = begin + (days.length * DAY_SECONDS) / 2;
    const grown = middle <= start_epoch_seconds ? 0 : monthsBetween(start_epoch_seconds, middle);
    const row = FIRST_MONTH + index;
    const [load, length, hours] = [MONTH_COLUMNS.load, MONTH_COLUMNS.days, MONTH_COLUMNS.hours].map((of) =>
      cellName(row, of),
    );
    const all = `${HOURS}*${length}*${rate.formula}`;
    const share = not_growing.formula;
    const cu_hours = Math.min(HOURS * days.length * value, quota);
    const fixed = Math.min(HOURS * days.length * value * Number(not_growing.value), quota);
    return {
      epoch_seconds: begin,
      days: days.length,
      load: live(`(1+${NAMES.growth})^${grown}`, 1),
      cu_hours: live(`MIN(${NAMES.quota},${all}*(${share}+(1-${share})*${load}))`, cu_hours),
      fixed: live(monthFormula(`MIN(${NAMES.quota},${all}*${share})`, cells), costOfMonth(fixed, price)),
      cost: live(monthFormula(hours!, cells), costOfMonth(cu_hours, price)),
    };
  });
}
