import type { Verdict } from '../../text/verdict.js';
import { column, type Sheet, titled } from '../cells/sheet.js';
import { putCheck } from '../inputs/checks-sheet.js';

/** A sheet of the workbook, what it holds and whether it follows the inputs. */
export interface SheetWords {
  readonly sheet: string;
  readonly holds: string;
  readonly follows: string;
}

/** Of the sheet of inputs, in workbooks with months ahead. */
export const INPUTS_WORDS: SheetWords = {
  sheet: 'Inputs',
  holds: 'plan, price, growth, budget, discount, currency, hours of a month; the price book',
  follows: 'these are the inputs',
};

/** Of the sheet of checks. */
export const CHECKS_WORDS: SheetWords = {
  sheet: 'Checks',
  holds: 'whether figures are as they were written',
  follows: 'it compares them',
};

/** What the first sheet says. */
export interface ReadMe {
  readonly title: string;
  readonly verdict: Verdict;
  /** What was simulated, and how often. */
  readonly about: readonly string[];
  readonly sheets: readonly SheetWords[];
  readonly warnings: readonly string[];
}

/** Writes the first sheet: the answer, what the others hold, and whether the figures are as they were written. */
export function writeReadMe(sheet: Sheet, { title, verdict, about, sheets, warnings }: ReadMe): void {
  sheet.widen(0, 26);
  sheet.widen(1, 70);
  sheet.widen(2, 44);
  sheet.head(title, about[0]);
  sheet.verdict(2, 2, verdict);
  const row = sheet.lines(4, about.slice(1), 'quiet') + 1;
  putCheck(sheet, row, ['general', 'text']);
  const columns = [
    column<SheetWords>('sheet', ({ sheet: name }) => name, 'general', 26),
    titled<SheetWords>('What it holds', 'wrapped', 70, ({ holds }) => holds),
    titled<SheetWords>('Does it follow the inputs?', 'wrapped', 44, ({ follows }) => follows),
  ];
  const { last } = sheet.table(row + 2, columns, sheets);
  const notes = [
    'Yellow cells are yours. Every other figure is computed from them, or was simulated.',
    'Costs are of what the price book lists; estimates, as any simulation is.',
    ...warnings.map((warning) => `Warning: ${warning}`),
  ];
  const end = sheet.lines(last + 2, notes);
  sheet.print(end, 2);
}
