import type { Finding } from '../../../findings/finding.js';
import type { Summary } from '../../figures/summary.js';
import type { Book } from '../cells/book.js';
import { column } from '../cells/sheet.js';

/** Adds a sheet of what is worth a look in the scenario and its run; none where there is nothing. */
export function addFindings(book: Book, { findings = [] }: Pick<Summary, 'findings'>): void {
  if (findings.length === 0) return;
  const sheet = book.sheet('Findings');
  sheet.table(
    0,
    [
      column<Finding>('finding', ({ id }) => id),
      column<Finding>('what was found', ({ message }) => message),
      column<Finding>('figure', ({ figure }) => figure.name),
      column<Finding>('value', ({ figure }) => figure.value),
    ],
    findings,
  );
  sheet.freeze(1, 1);
  sheet.widen(0, 28);
  sheet.widen(1, 100);
}
