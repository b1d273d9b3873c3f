import { OpenedWorkbook } from '../report/workbook/opened-workbook.js';

/** Rows of a long sheet that are kept. */
const MAX_ROWS = 24;

/** A workbook with a line for each row: formulas in braces before the values stored with them. */
export function workbookText(bytes: Uint8Array): string {
  const book = new OpenedWorkbook(bytes);
  return book.sheets.map((sheet) => [`## ${sheet}`, ...rowsOf(book, sheet)].join('\n')).join('\n\n');
}

function rowsOf(book: OpenedWorkbook, sheet: string): readonly string[] {
  const rows = new Map<number, string[]>();
  for (const [at, { value, formula }] of book.cells(sheet)) {
    const [, column = '', row] = /^([A-Z]+)(\d+)$/.exec(at)!;
    const cells = rows.get(Number(row)) ?? [];
    cells.push(`${column} ${formula === undefined ? '' : `{${formula}} `}${value}`);
    rows.set(Number(row), cells);
  }
  const shown = [...rows].slice(0, MAX_ROWS).map(([row, cells]) => `${row}: ${cells.join(' | ')}`);
  return rows.size <= MAX_ROWS ? shown : [...shown, `… ${rows.size - MAX_ROWS} more rows`];
}
