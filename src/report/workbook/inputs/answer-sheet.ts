import { markOf, type Verdict } from '../../text/verdict.js';
import type { Book } from '../cells/book.js';
import { cellName, formula } from '../cells/cell.js';
import { CHART_ROWS, type ChartSpecification } from '../cells/charts.js';
import type { Sheet } from '../cells/sheet.js';
import { addChecks, type Check, putCheck } from './checks-sheet.js';
import { addInputs, type InputsOf } from './inputs.js';
import { NO_QUOTA } from './pricing.js';

/** The name of the first sheet. */
export const ANSWER = 'Answer';
const HOW_TO =
  'Yellow cells are yours; the others are protected without a password. The working is on hidden sheets: right-click a tab, Unhide.';

/** What the first sheet says, from its head to its charts. */
export interface AnswerOf extends InputsOf {
  readonly title: string;
  readonly about: string;
  /** The answer as a formula: it follows the inputs. */
  readonly headline: string;
  /** Warnings as formulas, each empty or a sentence with a space after it. */
  readonly alerts: readonly string[];
  /** The answer as simulated. */
  readonly verdict: Verdict;
  /** Last column of its texts, counted from 0. */
  readonly last: number;
  /** Writes what stands between the head and the inputs. @param row the first one */
  readonly body?: (sheet: Sheet, row: number) => void;
  readonly checks: readonly Check[];
  /** A condition besides changed inputs under which formulas give something else than the simulator. */
  readonly differs?: string;
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  readonly charts?: readonly ChartSpecification[];
}

/** Writes the first sheet: the answer by formula, the inputs that it follows, how to read it; and the checks of it. */
export function addAnswer(book: Book, sheet: Sheet, of: AnswerOf): void {
  const { last, checks, differs, notes, warnings, charts = [] } = of;
  addHead(book, sheet, of);
  of.body?.(sheet, sheet.below);
  addInputs(book, sheet, sheet.below, of);
  addChecks(book, checks, differs);
  const top = sheet.below;
  sheet.put(top, 0, 'Notes', 'section');
  [...notes, ...warnings.map((warning) => `Warning: ${warning}`), HOW_TO].forEach((text, index) => {
    sheet.paragraph(top + 1 + index, last, text);
  });
  const end = sheet.below;
  charts.forEach((chart, index) => {
    sheet.chart(end + CHART_ROWS * index, 0, chart);
  });
  sheet.print(end - (charts.length === 0 ? 1 : 0) + CHART_ROWS * charts.length, last + 2);
}

/** Writes the answer by formula, what is wrong with the inputs, and the answer as simulated. */
function addHead(
  book: Book,
  sheet: Sheet,
  { title, about, headline, alerts, verdict, last }: AnswerOf,
): void {
  sheet.head(title, about);
  sheet.paragraph(2, last, formula(headline), 'headline');
  const unknown = `IF(COUNTIF(price_book_plan,plan)=0,"The price book has no plan "&plan&": type its price. ","")`;
  sheet.paragraph(3, last, formula([unknown, ...alerts].join('&')), 'headline');
  book.name('alert', cellName(3, 0, sheet.name));
  markAlert(sheet, 3);
  const simulated = `As simulated, at the prices of the run: ${markOf(verdict)} ${verdict.text}`;
  sheet.paragraph(4, last, simulated, 'wrapped_quiet');
  sheet.put(5, 0, verdict.command, 'quiet');
  putCheck(sheet, 6);
}

/** Shows the warnings of the inputs on another sheet. */
export function putAlert(sheet: Sheet, row: number, last: number): void {
  sheet.paragraph(row, last, formula('alert'), 'headline');
  markAlert(sheet, row);
}

function markAlert(sheet: Sheet, row: number): void {
  sheet.mark(cellName(row, 0), `${cellName(row, 0)}<>""`, 'bad');
}

/**
 * Writes the cell in which one of the columns of a table is chosen, and names it.
 * @param choices the headers of the table that it may be, as a reference @param first the one to begin with
 */
export function addChoice(
  book: Book,
  sheet: Sheet,
  row: number,
  { label, choices, first }: Readonly<Record<'label' | 'choices' | 'first', string>>,
): void {
  sheet.put(row, 0, label, 'section');
  sheet.put(row, 1, first, 'input');
  sheet.choice(cellName(row, 1), 'choices');
  book.name('chosen', cellName(row, 1, sheet.name));
  book.name('choices', choices);
}

/**
 * Says on which day of a month the CU-hours of a plan are used up; nothing if they last.
 * @param hours_a_day CU-hours of a day, as a formula
 */
export function quotaAlert(hours_a_day: string): string {
  const day = `INT(quota_cu_hours/(${hours_a_day}))+1`;
  const text = `"Plan "&plan&" ends after "&TEXT(quota_cu_hours,"#,##0")&" CU-hours: at this use on day "&TEXT(${day},"0")&" of a month. "`;
  return `IF(AND(quota_cu_hours<${NO_QUOTA},(${hours_a_day})*31>quota_cu_hours),${text},"")`;
}
