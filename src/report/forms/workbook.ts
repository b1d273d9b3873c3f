import type { Column, Form } from '../document/column.js';
import {
  columnsIn,
  isIn,
  type Note,
  notesBelow,
  type Part,
  type PlotPart,
  type Report,
  rowsIn,
  type TablePart,
} from '../document/report.js';
import { styleOfUnit, type Unit } from '../figures/unit.js';
import { capitalised, markOf } from '../text/verdict.js';
import { Book } from '../workbook/cells/book.js';
import { formula, type SheetCell, spreadsheetTime } from '../workbook/cells/cell.js';
import type { Sheet } from '../workbook/cells/sheet.js';
import { type SheetColumn, column as sheetColumn } from '../workbook/cells/table.js';
import { partNotes } from './text.js';
import { halfWidth, isFormula, plainValue, unitOf } from './values.js';

/** The name of the first sheet. */
export const ANSWER_SHEET = 'Answer';
/** Columns of the first sheet, in characters: labels, then values. */
const COLUMN_WIDTHS = [46, 18, 18, 18, 18, 18, 18] as const;
/** The last column that its texts span. */
export const LAST_COLUMN = COLUMN_WIDTHS.length - 1;
const AS_SIMULATED = 'as simulated: these values do not change';

/** A report as the bytes of a workbook. Tables of the screen are on the first sheet; every other table has a sheet. */
export function reportBook(report: Report): Uint8Array {
  const { about, title, question, facts, verdict, remark, warnings, start } = report;
  const book = new Book(question, about);
  const parts = report.parts.filter((part) => isIn(part, 'workbook'));
  const answer = book.sheet(ANSWER_SHEET);
  for (const [at, width] of COLUMN_WIDTHS.entries()) answer.widths.set(at, width);
  answer.head(`${about}: ${title}`, facts.join(', '));
  answer.paragraph(2, LAST_COLUMN, `${markOf(verdict)} ${verdict.text}`, 'headline');
  answer.put(3, 0, verdict.command, 'quiet');
  for (const part of parts) {
    if (part.kind === 'table' && isIn(part, 'screen')) {
      const { title: heading } = part;
      answer.table(
        idOf(part),
        sheetColumns(part),
        part.rows,
        heading === undefined ? {} : { title: heading },
      );
    } else if (part.kind === 'table') addListing(book.sheet(sheetName(part)), part);
    if (part.kind === 'table') putLines(answer, linesOf(notesBelow(part, 'workbook')));
    else if (part.kind !== 'plot') putLines(answer, notesOf(part));
  }
  putLines(answer, [
    ...(remark === undefined ? [] : [`Figures: ${remark}`]),
    ...warnings.map((text) => `Warning: ${text}`),
  ]);
  for (const part of parts) if (part.kind === 'plot') drawChart(answer, part, parts);
  answer.one_page = true;
  return book.toBytes(start);
}

/**
 * Adds a hidden sheet for each table of the report's page. Its values are as simulated and do not depend on inputs.
 * @param instead ids of tables that the workbook computes or has in full, with the result file to use instead, if any
 */
export function addTables(
  book: Book,
  { parts }: Report,
  instead: Readonly<Record<string, string | undefined>> = {},
): void {
  let title = '';
  const names = new Set<string>();
  for (const part of parts) {
    title = part.title ?? title;
    if (part.kind !== 'table' || part.rows.length === 0 || part.id in instead) continue;
    const form = isIn(part, 'page') ? 'page' : 'csv';
    if (form === 'csv' && !Object.values(instead).includes(part.id)) continue;
    const name = sheetName({ ...part, title: part.caption ?? title });
    // The second table of a section is named after its id.
    const own = names.has(name) ? capitalised(part.id.replaceAll('-', ' ')) : name;
    addListing(book.sheet(own, true), part, form);
    names.add(name);
  }
}

/** The texts of a part, one per line. */
export function notesOf(part: Part): readonly string[] {
  return linesOf(partNotes(part, 'workbook'));
}

function linesOf(notes: readonly Note[]): readonly string[] {
  return notes.map(({ about, text }) => (about === '' ? text : `${about}: ${text}`));
}

function sheetName({ id, title, caption = title ?? id }: TablePart): string {
  return caption;
}

function addListing(sheet: Sheet, part: TablePart, form: Form = 'workbook'): void {
  sheet.listing(idOf(part), AS_SIMULATED, sheetColumns(part, form), rowsIn(part, form), part.keys ?? 1);
}

function putLines(sheet: Sheet, texts: readonly string[]): void {
  const top = sheet.below;
  texts.forEach((text, index) => {
    sheet.put(top + index, 0, text, 'general');
  });
}

/** The name of a table in formulas. */
function idOf({ id }: Pick<TablePart, 'id'>): string {
  return `Part${id.replaceAll(/\W/g, '_')}`;
}

function sheetColumns(part: TablePart, form: Form = 'workbook'): readonly SheetColumn<unknown>[] {
  return columnsIn(part, form).flatMap((column): readonly SheetColumn<unknown>[] => {
    const { name, head, interval, unit } = column;
    const style = styleOf(column, part.rows);
    // Rows whose objective is missed stand out.
    const marked = unit === 'met' && part.rows.length > 0;
    const looks = marked ? { bad: `[@${name}]="missed"` } : {};
    const own = sheetColumn(name, head, style, cellOf(column, part), { looks });
    const half = (row: unknown, index: number) => halfWidth(column.of(row, index));
    const isSpread = interval ?? part.rows.some((row, index) => half(row, index) !== null);
    return isSpread ? [own, sheetColumn(`${name} ±`, `± ${head}`, style, half)] : [own];
  });
}

/** The style of a column's cells; by row if rows have several units. */
function styleOf(column: Column<unknown>, rows: readonly unknown[]): SheetColumn<unknown>['style'] {
  const styleIn = (row: unknown) => styleOfUnit(unitOf(column, row));
  const [style = 'text', ...others] = new Set(rows.map(styleIn));
  return others.length === 0 ? style : styleIn;
}

function cellOf(column: Column<unknown>, part: TablePart): SheetColumn<unknown>['cell'] {
  return (row, index) => {
    const cell = column.of(row, index);
    if (isFormula(cell)) return formula(cell.formula((name, of = index) => `${idOf(part)}[${name}@${of}]`));
    return sheetValue(unitOf(column, row), plainValue(unitOf(column, row), cell));
  };
}

/** Converts days to the numbers that a workbook uses. */
function sheetValue(unit: Unit, value: number | string | null): SheetCell {
  return unit === 'day' && typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)
    ? spreadsheetTime(Date.parse(value) / 1000)
    : value;
}

/** Adds a plot as a chart of the cells of its table, if the workbook lists that table. */
function drawChart(sheet: Sheet, { plot, chart }: PlotPart, parts: readonly Part[]): void {
  const [panel] = plot.panels;
  const isListed = parts.some(
    (part) => part.kind === 'table' && part.id === chart?.table && !isIn(part, 'screen'),
  );
  if (chart === undefined || panel === undefined || !isListed) return;
  const table = idOf({ id: chart.table });
  sheet.chart({
    kind: panel.layers.some(({ as }) => as === 'line') ? 'lines' : 'points',
    title: plot.title,
    x: { name: panel.x.label },
    y: { name: panel.y.label },
    series: chart.y.map((name) => {
      return { name: `=${table}[#${name}]`, x: `${table}[${chart.x}]`, y: `${table}[${name}]` };
    }),
  });
}
