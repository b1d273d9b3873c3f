import type { Column } from '../document/column.js';
import {
  columnsIn,
  isIn,
  type ModelPart,
  type PlotPart,
  type Report,
  type TablePart,
} from '../document/report.js';
import { isWords, type Unit } from '../document/unit.js';
import { Book } from '../workbook/cells/book.js';
import type { CellStyle } from '../workbook/cells/cell-format.js';
import { addChart, CHART_ROWS } from '../workbook/cells/charts.js';
import {
  cellName,
  live,
  rangeName,
  relativeName,
  type SheetCell,
  type TableRows,
} from '../workbook/cells/live.js';
import { type Sheet, type SheetColumn, titled } from '../workbook/cells/sheet.js';
import { spreadsheetTime } from '../workbook/cells/spreadsheet-time.js';
import { halfWidth, isFormula, plainValue, unitOf } from './values.js';
import { styleOf } from './workbook-style.js';

const SUMMARY = 'Summary';
/** Columns of the first sheet, in characters: labels, then values. */
const WIDTHS = [46, 18, 18, 18, 18, 18, 18] as const;
/** The longest name of a sheet that the format allows. */
const MAX_NAME = 31;

/** A table where it is written, for charts and formulas. */
interface PlacedTable {
  readonly sheet: string;
  readonly columns: readonly string[];
  readonly rows: TableRows;
}

/** A report as the bytes of a workbook. Tables that a screen shows are on the first sheet, others have a sheet of their own. */
export function reportBook(report: Report): Uint8Array {
  const { about, title, question, facts, verdict, remark, warnings, start } = report;
  const book = new Book({ title: about, subject: question });
  const parts = report.parts.filter((part) => isIn(part, 'workbook'));
  const summary = book.sheet(SUMMARY);
  for (const [at, width] of WIDTHS.entries()) summary.widen(at, width);
  summary.head(`${about}: ${title}`, facts.join(', '));
  summary.verdict(2, WIDTHS.length - 1, verdict);
  let row = 5;
  const placed = new Map<string, PlacedTable>();
  for (const part of parts) {
    if (part.kind === 'model') row = writeModel(book, summary, row, part) + 1;
    else if (part.kind === 'notes') {
      row =
        summary.lines(
          row,
          part.notes.map(({ about: of, text }) => (of === '' ? text : `${of}: ${text}`)),
        ) + 1;
    } else if (part.kind === 'table' && isIn(part, 'screen')) {
      if (part.title !== undefined) summary.put(row, 0, part.title, 'section');
      const rows = summary.table(row + 1, sheetColumns(part, row + 2), part.rows);
      markMissed(summary, part, rows);
      row = rows.last + 2;
    } else if (part.kind === 'table') placed.set(part.id, addListing(book, part));
  }
  const remarks = [
    ...(remark === undefined ? [] : [`Figures: ${remark}`]),
    ...warnings.map((text) => `Warning: ${text}`),
  ];
  row = summary.lines(row, remarks) + 1;
  const charts = parts.flatMap((part) => (part.kind === 'plot' ? [part] : []));
  for (const part of charts) if (drawChart(summary, row, part, placed)) row += CHART_ROWS;
  summary.printOnOnePage(row, WIDTHS.length - 1);
  return book.toBytes(start);
}

/** Adds a table as a sheet. */
export function addListing(book: Book, part: TablePart): PlacedTable {
  const { id, caption = part.title ?? id, keys = 1 } = part;
  const name = caption.slice(0, MAX_NAME);
  const sheet = book.sheet(name);
  const columns = sheetColumns(part, 0);
  const rows = sheet.listing('as simulated: these values do not change', columns, part.rows, keys);
  markMissed(sheet, part, rows);
  return { sheet: name, columns: columns.map(({ name: of }) => of), rows };
}

type NamedColumn = SheetColumn<unknown> & { readonly name: string };

