/** A formula; its value is computed when the workbook is whole. */
export interface Formula {
  /** Without the leading `=`. */
  readonly formula: string;
}

/** The content of a cell; nothing leaves it empty. */
export type SheetCell = string | number | boolean | null | undefined | Formula;

/** A cell with a formula. */
export function formula(text: string): Formula {
  return { formula: text };
}

/** Whether a cell recalculates. */
export function isFormula(cell: SheetCell): cell is Formula {
  return typeof cell === 'object' && cell !== null;
}

/**
 * The name of a cell in a formula, counted from 0: `'Bills'!$B$3`.
 * @param sheet name of the sheet; absent within the same one
 */
export function cellName(row: number, column: number, sheet?: string): string {
  const name = `$${columnName(column)}$${row + 1}`;
  return sheet === undefined ? name : `'${sheet.replaceAll("'", "''")}'!${name}`;
}

/** The name of a range in a formula, both corners included. */
export function rangeName(
  from: readonly [row: number, column: number],
  to: readonly [row: number, column: number],
  sheet?: string,
): string {
  return `${cellName(from[0], from[1], sheet)}:${cellName(to[0], to[1])}`;
}

/** A cell or range of the sheet itself, such as `$B$3`, from a name with or without the sheet. */
export function withoutSheet(name: string): string {
  return name.slice(name.lastIndexOf('!') + 1);
}

/** A cell's own row and a fixed column, `$B3`, for a formula that holds for the cells below it as well. */
export function relativeTo(name: string): string {
  return withoutSheet(name).replace(/\$(\d+)$/, '$1');
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}
