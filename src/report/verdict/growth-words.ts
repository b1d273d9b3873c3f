import { parseGrowth } from '../../study/growth/load-growth.js';
import { percent } from '../figures/figure-text.js';

/** How a load grows, as it was written: `growing by 8%/month`, `falling by 2%/month`, `growing to 1.5x/year`, `not growing`. */
export function growthWords(growth: string): string {
  const { text, low, high } = parseGrowth(growth);
  if (low === 1 && high === 1) return 'not growing';
  const how = /\dx/.test(text) ? 'to' : 'by';
  if (low >= 1) return `growing ${how} ${text}`;
  return high <= 1 ? `falling ${how} ${text.replaceAll('-', '')}` : `changing ${how} ${text}`;
}

/** The same of one growth from a month to the next: `growing by 8 % a month`, `without growth`. @param factor above 0 */
export function growthOfMonthWords(factor: number): string {
  if (factor === 1) return 'without growth';
  return factor < 1
    ? `falling by ${percent(1 - factor)} a month`
    : `growing by ${percent(factor - 1)} a month`;
}
