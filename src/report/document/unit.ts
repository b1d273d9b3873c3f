import type { FigureUnit } from '../../figures/figure.js';

/** The unit of a value, which decides how each form writes it. */
export type Unit =
  | FigureUnit
  | 'number'
  | 'factor'
  | 'queries_per_second'
  | 'hours'
  | 'cu_seconds'
  | 'usd_per_month'
  | 'per_month'
  /** Dollars with cents, as invoices have them. */
  | 'dollars'
  /** A price with all its digits. */
  | 'price'
  /** A moment, ISO 8601 UTC. */
  | 'time'
  /** ISO 8601: `2026-03-01`. */
  | 'day'
  | 'text'
  /** Figures in words, which stand to the right. */
  | 'figure_text'
  /** Whether an objective is met. */
  | 'met'
  /** Objectives that are missed, in words. */
  | 'missed'
  | 'yes_no';

const WORDS: ReadonlySet<Unit> = new Set<Unit>(['time', 'day', 'text', 'met', 'missed', 'yes_no']);

/** Whether values of a unit are words, which begin on the left. */
export function isWords(unit: Unit): boolean {
  return WORDS.has(unit);
}
