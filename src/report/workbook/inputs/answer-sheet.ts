import type { Report } from '../../document/report.js';
import { ANSWER_SHEET, addTables, LAST_COLUMN, notesOf } from '../../forms/workbook.js';
import { markOf } from '../../text/verdict.js';
import { Book } from '../cells/book.js';
import { cellName, formula, type SheetCell } from '../cells/cell.js';
import type { ChartSpecification } from '../cells/charts.js';
import type { Sheet } from '../cells/sheet.js';
import type { CellStyle } from '../cells/style.js';
import { column, type SheetColumn, type Table } from '../cells/table.js';
import { type Check, putCheck } from './check.js';
import { addInputs, type InputsOf } from './inputs.js';
import { NO_QUOTA } from './pricing.js';

const HOW_TO =
  'Yellow cells are yours; the others are protected without a password. The working is on hidden sheets: right-click a tab, Unhide.';

/** The parts of a workbook in addition to its report. */
interface WorkbookOf extends InputsOf {
  /** Adds the sheets with what costs are computed from. @returns what can be checked */
  readonly sheets: (book: Book) => readonly Check[];
  /** Tables of the report that the workbook computes itself, by their ids. */
  readonly instead?: Readonly<Record<string, string | undefined>>;
  /** The answer as a formula: it follows the inputs. */
  readonly headline: string;
  /** Warnings as formulas, each empty or a sentence with a space after it. */
  readonly alerts: readonly string[];
  /** Writes what stands between the head and the inputs. */
  readonly body?: (sheet: Sheet, book: Book) => void;
  /** A condition, other than changed inputs, under which formulas differ from the simulator. */
  readonly differs?: string;
  readonly notes: readonly string[];
  readonly charts?: readonly ChartSpecification[];
}

/**
 * The bytes of a workbook: the answer by formula with the inputs that it follows, the sheets that it is computed from, and
 * hidden ones with everything else as simulated.
 */
export function answerWorkbook(report: Report, of: WorkbookOf): Uint8Array {
  const { notes, charts = [] } = of;
  const book = new Book(report.question, report.about);
  const sheet = book.sheet(ANSWER_SHEET);
  const checks = of.sheets(book);
  addTables(book, report, of.instead);
  addHead(book, sheet, report, of, checks);
  of.body?.(sheet, book);
  for (const part of report.parts) {
    if (part.kind === 'cards' && part.cards.length > 0) {
      putTexts(sheet, `${part.title}, as simulated`, notesOf(part));
    }
  }
  addInputs(book, sheet, report.start, of);
  const warnings = report.warnings.map((warning) => `Warning: ${warning}`);
  putTexts(sheet, 'Notes', [...notes, ...warnings, HOW_TO]);
  for (const chart of charts) sheet.chart(chart);
  return book.toBytes(report.start);
}

function putTexts(sheet: Sheet, title: string, texts: readonly string[]): void {
  const top = sheet.below;
  sheet.put(top, 0, title, 'section');
  texts.forEach((text, index) => {
    sheet.paragraph(top + 1 + index, LAST_COLUMN, text);
  });
}

/** Writes the answer by formula, what is wrong with the inputs, and the answer as simulated. */
function addHead(
  book: Book,
  sheet: Sheet,
  report: Report,
  { headline, alerts, differs }: WorkbookOf,
  checks: readonly Check[],
): void {
  const { about, title, facts, verdict } = report;
  sheet.head(about, [title, ...facts].join(', '));
  sheet.paragraph(2, LAST_COLUMN, formula(headline), 'headline');
  const unknown = `IF(COUNTIF(price_book_plan,plan)=0,"The price book has no plan "&plan&": type its price. ","")`;
  sheet.paragraph(3, LAST_COLUMN, formula([unknown, ...alerts].join('&')), 'headline');
  book.name('alert', cellName(3, 0, ANSWER_SHEET));
  markAlert(sheet, 3);
  const simulated = `As simulated, at the prices of the run: ${markOf(verdict)} ${verdict.text}`;
  sheet.paragraph(4, LAST_COLUMN, simulated, 'wrapped_quiet');
  sheet.put(5, 0, verdict.command, 'quiet');
  putCheck(sheet, 6, checks, differs);
}

/** Shows the warnings of the inputs on another sheet. */
export function putAlert(sheet: Sheet, row: number, last: number): void {
  sheet.paragraph(row, last, formula('alert'), 'headline');
  markAlert(sheet, row);
}

function markAlert(sheet: Sheet, row: number): void {
  sheet.mark(cellName(row, 0), `${cellName(row, 0)}<>""`, 'bad');
}

/** A line of a table of choices side by side. */
export interface ChoiceLine {
  readonly key: string;
  readonly label: SheetCell;
  readonly style: CellStyle;
  /** Its cell in one of the choices, from 0. */
  readonly of?: ((choice: number) => SheetCell) | undefined;
  /** Its formula for what was chosen; the cell of that choice unless given. */
  readonly chosen?: string;
}

export const choiceKey = (choice: number, of = 'choice') => `${of}${choice}`;

export const choiceKeys = (count: number, of?: string) => `${choiceKey(0, of)}:${choiceKey(count - 1, of)}`;

/** A line's cell in a choice, or in the one that was chosen. */
export function answerCell(key: string, choice?: number): string {
  return `Answer[${choice === undefined ? 'chosen' : choiceKey(choice)}@${key}]`;
}

/** Writes the cell that chooses one of several, and a table of all of them. */
export function addChoices(
  book: Book,
  sheet: Sheet,
  label: string,
  names: readonly string[],
  first: string,
  lines: readonly ChoiceLine[],
): Table {
  const row = sheet.below;
  const all = choiceKeys(names.length);
  sheet.put(row, 0, label, 'section');
  sheet.put(row, 1, first, 'input');
  sheet.choice(cellName(row, 1), 'choices');
  book.name('chosen', cellName(row, 1, sheet.name));
  book.name('choices', `Answer[#${all.replace(':', ':#')}]`);
  book.name('chosen_place', 'MATCH(chosen,choices,0)');
  const style = (line: ChoiceLine) => line.style;
  const chosen = ({ key, chosen: own = `INDEX([${all}@${key}],1,chosen_place)` }: ChoiceLine) => formula(own);
  const columns: readonly SheetColumn<ChoiceLine>[] = [
    column('label', '', 'general', (line) => line.label, 46),
    column('chosen', formula('chosen'), style, chosen, 18),
    ...names.map((name, index) =>
      column<ChoiceLine>(choiceKey(index), name, style, ({ of }) => of?.(index), 18),
    ),
  ];
  return sheet.table('Answer', columns, lines, { row: row + 2 });
}

/**
 * Names the day of a month that exhausts the CU-hours of a plan; empty if they last.
 * @param hours_a_day CU-hours of a day, as a formula
 */
export function quotaAlert(hours_a_day: string): string {
  const day = `INT(quota_cu_hours/(${hours_a_day}))+1`;
  const text = `"Plan "&plan&" ends after "&TEXT(quota_cu_hours,"#,##0")&" CU-hours: at this use on day "&TEXT(${day},"0")&" of a month. "`;
  return `IF(AND(quota_cu_hours<${NO_QUOTA},(${hours_a_day})*31>quota_cu_hours),${text},"")`;
}
