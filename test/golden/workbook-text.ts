import { type OpenedCell, OpenedWorkbook } from '../report/workbook/opened-workbook.js';
import { digits, shortened } from './shortened.js';

/** Rows of a sheet to store, and rows of a list: those that differ from the row above only in their values. */
const MAX_ROWS = 16;
const MAX_ALIKE = 1;
/** A row of this width belongs to a list, even if it starts with a name. */
const WIDE_COLUMNS = 8;
/** The maximum number of characters in a row. */
const MAX_ROW = 640;
/** The maximum number of characters in a remark: text beyond the first column. */
const MAX_REMARK = 40;
/** Marks the same formula as in the row above, one row further down and with other numbers if any. */
const DITTO = '{"}';

/** A workbook with a line for each row: formulas in braces before the values stored with them. */
export function workbookText(bytes: Uint8Array): string {
  const book = new OpenedWorkbook(bytes);
  return book.sheets
    .map((sheet) => `## ${sheet}\n${shortened(withoutLists(rowsOf(book.cells(sheet))), MAX_ROWS)}\n`)
    .join('\n');
}

interface ShownCell {
  readonly column: string;
  /** In braces; empty for a plain value. */
  readonly formula: string;
  readonly value: string | number;
}

/** A row by its number. */
type Row = readonly [row: number, cells: readonly ShownCell[]];

function rowsOf(cells: ReadonlyMap<string, OpenedCell>): readonly Row[] {
  const rows = new Map<number, ShownCell[]>();
  for (const [at, { value, formula }] of cells) {
    const [, column = '', number] = /^([A-Z]+)(\d+)$/.exec(at)!;
    const row = Number(number);
    const above = cells.get(`${column}${row - 1}`)?.formula;
    const shown = formula === undefined ? '' : isSame(formula, row, above) ? DITTO : `{${formula}}`;
    rows.set(row, [...(rows.get(row) ?? []), { column, formula: shown, value }]);
  }
  return [...rows];
}

function isSame(formula: string, row: number, above: string | undefined): boolean {
  return above !== undefined && relative(formula, row) === relative(above, row - 1);
}

/** A formula with row references relative to its row, and without its numbers. */
function relative(formula: string, row: number): string {
  return formula
    .replaceAll(
      /(?<![\w.])(\$?[A-Z]{1,3}\$?)(\d+)\b/g,
      (_, column, number) => `${column}[${Number(number) - row}]`,
    )
    .replaceAll(/(?<![\w[.-])[\d.]+(E-?\d+)?\b/g, '#');
}

/** The rows as lines. A list, which is wide or starts without a label, is cut after its first rows. */
function withoutLists(rows: readonly Row[]): readonly string[] {
  const lines: string[] = [];
  let alike = 0;
  for (const [row, cells] of rows) {
    const is_list = typeof cells[0]!.value === 'number' || cells.length >= WIDE_COLUMNS;
    const is_alike = cells.every(({ formula }) => formula === '' || formula === DITTO);
    alike = is_list && is_alike ? alike + 1 : 0;
    if (alike <= MAX_ALIKE) lines.push(cut(`${row}: ${cells.map(cellText).join(' | ')}`, MAX_ROW));
    else if (alike === MAX_ALIKE + 1) lines.push('…');
  }
  return lines;
}

function cellText({ column, formula, value }: ShownCell): string {
  const is_remark = column !== 'A' && formula === '' && typeof value === 'string';
  const text = typeof value === 'number' ? digits(value) : is_remark ? cut(value, MAX_REMARK) : value;
  return [column, formula, text].filter((part) => part !== '').join(' ');
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}
