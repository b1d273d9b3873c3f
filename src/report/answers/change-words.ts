import type { FigureUnit } from '../../figures/figure.js';
import { changeText, signedText } from '../figures/named-figure.js';
import { unbroken } from '../text/text-table.js';

/** A difference between two runs. */
export interface Change {
  readonly unit: FigureUnit;
  readonly difference: number;
  readonly before: number;
  readonly half_width?: number | undefined;
}

/** An arrow, the difference with its sign, and its share of what was before unless it is in points: `▲ +$3.22 (+100 %)`. */
export function changeWords({ unit, difference, before, half_width }: Change): string {
  if (difference === 0) return 'the same';
  const interval = half_width === undefined ? undefined : { mean: difference, half_width, confidence: 0 };
  const share = before === 0 || unit === 'share' ? '' : ` (${unbroken(changeText(difference, before))})`;
  const size = `${difference > 0 ? '▲' : '▼'} ${signedText(unit, difference, interval)}`;
  return `${unbroken(size)}${share}`;
}
