import type { FigureInterval } from './mean-of-figures.js';

/** Digits of a half-width that mean something. */
const DIGITS = 2;

/**
 * A figure with its half-width in the same unit, `72 ms ± 1.3 ms`; the figure alone where it has no interval.
 * @param format how a value is written
 */
export function withSpread(
  value: number,
  format: (value: number) => string,
  interval: FigureInterval | null | undefined,
): string {
  const spread = spreadText(format, interval);
  return spread === '' ? format(value) : `${format(value)} ${spread}`;
}

/** `± 1.3 ms`; empty where there is no interval, and where nothing varied. */
export function spreadText(
  format: (value: number) => string,
  interval: FigureInterval | null | undefined,
): string {
  if (interval === null || interval === undefined) return '';
  const { half_width } = interval;
  if (half_width === 0) return '';
  return Number.isFinite(half_width) ? `± ${format(Number(half_width.toPrecision(DIGITS)))}` : '± ?';
}
