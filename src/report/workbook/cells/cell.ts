import { DAY_SECONDS } from '../../../kernel/units.js';

/** A formula; its value is computed when the workbook is whole. */
export interface Formula {
  /** Without the leading `=`; with references to tables, see {@link withReferences}. */
  readonly formula: string;
}

/** The content of a cell; nothing leaves it empty. */
export type SheetCell = string | number | boolean | null | undefined | Formula;

export function formula(text: string): Formula {
  return { formula: text };
}

export function isFormula(cell: unknown): cell is Formula {
  return typeof cell === 'object' && cell !== null;
}

/**
 * The name of a cell in a formula, counted from 0: `'Bills'!$B$3`.
 * @param sheet name of the sheet; absent within the same one
 */
export function cellName(row: number, column: number, sheet?: string): string {
  return `${sheetPrefix(sheet)}$${columnName(column)}$${row + 1}`;
}

/** The prefix of a sheet's cells in formulas of other sheets. */
export function sheetPrefix(sheet: string | undefined): string {
  return sheet === undefined ? '' : `'${sheet.replaceAll("'", "''")}'!`;
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

const REFERENCE = /"(?:[^"]|"")*"|([A-Za-z]\w*)?\[([^\]]+)\]/g;

/**
 * A formula with its references to tables replaced, texts in quotes excepted. `Bills[cost]` are the cells of a column,
 * `Bills[cost@2]` one of them by its row, from 0, or by the row's key, `Bills[cost@0..5]` some, `Bills[cost@sum]` their
 * total, `Bills[#cost]` the header, `Bills[cost:fee]` several columns, and `[@cost]` the cell in the row of the formula.
 * @param nameOf `undefined`: the reference stays
 */
export function withReferences(
  text: string,
  nameOf: (table: string | undefined, cells: string) => string | undefined,
): string {
  if (!text.includes('[')) return text;
  return text.replaceAll(REFERENCE, (whole, table: string | undefined, cells: string | undefined) =>
    cells === undefined ? whole : (nameOf(table, cells) ?? whole),
  );
}

/** Days from the beginning of a spreadsheet's calendar to 1 January 1970. */
export const EPOCH_DAYS = 25_569;

/** A moment as the days that a spreadsheet counts, in UTC. */
export function spreadsheetTime(epoch_seconds: number): number {
  return EPOCH_DAYS + epoch_seconds / DAY_SECONDS;
}

/** A day, `YYYY-MM-DD`, or the first day of a month, `YYYY-MM`, as a serial number. */
export function spreadsheetDay(day: string): number {
  return spreadsheetTime(Date.parse(`${day.padEnd(10, '-01')}T00:00:00Z`) / 1000);
}
