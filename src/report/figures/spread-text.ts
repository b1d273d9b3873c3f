import type { FigureInterval } from '../../figures/figure-interval.js';
import { toCents } from '../../vendors/cents.js';
import { inDurationUnitOf } from './figure-text.js';

export type Spread = Pick<FigureInterval, 'half_width'>;

/** Significant digits of a half-width. */
const SPREAD_DIGITS = 2;

/**
 * A figure with its half-width in the same unit, `5.37 s ± 0.18 s`; the figure alone if it has no interval. The
 * half-width has two digits, and the figure none beyond them: `$16 ± $51`.
 * @param format formats a value
 */
export function withSpread(
  value: number,
  format: (value: number) => string,
  interval: Spread | null | undefined,
): string {
  const spread = spreadText(format, interval);
  if (spread === '') return format(value);
  const { half_width } = interval!;
  if (!Number.isFinite(half_width)) return `${format(value)} ${spread}`;
  const known = inSteps(value, stepOf(half_width), format);
  return `${known} ${inDurationUnitOf(known, shortenedSpread(value, half_width, known, format) ?? spread)}`;
}

/** Digits of displayed figures. */
const FIGURE_DIGITS = 3;

/**
 * A half-width next to a figure with fewer digits: no fractions of cents, `$17.91 ± $0.09`, and a half-width of less than
 * half of the last digit only as a bound, `0.25 ± <0.001`. `undefined` if the half-width can be shown as it is.
 */
function shortenedSpread(
  value: number,
  half_width: number,
  known: string,
  format: (value: number) => string,
): string | undefined {
  const size = Math.abs(value);
  const last = Number(`1e${Math.floor(Math.log10(size)) - FIGURE_DIGITS + 1}`);
  if (/^-?\$/.test(known) && size >= 1 && half_width < 1) {
    return half_width < 0.005 ? '± <$0.01' : `± $${toCents(half_width)}`;
  }
  // A share close to 100 % has more than three digits.
  if (!(half_width < last / 2) || known.endsWith('%')) return undefined;
  return `± <${format(last)}`;
}

/** `± 1.3 ms`; empty without an interval, and without variation. */
function spreadText(format: (value: number) => string, interval: Spread | null | undefined): string {
  if (interval === null || interval === undefined) return '';
  const { half_width } = interval;
  if (half_width === 0) return '';
  return Number.isFinite(half_width) ? `± ${inSteps(half_width, stepOf(half_width), format)}` : '± ?';
}

/** A mean without digits that its half-width makes meaningless. */
export function knownMean({ mean, half_width }: FigureInterval): number {
  if (half_width === 0 || !Number.isFinite(half_width)) return mean;
  return inStep(mean, stepOf(half_width));
}

/** The place of the last digit of a half-width that means something, as `0.1` or `10`. */
function stepOf(half_width: number): number {
  return Number(`1e${Math.floor(Math.log10(half_width)) - SPREAD_DIGITS + 1}`);
}

/** A value without digits that its half-width makes meaningless: neither those below its last one, nor cents that are not known. */
function inSteps(value: number, step: number, format: (value: number) => string): string {
  const own = format(value);
  // A format that is coarser than the step rounds once.
  const isCoarser = format(value + step) === own || format(value - step) === own;
  const text = isCoarser ? own : format(inStep(value, step));
  if (step < 0.1) return text;
  return step < 1 ? text.replace(/(\.\d)0(?!\d)/, '$1') : text.replace(/\.0+(?!\d)/, '');
}

function inStep(value: number, step: number): number {
  return Math.abs(value) < step ? value : Number((Math.round(value / step) * step).toPrecision(15));
}
