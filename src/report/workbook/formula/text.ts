import { DAY_SECONDS } from '../../../kernel/units.js';
import { EPOCH_DAYS } from './spreadsheet-time.js';

/** A number by the format of a spreadsheet's TEXT: `0.00`, `#,##0.00`, `0.0%` or of a day `d mmmm yyyy`, `yyyy-mm-dd`. */
export function textOf(value: number, format: string): string {
  if (/[ymd]/.test(format)) return dayText(value, format);
  const percent = format.endsWith('%');
  const digits = /\.(0+)/.exec(format)?.[1]?.length ?? 0;
  const fixed = rounded(percent ? 100 * value : value, digits).toFixed(digits);
  const shown = format.includes(',') ? fixed.replaceAll(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',') : fixed;
  return percent ? `${shown}%` : shown;
}

function dayText(serial: number, format: string): string {
  const day = new Date(Math.floor(serial - EPOCH_DAYS) * DAY_SECONDS * 1000);
  const part = (options: Intl.DateTimeFormatOptions) =>
    day.toLocaleDateString('en-US', { timeZone: 'UTC', ...options });
  const parts: Readonly<Record<string, string>> = {
    yyyy: String(day.getUTCFullYear()),
    mmmm: part({ month: 'long' }),
    mm: part({ month: '2-digit' }),
    dd: part({ day: '2-digit' }),
    d: String(day.getUTCDate()),
  };
  return format.replaceAll(/yyyy|mmmm|mm|dd|d/g, (each) => parts[each]!);
}

/** Half away from 0 at so many digits, as a spreadsheet rounds: by the fifteen digits that it shows. */
export function rounded(value: number, digits: number): number {
  const scaled = Number(Math.abs(value).toPrecision(15));
  const [mantissa = '0', exponent = '0'] = scaled.toExponential().split('e');
  const whole = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  return Math.sign(value) * Number(`${whole}e${-digits}`);
}
