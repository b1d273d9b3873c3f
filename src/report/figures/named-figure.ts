import type { FigureInterval } from '../../figures/figure-interval.js';
import { FIGURE_UNITS, type FigureName } from '../../figures/run-figures.js';
import { dollars, money, number } from './figure-text.js';
import { type Spread, withSpread } from './spread-text.js';
import { type Unit, unitText } from './unit.js';

/** A figure as a user writes it, in its unit. */
export function figureText(figure: FigureName, value: number): string {
  return unitText(FIGURE_UNITS[figure], value);
}

/** A bound or target with all of its digits. */
export function boundText(figure: FigureName, bound: number): string {
  if (FIGURE_UNITS[figure] !== 'share') return figureText(figure, bound);
  return `${Number((100 * bound).toPrecision(12))} %`;
}

/** A figure with its half-width; a dash if it was not measured. */
export function figureWithSpread(figure: FigureName, interval: FigureInterval | null | undefined): string {
  if (interval === null || interval === undefined) return '-';
  return withSpread(interval.mean, (value) => figureText(figure, value), interval);
}

/** A difference of figures with its sign, and its half-width; that of shares is in percentage points. */
export function differenceText(figure: FigureName, interval: FigureInterval): string {
  if (interval.mean === 0 && interval.half_width === 0) return 'the same';
  const isMonthly = figure === 'cost_usd_per_month';
  return signedText(isMonthly ? 'usd_per_month' : FIGURE_UNITS[figure], interval.mean, interval);
}

/** A difference with its sign, and its half-width if it has one; that of a month in whole cents. */
export function signedText(unit: Unit, difference: number, interval?: Spread): string {
  const points = unit === 'share';
  const text = (value: number): string =>
    points ? percentNumber(value) : unit === 'usd_per_month' ? centsText(value) : unitText(unit, value);
  const size = withSpread(Math.abs(difference), text, interval);
  return `${difference < 0 ? '-' : '+'}${size}${points ? ' points' : ''}`;
}

/** A difference as a share of what was before, with its sign. @param before not 0 */
export function changeText(difference: number, before: number): string {
  const share = difference / Math.abs(before);
  return `${share < 0 ? '-' : '+'}${percentNumber(Math.abs(share))} %`;
}

function centsText(usd: number): string {
  if (usd > 0 && usd < 0.005) return '<$0.01';
  return usd < 1 ? dollars(usd) : money(usd);
}

/** A share in percent, without the percent sign; tiny ones only as a bound. */
function percentNumber(share: number): string {
  return share > 0 && share < 1e-5 ? '<0.001' : number(100 * share);
}
