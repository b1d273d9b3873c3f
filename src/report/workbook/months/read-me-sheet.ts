import type { Verdict } from '../../text/verdict.js';
import type { Book } from '../cells/book.js';
import { live } from '../cells/live.js';
import { column, type Sheet, titled } from '../cells/sheet.js';
import { markCheck } from '../inputs/checks.js';
import { CHECK } from '../inputs/checks-sheet.js';
import { SHEETS } from './planning-names.js';

/** A sheet of the workbook, what it holds and whether it follows the inputs. */
export interface SheetWords {
  readonly sheet: string;
  readonly holds: string;
  readonly follows: string;
}

/** Adds the first sheet, empty: what it says is known when the others are written. */
export function beginReadMe(book: Book): Sheet {
  return book.sheet(SHEETS.read_me);
}

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
  const row = sheet.lines(4, 0, about.slice(1), 'quiet') + 1;
  sheet.put(row, 0, 'Checks of this workbook', 'general');
  sheet.put(row, 1, live(CHECK, 'equal to the simulator'), 'text');
  markCheck(sheet, `$B$${row + 1}`);
  const columns = [
    column<SheetWords>('sheet', ({ sheet: name }) => name, 'general', 26),
    titled<SheetWords>('What it holds', 'wrapped', 70, ({ holds }) => holds),
    titled<SheetWords>('Does it follow the inputs?', 'wrapped', 44, ({ follows }) => follows),
  ];
  const { last } = sheet.table({ row: row + 2, column: 0 }, columns, sheets);
  const notes = [
    'Yellow cells are yours. Every other figure is computed from them, or was simulated.',
    'Costs are of what the price book lists; estimates, as any simulation is.',
    ...warnings.map((warning) => `Warning: ${warning}`),
  ];
  const end = sheet.lines(last + 2, 0, notes);
  sheet.print(end, 2);
}
