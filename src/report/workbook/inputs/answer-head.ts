import { markOf, type Verdict } from '../../text/verdict.js';
import type { Book } from '../cells/book.js';
import { cellName, formula } from '../cells/cell.js';
import type { Sheet } from '../cells/sheet.js';
import { putCheck } from './checks-sheet.js';
import { NAMES, NO_QUOTA } from './pricing.js';

/** The name of the first sheet. */
export const ANSWER = 'Answer';
/** The first row below the head. */
export const BELOW_HEAD = 8;

/** What the first sheet begins with. */
export interface AnswerHead {
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
}

/** Writes the head of the first sheet: the answer by formula, what is wrong with the inputs, and the answer as simulated. */
export function addAnswerHead(book: Book, sheet: Sheet, head: AnswerHead): void {
  const { title, about, headline, alerts, verdict, last } = head;
  sheet.head(title, about);
  sheet.paragraph(2, last, formula(headline), 'headline');
  const unknown = `IF(COUNTIF(${NAMES.book_plans},${NAMES.plan})=0,"The price book has no plan "&${NAMES.plan}&": type its price. ","")`;
  sheet.paragraph(3, last, formula([unknown, ...alerts].join('&')), 'headline');
  book.name(NAMES.alert, cellName(3, 0, sheet.name));
  sheet.mark(cellName(3, 0), `${cellName(3, 0)}<>""`, 'bad');
  sheet.paragraph(
    4,
    last,
    `As simulated, at the prices of the run: ${markOf(verdict)} ${verdict.text}`,
    'wrapped_quiet',
  );
  sheet.put(5, 0, verdict.command, 'quiet');
  putCheck(sheet, 6);
}

/** Shows the warnings of the inputs on another sheet. */
export function putAlert(sheet: Sheet, row: number, last: number): void {
  sheet.paragraph(row, last, formula(NAMES.alert), 'headline');
  sheet.mark(cellName(row, 0), `${cellName(row, 0)}<>""`, 'bad');
}

/**
 * Says on which day of a month the CU-hours of a plan are used up; nothing if they last.
 * @param hours_a_day CU-hours of a day, as a formula
 */
export function quotaAlert(hours_a_day: string): string {
  const day = `INT(${NAMES.quota}/(${hours_a_day}))+1`;
  const text = `"Plan "&${NAMES.plan}&" ends after "&TEXT(${NAMES.quota},"#,##0")&" CU-hours: at this use on day "&TEXT(${day},"0")&" of a month. "`;
  return `IF(AND(${NAMES.quota}<${NO_QUOTA},(${hours_a_day})*31>${NAMES.quota}),${text},"")`;
}

/** Lines at the end of the first sheet: how to read the workbook. */
export function addNotes(sheet: Sheet, row: number, notes: readonly string[], last: number): number {
  sheet.put(row, 0, 'Notes', 'section');
  const texts = [
    ...notes,
    'Yellow cells are yours; the others are protected without a password. The working is on hidden sheets: right-click a tab, Unhide.',
  ];
  texts.forEach((text, index) => {
    sheet.paragraph(row + 1 + index, last, text);
  });
  return row + 1 + texts.length;
}
