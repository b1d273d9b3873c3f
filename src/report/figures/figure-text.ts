import { toCents } from '../../vendors/cents.js';

const DIGITS = 3;
/** Beyond these, a percentage near 100 is shown as a bound. */
const MAX_DECIMALS = 8;
/** A smaller percentage is shown as a bound: for rare events a count is more informative. */
const MIN_PERCENT = 0.001;
const THOUSANDS = ',';

/** A number with at most three significant digits, or all digits of its whole part: `0.0208`, `12.3`, `1,235`. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Math.abs(value) >= 1e6) return large(value);
  if (Math.abs(value) >= 100) return grouped(Math.round(value));
  if (value !== 0 && Math.abs(value) < 1e-6) return value.toExponential(DIGITS - 1);
  return plain(value, DIGITS);
}

/** A count: exact below a million, then `22.8 million`. */
export function count(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e6 ? grouped(value) : number(value);
}

/** A count and its noun: `1 wake`, `2 wakes`. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : plural}`;
}

/** US dollars: cents, or more digits below a dollar; two significant ones below a cent; no cents from a hundred. */
export function money(usd: number): string {
  if (usd < 0) return `-${money(-usd)}`;
  if (usd === 0) return '$0';
  if (usd < 0.01) return `$${usd < 1e-6 ? usd.toExponential(1) : plain(usd, 2)}`;
  if (usd < 1) {
    const text = plain(usd, DIGITS);
    return `$${text.length < '0.00'.length ? toCents(usd) : text}`;
  }
  return `$${usd < 99.995 ? toCents(usd) : number(usd)}`;
}

/** US dollars as on an invoice, to the cent: `$1,540.00`, `-$0.12`. */
export function dollars(usd: number): string {
  const [whole = '', part = '00'] = toCents(Math.abs(usd)).split('.');
  return `${usd < 0 && Number(toCents(usd)) !== 0 ? '-' : ''}$${grouped(Number(whole))}.${part}`;
}

/** A price with all its digits, and cents at least. */
export function priceText(usd: number): string {
  return `$${PRICE_DIGITS.format(usd)}`;
}

/** Published prices have fewer digits than their sums or shares. */
const PRICE_DIGITS = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 12,
  useGrouping: false,
});

/** Bytes in decimal units, as on invoices: `1.39 GB`, `400 MB`, `12 bytes`. */
export function bytesText(bytes: number): string {
  for (const [unit, size] of [
    ['TB', 1e12],
    ['GB', 1e9],
    ['MB', 1e6],
    ['kB', 1e3],
  ] as const) {
    if (bytes >= size) return `${number(bytes / size)} ${unit}`;
  }
  return `${number(bytes)} bytes`;
}

/**
 * A share as a percentage: `<0.001 %`, `42.1 %`, `99.58 %`, `99.998 %`. `100 %` and `0 %` are exact. Close to
 * 100 %, it has three decimals, or one more than there are nines.
 */
export function percent(share: number): string {
  const value = share * 100;
  if (value > 0 && value < MIN_PERCENT) return `<${MIN_PERCENT} %`;
  const missing = 100 - value;
  if (missing <= 0 || missing >= 1) return `${number(value)} %`;
  // The decimal place of the first digit that is not a nine.
  const place = Math.ceil(-Math.log10(missing));
  if (place > MAX_DECIMALS) return '> 99.999999 %';
  const decimals = Math.max(place, Math.min(place + 1, 3));
  return `${value.toFixed(decimals).replace(/\.?0+$/, '')} %`;
}

/** Units of durations, each with its smallest number of seconds. */
const DURATION_UNITS = [
  { name: 'd', seconds: 86_400, from: 172_800 },
  { name: 'h', seconds: 3600, from: 7200 },
  { name: 'min', seconds: 60, from: 120 },
  { name: 's', seconds: 1, from: 1 },
  { name: 'ms', seconds: 1e-3, from: 0 },
] as const;

/** A duration in a suitable unit: `4.12 ms`, `1.5 s`, `12 min`, `3.5 h`, `7 d`. */
export function duration(seconds: number): string {
  if (seconds === 0) return '0 s';
  const unit = DURATION_UNITS.find((each) => seconds >= each.from) ?? DURATION_UNITS.at(-1)!;
  return `${number(seconds / unit.seconds)} ${unit.name}`;
}

/** A duration of two digits and its unit at the end of a text. */
const DURATION_AT_END = /([\d.,]+) (d|h|min|s|ms)$/;

/**
 * A text that ends with a duration of two digits, converted to the unit of the text before it: `± 0.18 s` for `± 180 ms`
 * after `5.37 s`. Unchanged if either is not a duration.
 */
export function inDurationUnitOf(neighbour: string, text: string): string {
  const unitOf = (name: string | undefined) => DURATION_UNITS.find((each) => each.name === name);
  const to = unitOf(DURATION_AT_END.exec(neighbour)?.[2]);
  return text.replace(DURATION_AT_END, (own, amount: string, name: string) => {
    if (to === undefined || to.name === name) return own;
    const seconds = Number(amount.replaceAll(THOUSANDS, '')) * unitOf(name)!.seconds;
    return `${number(Number((seconds / to.seconds).toPrecision(2)))} ${to.name}`;
  });
}

/** A duration in milliseconds; a dash if it was not measured. */
export function milliseconds(ms: number | null): string {
  return ms === null ? '-' : duration(ms / 1000);
}

/** An amount with its sign: `+5 %`, `-$3`; 0 without one. @param text formats its size */
export function signed(value: number, text: (size: number) => string): string {
  return `${value > 0 ? '+' : value < 0 ? '-' : ''}${text(Math.abs(value))}`;
}

function large(value: number): string {
  const scales = [
    { name: 'million', size: 1e6 },
    { name: 'billion', size: 1e9 },
    { name: 'trillion', size: 1e12 },
  ];
  const scale = scales.findLast((each) => Math.abs(value) >= each.size * 0.9995) ?? scales[0]!;
  const scaled = value / scale.size;
  return Math.abs(scaled) >= 1e6 ? value.toExponential(DIGITS - 1) : `${number(scaled)} ${scale.name}`;
}

function plain(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits)));
}

/** A whole number with all its digits, in groups of three. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, THOUSANDS);
}
