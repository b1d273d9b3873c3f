import { type Format, Formula, type Worksheet } from 'wasm-xlsxwriter';
import type { Value } from '../formula/functions.js';
import { EMPTY } from './book-parts.js';
import { isFormula } from './cell.js';
import { drawChart } from './charts.js';
import type { Formats } from './formats.js';
import type { Sheet, StyledCell } from './sheet.js';

/** The longest text of a cell in the format. */
const MAX_CHARACTERS = 32_767;
/** Bold letters are wider than others. */
const BOLD = 0.85;
/** Points of a line, and of a title. */
const LINE_HEIGHT = 15;
const TITLE_HEIGHT = 22;

type Content = string | number | boolean | Formula | undefined;

/** What a workbook knows when it is whole. */
interface WholeBook {
  /** The value of a cell of the sheet, rows and columns from 0. */
  readonly valueAt: (row: number, column: number) => Value;
  /** Replaces references to tables. */
  readonly resolved: (text: string) => string;
}

/** Writes the cells of a sheet with the values of its formulas. */
export function writeSheet(
  worksheet: Worksheet,
  sheet: Sheet,
  formats: Formats,
  { valueAt, resolved }: WholeBook,
): void {
  for (const [column, width] of sheet.widths) worksheet.setColumnWidth(column, width);
  worksheet.setRowHeight(0, TITLE_HEIGHT);
  fitRows(worksheet, sheet, valueAt);
  for (const { row, last } of sheet.paragraphs) {
    const { style } = sheet.columns.get(0)!.get(row)!;
    worksheet.mergeRange(row, 0, row, last, '', formats.of(style));
  }
  for (const [column, cells] of sheet.columns) {
    const rows = [...cells].sort(([a], [b]) => a - b);
    for (let from = 0; from < rows.length; ) {
      const to = endOfStretch(rows, from);
      const contents = rows
        .slice(from, to)
        .map(([row, { content }]) => contentOf(content, valueAt(row, column)));
      writeStretch(worksheet, [rows[from]![0], column], contents, formats.of(rows[from]![1].style));
      from = to;
    }
  }
  for (const { row, column, chart } of sheet.charts) {
    worksheet.insertChart(row, column, drawChart(chart, resolved));
  }
}

/** Cells below each other with one look are written at once: one at a time takes several times as long. */
function endOfStretch(rows: readonly (readonly [number, StyledCell])[], from: number): number {
  const [first, { style }] = rows[from]!;
  let to = from + 1;
  while (rows[to]?.[0] === first + to - from && rows[to]![1].style === style) to += 1;
  return to;
}

function writeStretch(
  worksheet: Worksheet,
  [row, column]: readonly [number, number],
  contents: Content[],
  format: Format,
): void {
  if (contents.every((each) => each !== undefined)) {
    withoutStacks(() => worksheet.writeColumnWithFormat(row, column, contents, format));
    return;
  }
  contents.forEach((content, index) => {
    if (content === undefined) worksheet.writeBlank(row + index, column, format);
    else worksheet.writeWithFormat(row + index, column, content, format);
  });
}

/** Makes rows as high as their texts are: not every reader does. */
function fitRows(worksheet: Worksheet, sheet: Sheet, valueAt: (row: number, column: number) => Value): void {
  const textAt = (row: number, column: number) => String(valueAt(row, column) ?? '');
  for (const row of sheet.fitted) {
    let lines = 1;
    for (const [column, cells] of sheet.columns) {
      const style = cells.get(row)?.style;
      if (style === undefined || !(style.startsWith('wrapped') || style.startsWith('heading'))) continue;
      lines = Math.max(lines, linesOf(textAt(row, column), sheet.width(column) - 2));
    }
    if (lines > 1) worksheet.setRowHeight(row, LINE_HEIGHT * lines);
  }
  for (const { row, last } of sheet.paragraphs) {
    const characters = Array.from({ length: last + 1 }, (_, column) => sheet.width(column)).reduce(
      (sum, each) => sum + each,
      0,
    );
    worksheet.setRowHeight(row, LINE_HEIGHT * linesOf(textAt(row, 0), BOLD * characters));
  }
}

/** Lines that a text takes where so many characters fit on one. */
function linesOf(text: string, characters: number): number {
  let [lines, length] = [1, 0];
  for (const word of text.split(/\s+/)) {
    const whole = length === 0 ? word.length : length + 1 + word.length;
    if (whole > characters && length > 0) {
      lines += 1;
      length = word.length;
    } else length = whole;
  }
  return lines;
}

function contentOf(cell: StyledCell['content'], value: Value): Content {
  if (isFormula(cell)) {
    const shown = typeof value === 'boolean' ? String(value).toUpperCase() : String(value);
    return new Formula(`=${cell.formula}`).setResult(shown === '' ? EMPTY : shown);
  }
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : undefined;
  return typeof cell === 'string' ? printable(cell) : (cell ?? undefined);
}

/** Without control characters, which XML cannot hold, and no longer than a cell may be. */
function printable(text: string): string {
  return text.replaceAll(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '\ufffd').slice(0, MAX_CHARACTERS);
}

/**
 * Does something while errors have no stack traces: for every formula the library makes an error that it throws away, and
 * its stack would be most of the time that this takes.
 */
function withoutStacks(work: () => void): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
