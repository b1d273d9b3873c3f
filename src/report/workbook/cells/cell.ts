/** A formula; its value is computed when the workbook is whole. */
export interface Formula {
  /** Without the leading `=`; with references to tables, see `references.ts`. */
  readonly formula: string;
}

/** The content of a cell; nothing leaves it empty. */
export type SheetCell = string | number | boolean | null | undefined | Formula;

/** A cell with a formula. */
export function formula(text: string): Formula {
  return { formula: text };
}

/** Whether a cell recalculates. */
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

/** What precedes the names of a sheet's cells in formulas of other sheets. */
export function sheetPrefix(sheet: string | undefined): string {
  return sheet === undefined ? '' : `'${sheet.replaceAll("'", "''")}'!`;
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}
