import { type Format, Formula, type Worksheet } from 'wasm-xlsxwriter';
import { getOrCreate } from '../../../kernel/get-or-create.js';
import { brokenText } from '../../text/broken-text.js';
import { isFormula } from './cell.js';
import { drawChart } from './charts.js';
import type { Value } from './functions.js';
import type { Sheet, StyledCell } from './sheet.js';
import { formatOf } from './style.js';

/** Stands for the empty text as the result of a formula: the library takes that for 0. */
export const EMPTY = '\u2060';
/** The longest text of a cell in the format, and the longest header of a page with room for its codes. */
const MAX_CHARACTERS = 32_767;
const MAX_HEADER = 200;
const A4 = 9;
/** Bold letters are wider than others. */
const BOLD = 0.85;
/** Points of a line, and of a title. */
const LINE_HEIGHT = 15;
const TITLE_HEIGHT = 22;

type Content = string | number | boolean | Formula | undefined;

export interface WholeBook {
  /** The subject of the workbook. */
  readonly title: string;
  /** The value of a cell, rows and columns from 0. */
  readonly valueAt: (sheet: string, row: number, column: number) => Value;
  /** Replaces references to tables. */
  readonly resolved: (text: string) => string;
  /** The looks of cells, each made once. */
  readonly formats: Map<string, Format>;
}

export function writeSheet(worksheet: Worksheet, sheet: Sheet, book: WholeBook): void {
  const valueAt = (row: number, column: number) => book.valueAt(sheet.name, row, column);
  const formatAt = ({ style, place }: StyledCell) =>
    getOrCreate(book.formats, `${style} ${place}`, () => formatOf(style, place));
  setUp(worksheet, sheet, book.title);
  for (const [column, width] of sheet.widths) worksheet.setColumnWidth(column, width);
  fitRows(worksheet, sheet, valueAt);
  for (const { row, last } of sheet.paragraphs) {
    worksheet.mergeRange(row, 0, row, last, '', formatAt(sheet.columns.get(0)!.get(row)!));
  }
  for (const [column, cells] of sheet.columns) {
    const rows = [...cells].sort(([a], [b]) => a - b);
    for (let from = 0; from < rows.length; ) {
      const to = endOfStretch(rows, from);
      const contents = rows
        .slice(from, to)
        .map(([row, { content }]) => contentOf(content, valueAt(row, column)));
      writeStretch(worksheet, [rows[from]![0], column], contents, formatAt(rows[from]![1]));
      from = to;
    }
  }
  for (const { row, chart } of sheet.charts) {
    worksheet.insertChart(row, 0, drawChart(chart, book.resolved));
  }
}

/** Landscape A4, one page wide, with what it is of above and page numbers below; headers stay in sight and on every page. */
function setUp(worksheet: Worksheet, { keeps, tables, printed, one_page }: Sheet, title: string): void {
  const [first, last] = [tables[0], tables.at(-1)];
  worksheet
    .setLandscape()
    .setPaperSize(A4)
    .setPrintFitToPages(1, one_page ? 1 : 0)
    .setHeader(`&L${title.slice(0, MAX_HEADER).replaceAll('&', '&&')}&R&A`)
    .setFooter('&Lneap, from a simulated run&RPage &P of &N')
    .setPrintArea(0, 0, ...printed);
  if (keeps === undefined || first === undefined || last === undefined) return;
  worksheet.setFreezePanes(first.top + 1, keeps);
  worksheet.setRepeatRows(first.top, first.top);
  worksheet.autofilter(last.top, 0, last.last, last.columns - 1);
}

/** Cells below each other with one look are written at once: one at a time takes several times as long. */
function endOfStretch(rows: readonly (readonly [number, StyledCell])[], from: number): number {
  const [first, { style, place }] = rows[from]!;
  let to = from + 1;
  while (
    rows[to]?.[0] === first + to - from &&
    rows[to]![1].style === style &&
    rows[to]![1].place === place
  ) {
    to += 1;
  }
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

/** Makes merged rows as high as their texts are: spreadsheets fit the others themselves. */
function fitRows(worksheet: Worksheet, sheet: Sheet, valueAt: (row: number, column: number) => Value): void {
  worksheet.setRowHeight(0, TITLE_HEIGHT);
  for (const { row, last } of sheet.paragraphs) {
    let characters = 0;
    for (let column = 0; column <= last; column++) characters += sheet.width(column);
    const text = String(valueAt(row, 0) ?? '');
    worksheet.setRowHeight(row, LINE_HEIGHT * brokenText(text, Math.floor(BOLD * characters)).length);
  }
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
