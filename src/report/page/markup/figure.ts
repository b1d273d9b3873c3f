import type { FigureInterval } from '../../../figures/figure-interval.js';
import { withSpread } from '../../figures/spread-text.js';
import { html, type Markup } from './markup.js';

/**
 * A figure as a user writes it, with its path in `summary.json` (`total.cost_usd`, `computes.0.wakes`) and its raw
 * value, so that it can be compared with other reports.
 * @param value `null` for a missing measurement: a dash
 */
export function figureElement(
  path: string,
  value: number | null | undefined,
  format: (value: number) => string,
  interval?: FigureInterval | null,
): Markup {
  if (value === null || value === undefined) return html`<span data-figure="${path}" data-value="">-</span>`;
  const text = withSpread(value, format, interval);
  return html`<span data-figure="${path}" data-value="${String(value)}">${text}</span>`;
}
