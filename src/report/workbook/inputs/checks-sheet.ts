import type { Book } from '../cells/book.js';
import { type Check, writeChecks } from './checks.js';

/** The verdict of the checks, for formulas. */
export const CHECK = 'check';

/**
 * Adds the sheet on which a workbook checks itself.
 * @param differs a condition besides changed inputs under which formulas give something else than the simulator
 */
export function addChecks(book: Book, checks: readonly Check[], differs?: string): void {
  const sheet = book.sheet('Checks');
  for (const [at, width] of [70, 20, 20, 20].entries()) sheet.widen(at, width);
  sheet.head(
    'Checks',
    'whether the figures of the simulator are as they were written, and the formulas give them',
  );
  const { cell, below } = writeChecks(sheet, 3, checks, differs);
  sheet.print(below, 3);
  book.name(CHECK, cell);
}