/** @param top the first row of the table's body */
function sheetColumns(part: TablePart, top: number): readonly NamedColumn[] {
  const names: string[] = [];
  const columns = columnsIn(part, 'workbook').flatMap((column): readonly NamedColumn[] => {
    const { name, head, interval } = column;
    const style = styleOf(column, part.rows);
    const own = {
      name,
      ...titled(
        head,
        style,
        undefined,
        cellOf(column, (of, index) => cellName(top + index, names.indexOf(of))),
      ),
    };
    names.push(name);
    if (interval !== true) return [own];
    names.push('');
    const half: SheetColumn<unknown>['cell'] = (row, index) => halfWidth(column.of(row, index));
    return [own, { name: '', ...titled(`± ${head}`, style, undefined, half) }];
  });
  return columns;
}

function cellOf(
  column: Column<unknown>,
  at: (name: string, index: number) => string,
): SheetColumn<unknown>['cell'] {
  return (row, index) => {
    const cell = column.of(row, index);
    if (isFormula(cell))
      return live(
        cell.formula((name, of = index) => at(name, of)),
        cell.value,
      );
    return sheetValue(unitOf(column, row), plainValue(unitOf(column, row), cell));
  };
}

/** Rows whose objective is missed stand out. */
function markMissed(sheet: Sheet, part: TablePart, { first, last }: TableRows): void {
  const columns = sheetColumns(part, first);
  for (const { name, unit } of part.columns) {
    const at = columns.findIndex((column) => column.name === name);
    if (unit !== 'met' || at < 0 || last < first) continue;
    sheet.mark(rangeName([first, at], [last, at]), `${relativeName(first, at)}="missed"`, 'bad');
  }
}

/** Writes labels with their values; formulas of one line use the names of others. @returns the first row below */
function writeModel(book: Book, sheet: Sheet, top: number, { lines }: ModelPart): number {
  lines.forEach(({ label, name, unit, value, formula, input }, index) => {
    const row = top + index;
    const style = styleOf({ name, head: label, unit, of: () => value }, [undefined]);
    sheet.put(row, 0, input === true ? `${label}: type in` : label, 'general');
    const shown = sheetValue(unit, value);
    const cell: SheetCell =
      formula === undefined
        ? shown
        : live(formula, typeof shown === 'number' || typeof shown === 'string' ? shown : '');
    sheet.put(
      row,
      1,
      cell,
      input === true ? inputStyle(unit) : isText(unit, value) ? 'general_right' : style,
    );
    book.name(name, cellName(row, 1, sheet.name));
  });
  return top + lines.length;
}

function isText(unit: Unit, value: number | string | null): boolean {
  return typeof value === 'string' && !isWords(unit);
}

function inputStyle(unit: Unit): CellStyle {
  return unit === 'share' ? 'input_share' : 'input_number';
}

/** Days are numbers in a workbook. */
function sheetValue(unit: Unit, value: number | string | null): number | string | null {
  return unit === 'day' && typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)
    ? spreadsheetTime(Date.parse(value) / 1000)
    : value;
}

/** Draws what a plot shows as a chart of the cells behind it. @returns whether there are any */
function drawChart(
  sheet: Sheet,
  row: number,
  { plot, chart }: PlotPart,
  tables: ReadonlyMap<string, PlacedTable>,
): boolean {
  const from = chart === undefined ? undefined : tables.get(chart.table);
  const panel = plot.panels[0];
  if (chart === undefined || from === undefined || panel === undefined) return false;
  const cells = (name: string) => ({ sheet: from.sheet, column: from.columns.indexOf(name), ...from.rows });
  addChart(sheet, row, 0, {
    kind: panel.layers.some(({ as }) => as === 'line') ? 'lines' : 'points',
    title: plot.title,
    x: { name: panel.x.label },
    y: { name: panel.y.label },
    series: chart.y.map((name) => ({ name, x: cells(chart.x), y: cells(name) })),
  });
  return true;
}
