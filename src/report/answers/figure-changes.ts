import type { FigureUnit } from '../../figures/figure.js';
import { type Column, column } from '../document/column.js';
import { changeText, signedText } from '../figures/named-figure.js';
import { withSpread } from '../figures/spread-text.js';
import { directionOf, type FigureChange } from '../figures/summary-difference.js';
import { unitText } from '../figures/unit.js';
import { unbroken } from '../text/text-table.js';

interface Change {
  readonly unit: FigureUnit;
  readonly difference: number;
  readonly before: number;
  readonly half_width?: number | undefined;
}

/** Whether chance alone makes such a difference; `undefined` if a run has no interval. */
export function explained({
  difference,
  half_width,
}: Pick<FigureChange, 'difference' | 'half_width'>): boolean | undefined {
  if (difference === null || half_width === undefined) return undefined;
  return Math.abs(difference) <= half_width;
}

/**
 * An arrow, or ≈ for what chance explains, the difference with its sign, and its share of what was before unless it is in
 * points: `▲ +$3.22 (+100 %)`.
 */
export function changeWords({ unit, difference, before, half_width }: Change): string {
  if (difference === 0) return 'the same';
  const interval = half_width === undefined ? undefined : { half_width };
  const share = before === 0 || unit === 'share' ? '' : ` (${unbroken(changeText(difference, before))})`;
  const sign =
    half_width !== undefined && explained({ difference, half_width }) ? '≈' : difference > 0 ? '▲' : '▼';
  return `${unbroken(`${sign} ${signedText(unit, difference, interval)}`)}${share}`;
}

/** Figures before and now, and their change. @param names what the two runs are called */
export function changeColumns(names: {
  readonly before: string;
  readonly now: string;
}): readonly Column<FigureChange>[] {
  const value = (name: 'before' | 'now') =>
    column<FigureChange>(name, names[name], 'figure_text', (change) => valueText(change, name));
  return [
    { name: 'figure', head: 'Figure', of: ({ figure }) => figure.label },
    value('before'),
    value('now'),
    column(
      'change',
      'change',
      'figure_text',
      ({ figure: { unit }, before, difference, half_width }) =>
        difference === null ? '-' : changeWords({ unit, difference, before: before ?? 0, half_width }),
      { strong: (change) => directionOf(change) === 'worse' },
    ),
  ];
}

function valueText(change: FigureChange, name: 'before' | 'now'): string {
  const value = change[name];
  if (value === null) return '-';
  const half_width = change[`${name}_half_width`];
  const interval = half_width === undefined ? undefined : { half_width };
  return unbroken(withSpread(value, (each) => unitText(change.figure.unit, each), interval));
}
