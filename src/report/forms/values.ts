import type { FigureInterval } from '../../figures/figure-interval.js';
import type { Cell, Column, FormulaCell, NameCell } from '../document/column.js';
import { withSpread } from '../figures/spread-text.js';
import { type Unit, unitText } from '../figures/unit.js';

/** Units whose missing values are shown as an empty cell. */
const EMPTY_IF_MISSING: ReadonlySet<Unit> = new Set<Unit>(['text', 'figure_text', 'missed']);

/** Shown for a missing measurement. */
export const NOT_MEASURED = '-';

export function unitOf<Row>({ unit = 'text' }: Column<Row>, row: Row): Unit {
  return typeof unit === 'function' ? unit(row) : unit;
}

export function cellText<Row>(column: Column<Row>, row: Row, index: number): string {
  return column.text?.(row, index) ?? valueText(unitOf(column, row), column.of(row, index));
}

function valueText(unit: Unit, cell: Cell): string {
  if (cell === null || cell === undefined) return EMPTY_IF_MISSING.has(unit) ? '' : NOT_MEASURED;
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'boolean') return wordOf(unit, cell);
  if (typeof cell === 'number') return unitText(unit, cell);
  if (isName(cell)) return [cell.name, ...(cell.tags ?? []).map((tag) => `(${tag})`)].join(' ');
  if (isFormula(cell)) return valueText(unit, cell.value);
  return withSpread(cell.mean, (value) => unitText(unit, value), cell);
}

export function wordOf(unit: Unit, is: boolean): string {
  if (unit === 'met') return is ? 'met' : 'missed';
  return is ? 'yes' : 'no';
}

/** The value of a cell alone: a mean without its interval, a name without its tags; `null` if it is not finite. */
export function plainValue(unit: Unit, cell: Cell): string | number | null {
  if (cell === null || cell === undefined || (typeof cell === 'number' && !Number.isFinite(cell)))
    return null;
  if (typeof cell === 'boolean') return wordOf(unit, cell);
  if (typeof cell !== 'object') return cell;
  if (isName(cell)) return cell.name;
  return isFormula(cell) ? cell.value : cell.mean;
}

/** Half of the interval of a cell; `null` without one. */
export function halfWidth(cell: Cell): number | null {
  return isInterval(cell) && Number.isFinite(cell.half_width) ? cell.half_width : null;
}

export function isName(cell: Cell): cell is NameCell {
  return typeof cell === 'object' && cell !== null && 'name' in cell;
}

export function isFormula(cell: Cell): cell is FormulaCell {
  return typeof cell === 'object' && cell !== null && 'formula' in cell;
}

export function isInterval(cell: Cell): cell is FigureInterval {
  return typeof cell === 'object' && cell !== null && 'mean' in cell;
}
