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
import { markOf } from '../text/verdict.js';
import { Book } from '../workbook/cells/book.js';
import { cellName, formula, isFormula as isFormulaCell, type SheetCell } from '../workbook/cells/cell.js';
import type { CellStyle } from '../workbook/cells/cell-format.js';
import { CHART_ROWS } from '../workbook/cells/charts.js';
import type { Sheet } from '../workbook/cells/sheet.js';
import { type SheetColumn, column as sheetColumn } from '../workbook/cells/table.js';
import { spreadsheetTime } from '../workbook/formula/spreadsheet-time.js';
import { ANSWER } from '../workbook/inputs/answer-sheet.js';
import { partNotes } from './text.js';
import { halfWidth, isFormula, plainValue, unitOf } from './values.js';
import { styleOf } from './workbook-style.js';

/** Columns of the first sheet, in characters: labels, then values. */
const WIDTHS = [46, 18, 18, 18, 18, 18, 18] as const;
/** The longest name of a sheet that the format allows. */
const MAX_NAME = 31;

/** A report as the bytes of a workbook. Tables that a screen shows are on the first sheet, others have a sheet of their own. */
export function reportBook(report: Report): Uint8Array {
  const { about, title, question, facts, verdict, remark, warnings, start } = report;
  const book = new Book({ title: about, subject: question });
  const parts = report.parts.filter((part) => isIn(part, 'workbook'));
  const answer = book.sheet(ANSWER);
  for (const [at, width] of WIDTHS.entries()) answer.widen(at, width);
  answer.head(`${about}: ${title}`, facts.join(', '));
  answer.paragraph(2, WIDTHS.length - 1, `${markOf(verdict)} ${verdict.text}`, 'headline');
  answer.put(3, 0, verdict.command, 'quiet');
  let row = 5;
  const tables = new Map<string, string>();
  for (const part of parts) {
    if (part.kind === 'model') row = writeModel(book, answer, row, part) + 1;
    else if (part.kind === 'notes' || part.kind === 'facts' || part.kind === 'cards') {
      row =
        answer.lines(
          row,
          partNotes(part, 'workbook').map(({ about: of, text }) => (of === '' ? text : `${of}: ${text}`)),
        ) + 1;
    } else if (part.kind === 'table' && isIn(part, 'screen')) {
      if (part.title !== undefined) answer.put(row, 0, part.title, 'section');
      row = answer.table(idOf(part), row + 1, sheetColumns(part), part.rows).last + 2;
    } else if (part.kind === 'table') {
      addListing(book.sheet(sheetName(part)), part);
      tables.set(part.id, idOf(part));
    }
  }
  const remarks = [
    ...(remark === undefined ? [] : [`Figures: ${remark}`]),
    ...warnings.map((text) => `Warning: ${text}`),
  ];
  row = answer.lines(row, remarks) + 1;
  const charts = parts.flatMap((part) => (part.kind === 'plot' ? [part] : []));
  for (const part of charts) if (drawChart(answer, row, part, tables)) row += CHART_ROWS;
  answer.print(row, WIDTHS.length - 1, true);
  return book.toBytes(start);
}

/** The name of a table's own sheet. */
export function sheetName({ id, title, caption = title ?? id }: TablePart): string {
  return caption.slice(0, MAX_NAME);
}

/** Writes a table on a sheet of its own. */
export function addListing(sheet: Sheet, part: TablePart): void {
  const note = 'as simulated: these values do not change';
  sheet.listing(idOf(part), note, sheetColumns(part), part.rows, part.keys ?? 1);
}

/** The name of a table in formulas. */
function idOf({ id }: TablePart): string {
  return `Part${id.replaceAll(/\W/g, '_')}`;
}

function sheetColumns(part: TablePart): readonly SheetColumn<unknown>[] {
  return columnsIn(part, 'workbook').flatMap((column): readonly SheetColumn<unknown>[] => {
    const { name, head, interval, unit } = column;
    const style = styleOf(column, part.rows);
    // Rows whose objective is missed stand out.
    const marked = unit === 'met' && part.rows.length > 0;
    const looks = marked ? { bad: `[@${name}]="missed"` } : {};
    const own = sheetColumn(name, head, style, cellOf(column, part), { looks });
    const half = (row: unknown, index: number) => halfWidth(column.of(row, index));
    return interval === true ? [own, sheetColumn(`${name} ±`, `± ${head}`, style, half)] : [own];
  });
}

function cellOf(column: Column<unknown>, part: TablePart): SheetColumn<unknown>['cell'] {
  return (row, index) => {
    const cell = column.of(row, index);
    if (isFormula(cell)) return formula(cell.formula((name, of = index) => `${idOf(part)}[${name}@${of}]`));
    return sheetValue(unitOf(column, row), plainValue(unitOf(column, row), cell));
  };
}

/** Writes labels with their values; formulas of one line use the names of others. @returns the first row below */
function writeModel(book: Book, sheet: Sheet, top: number, { lines }: ModelPart): number {
  lines.forEach(({ label, name, unit, value, formula: text, input }, index) => {
    const row = top + index;
    const style = styleOf({ name, head: label, unit, of: () => value }, [undefined]);
    sheet.put(row, 0, input === true ? `${label}: type in` : label, 'general');
    const cell: SheetCell = text === undefined ? sheetValue(unit, value ?? null) : formula(text);
    const shown = isText(unit, value) && !isFormulaCell(cell) ? 'general_right' : style;
    sheet.put(row, 1, cell, input === true ? inputStyle(unit) : shown);
    book.name(name, cellName(row, 1, sheet.name));
  });
  return top + lines.length;
}

function isText(unit: Unit, value: number | string | null | undefined): boolean {
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
  tables: ReadonlyMap<string, string>,
): boolean {
  const table = chart === undefined ? undefined : tables.get(chart.table);
  const panel = plot.panels[0];
  if (chart === undefined || table === undefined || panel === undefined) return false;
  sheet.chart(row, 0, {
    kind: panel.layers.some(({ as }) => as === 'line') ? 'lines' : 'points',
    title: plot.title,
    x: { name: panel.x.label },
    y: { name: panel.y.label },
    series: chart.y.map((name) => {
      return { name: `=${table}[#${name}]`, x: `${table}[${chart.x}]`, y: `${table}[${name}]` };
    }),
  });
  return true;
}
