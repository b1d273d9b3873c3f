import { DAY_SECONDS } from '../../../kernel/units.js';

/** Days from the beginning of a spreadsheet's calendar to 1 January 1970. */
export const EPOCH_DAYS = 25_569;

/** A moment as the days that a spreadsheet counts, in UTC. */
export function spreadsheetTime(epoch_seconds: number): number {
  return EPOCH_DAYS + epoch_seconds / DAY_SECONDS;
}

/** A day, `YYYY-MM-DD`, likewise. */
export function spreadsheetDay(day: string): number {
  return spreadsheetTime(Date.parse(`${day}T00:00:00Z`) / 1000);
}

/** The first day of a month, `YYYY-MM`, likewise. */
export function spreadsheetMonth(month: string): number {
  return spreadsheetDay(`${month}-01`);
}
