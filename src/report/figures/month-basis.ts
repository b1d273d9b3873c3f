import { HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import { counted, duration } from './figure-text.js';

const DAY_SECONDS = 86_400;
const WEEK_DAYS = 7;
/** From so many days on a part of a week more or less hardly matters. */
const MONTH_DAYS = 28;

/** Whether what was simulated carries the projection of a month, and what the projection takes for granted. */
export interface MonthBasis {
  /** Whether a month may be projected at all. */
  readonly carried: boolean;
  /**
   * What the projection takes for granted, such as `if every day is like the one simulated`; empty for whole weeks, and
   * where nothing is projected.
   */
  readonly provided: string;
  /** For a place where the cost of a month would stand: what it rests on, or why there is none. */
  readonly note: string;
}

/**
 * What a run of some length says about a month. Load follows the day and the week, so only whole weeks, or four weeks and
 * more, stand for any month; whole days do if the other days are like them; a part of a day stands for nothing else.
 * @param duration_seconds that were simulated
 */
export function monthBasis(duration_seconds: number): MonthBasis {
  const days = duration_seconds / DAY_SECONDS;
  const whole = Number.isInteger(days) && days >= 1;
  if (days >= MONTH_DAYS || (whole && days % WEEK_DAYS === 0)) {
    return { carried: true, provided: '', note: `a month of ${HOURS_PER_MONTH} h` };
  }
  if (!whole) {
    return {
      carried: false,
      provided: '',
      note: `no month is projected from ${duration(duration_seconds)}: only whole days or weeks carry one`,
    };
  }
  const provided =
    days === 1
      ? 'if every day is like the one simulated'
      : `if all days are like the ${counted(days, 'day')} simulated`;
  return { carried: true, provided, note: `a month of ${HOURS_PER_MONTH} h, ${provided}` };
}
