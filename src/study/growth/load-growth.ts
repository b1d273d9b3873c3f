import { refusal } from '../../scenario/document/diagnostic.js';
import { parseShare } from '../../scenario/form/quantity.js';

const MONTHS_PER_YEAR = 12;

/** How a load grows from month to month; the two differ if growth is only known as a range. */
export interface LoadGrowth {
  /** As it was written. */
  readonly text: string;
  /** Load of a month ÷ that of the month before; above 0. */
  readonly low: number;
  readonly high: number;
}

const EXPECTED = 'expected a growth such as 8%/month, 2x/year or 5%..10%/month';
const RATE = /^\s*(.+?)(?:\s*\.\.\s*(.+?))?\s*(?:\/\s*(month|year))?\s*$/;

/**
 * Reads how a load grows: `8%/month`, `-2%/year`, `1.5x/year`, or a range of two with `..` between. Only a load that
 * does not grow needs no period.
 * @param option the option it is the value of, for messages
 * @throws ScenarioError for anything else
 */
export function parseGrowth(text: string, option = '--growth'): LoadGrowth {
  const [, from = '', to = from, per] = RATE.exec(text) ?? [];
  const [one, other] = [factorOf(from, per), factorOf(to, per)];
  if (one === undefined || other === undefined) throw refusal(`${option} ${text}`, EXPECTED);
  if (one > other)
    throw refusal(`${option} ${text}`, 'the range has to go upwards, from the lower growth to the higher');
  const written = text.trim();
  if (per === undefined && !(one === 1 && other === 1)) {
    const either = `${option} ${written}/month or ${option} ${written}/year`;
    throw refusal(`${option} ${text}`, `per month or per year? expected ${either}`);
  }
  return { text: written, low: one, high: other };
}

function factorOf(text: string, per: string | undefined): number | undefined {
  const times = /^(\d+\.?\d*|\.\d+)x$/.exec(text);
  const factor = times === null ? 1 + (signedShare(text) ?? Number.NaN) : Number(times[1]);
  if (!(factor > 0 && factor <= 100)) return undefined;
  return per === 'year' ? Math.exp(Math.log(factor) / MONTHS_PER_YEAR) : factor;
}

function signedShare(text: string): number | undefined {
  const negative = text.startsWith('-');
  const digits = text.replace(/^[-+]/, '');
  // Growth beyond 100 % is written as a percentage, too, which no share is.
  if (digits === '') return undefined;
  const value = /^(\d+\.?\d*|\.\d+)%$/.test(digits)
    ? Number(digits.slice(0, -1)) / 100
    : parseShare(Number(digits));
  return value === undefined ? undefined : negative ? -value : value;
}

/**
 * The time at which a load that grows from a start time on has grown by `factor`; `undefined` if never. A smaller
 * load has been passed already.
 */
export function whenGrown(epoch_seconds: number, factor: number, growth: number): number | undefined {
  const months = factor <= 1 ? 0 : Math.log(factor) / Math.log(growth);
  return Number.isFinite(months) && months >= 0 ? afterMonths(epoch_seconds, months) : undefined;
}

export function middleGrowth({ low, high }: LoadGrowth): number {
  return Math.sqrt(low * high);
}

/** Factor of the load after a number of months. */
export function grown(growth: number, months: number): number {
  return Math.exp(months * Math.log(growth));
}

/** The time a number of calendar months after another (UTC): whole ones, then a share of the days of the next. */
export function afterMonths(epoch_seconds: number, months: number): number {
  const whole = Math.floor(months);
  const [from, to] = [wholeMonthsAfter(epoch_seconds, whole), wholeMonthsAfter(epoch_seconds, whole + 1)];
  return from + (months - whole) * (to - from);
}

/** Calendar months between two times (UTC), the later second, with a share for the rest. */
export function monthsBetween(from_epoch_seconds: number, to_epoch_seconds: number): number {
  let whole = 0;
  while (wholeMonthsAfter(from_epoch_seconds, whole + 1) <= to_epoch_seconds) whole += 1;
  const from = wholeMonthsAfter(from_epoch_seconds, whole);
  return whole + (to_epoch_seconds - from) / (wholeMonthsAfter(from_epoch_seconds, whole + 1) - from);
}

/** The same day and time in a later month, or that month's last day if it has no such day. */
function wholeMonthsAfter(epoch_seconds: number, months: number): number {
  const start = new Date(epoch_seconds * 1000);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months];
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(year, month, Math.min(start.getUTCDate(), days)) / 1000;
  return midnight + (epoch_seconds % 86_400);
}

/** A day as `2026-01-05`; `null` for none. */
export function dayOrNull(epoch_seconds: number | undefined): string | null {
  return epoch_seconds === undefined ? null : dayText(epoch_seconds);
}

/** A day as `2026-01-05`. */
export function dayText(epoch_seconds: number): string {
  return new Date(epoch_seconds * 1000).toISOString().slice(0, 10);
}
