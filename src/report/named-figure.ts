import { FIGURE_UNITS, type FigureName } from '../planner/run-figures.js';
import { count, milliseconds, money, number, percent } from './figure-text.js';
import type { FigureInterval } from './mean-of-figures.js';
import { withSpread } from './spread-text.js';

/** A figure as people write it, in its unit. */
export function figureText(figure: FigureName, value: number): string {
  switch (FIGURE_UNITS[figure]) {
    case 'usd':
      return money(value);
    case 'milliseconds':
      return milliseconds(value);
    case 'share':
      return percent(value);
    case 'cu_hours':
      return number(value);
    case 'count':
      return count(value);
  }
}

/** A figure with its half-width; a dash where nothing was measured. */
export function figureWithSpread(figure: FigureName, interval: FigureInterval | null | undefined): string {
  if (interval === null || interval === undefined) return '-';
  return withSpread(interval.mean, (value) => figureText(figure, value), interval);
}

/** A difference of figures with its sign, and its half-width; that of shares is in points of a hundred. */
export function differenceText(figure: FigureName, interval: FigureInterval): string {
  if (interval.mean === 0 && interval.half_width === 0) return 'the same';
  const points = FIGURE_UNITS[figure] === 'share';
  const text = (value: number): string => (points ? number(100 * value) : figureText(figure, value));
  const sign = interval.mean < 0 ? '-' : '+';
  return `${sign}${withSpread(Math.abs(interval.mean), text, interval)}${points ? ' points' : ''}`;
}
