import type { FigureUnit } from '../../figures/figure.js';
import type { Column } from '../document/column.js';
import type { Unit } from '../document/unit.js';
import { type CellStyle, STYLE_OF_UNIT } from '../workbook/cells/cell-format.js';
import { unitOf } from './values.js';

const STYLES: Readonly<Record<Exclude<Unit, FigureUnit>, CellStyle>> = {
  number: 'number',
  factor: 'factor',
  queries_per_second: 'number',
  hours: 'number',
  dollars: 'usd',
  price: 'usd_price',
  day: 'day',
  text: 'text',
  figure_text: 'general_right',
  met: 'text',
  missed: 'text',
  yes_no: 'text',
};

/** How the cells of a column look; rows in several units are plain numbers. */
export function styleOf(column: Column<never>, rows: readonly unknown[]): CellStyle {
  const [unit, ...others] = new Set(rows.map((row) => unitOf(column as Column<unknown>, row)));
  if (unit === undefined) return 'text';
  if (others.length > 0) return 'number';
  return unit in STYLES ? STYLES[unit as keyof typeof STYLES] : STYLE_OF_UNIT[unit as FigureUnit];
}
