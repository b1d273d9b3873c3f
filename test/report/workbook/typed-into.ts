import { OpenedWorkbook } from './opened-workbook.js';

/** The values to type: by the start of an input's name, or by the address of a cell, `Sheet!A1`. */
export type Edits = Readonly<Record<string, string | number>>;

/** Types into the yellow cells of the first sheet next to the inputs with these names, and into other cells. */
export function typedInto(bytes: Uint8Array, edits: Edits): Uint8Array {
  return Object.entries(edits).reduce((book, [where, value]) => {
    const opened = new OpenedWorkbook(book);
    const [sheet = '', at] = where.split('!');
    return at === undefined
      ? opened.with('Answer', `C${inputRow(opened, where)}`, value)
      : opened.with(sheet, at, value);
  }, bytes);
}

/** The row of an input on the first sheet. */
export function inputRow(book: OpenedWorkbook, words: string): number {
  return rowOf(book, 'Answer', words, rowOf(book, 'Answer', 'Inputs'));
}

/** The row whose first cell starts with some words. @param after a row, counted from 1 */
export function rowOf(book: OpenedWorkbook, sheet: string, words: string, after = 0): number {
  for (const [at, { value }] of book.cells(sheet)) {
    const row = Number(at.slice(1));
    if (/^A\d/.test(at) && row > after && String(value).startsWith(words)) return row;
  }
  throw new Error(`${sheet} has no line ${words}`);
}
