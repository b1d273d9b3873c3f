import type { FigureUnit } from '../../figures/figure.js';
import type { CellStyle } from '../workbook/cells/style.js';
import { count, dollars, duration, milliseconds, money, number, percent, priceText } from './figure-text.js';

/** The format for readers, the unit in the data dictionary (empty for words), and the style of a workbook's cell. */
type UnitForms = readonly [text: (value: number) => string, measure: string, style: CellStyle];

const WORDS: UnitForms = [String, '', 'text'];

/** The units of values, which decide how each form writes them. */
const UNITS = {
  usd: [money, 'USD', 'usd'],
  cu_hours: [number, 'CU-hours', 'hours'],
  cu: [(value) => `${number(value)} CU`, 'CU', 'cu'],
  seconds: [duration, 's', 'seconds'],
  milliseconds: [milliseconds, 'ms', 'milliseconds'],
  share: [percent, 'share', 'share'],
  count: [count, 'count', 'count'],
  per_hour: [number, '1/h', 'number'],
  bytes: [count, 'bytes', 'bytes'],
  number: [number, 'count', 'number'],
  factor: [(value) => `${number(value)}×`, 'factor', 'factor'],
  queries_per_second: [number, 'queries per second', 'number'],
  hours: [number, 'hours', 'number'],
  cu_seconds: [number, 'CU-seconds', 'number'],
  usd_per_month: [money, 'USD per month', 'usd'],
  per_month: [number, '1/month', 'number'],
  /** Dollars with cents, as invoices have them. */
  dollars: [dollars, 'USD', 'usd'],
  /** A price with all its digits. */
  price: [priceText, 'USD per CU-hour', 'usd_price'],
  /** A moment, ISO 8601 UTC. */
  time: WORDS,
  /** ISO 8601: `2026-03-01`. */
  day: [String, '', 'day'],
  text: WORDS,
  /** Figures in words, which are aligned right. */
  figure_text: [String, '', 'general_right'],
  /** Whether an objective is met. */
  met: WORDS,
  /** Objectives that are missed, in words. */
  missed: WORDS,
  yes_no: WORDS,
} as const satisfies Readonly<Record<string, UnitForms> & Record<FigureUnit, UnitForms>>;

export type Unit = keyof typeof UNITS;

/** A value for readers, in its unit; a dash if it was not measured. */
export function unitText(unit: Unit, value: number | null): string {
  return value === null ? '-' : UNITS[unit][0](value);
}

/** The unit in the data dictionary; empty for words. */
export function measureOf(unit: Unit): string {
  return UNITS[unit][1];
}

/** The style of a workbook's cell. */
export function styleOfUnit(unit: Unit): CellStyle {
  return UNITS[unit][2];
}

/** Whether values of a unit are words, which are aligned left. */
export function isWords(unit: Unit): boolean {
  return measureOf(unit) === '' && unit !== 'figure_text';
}
