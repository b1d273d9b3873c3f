import type { Assumption } from '../../../scenario/scenario.js';
import type { Book } from '../cells/book.js';
import { column, titled } from '../cells/sheet.js';

const NOTE =
  'constants of the model that the platform has not published; nothing here follows the inputs: set one in the scenario and run again';

/** Adds the sheet with the model's constants, what they rest on and how sure they are. */
export function addAssumptions(book: Book, assumptions: readonly Assumption[]): void {
  const columns = [
    titled<Assumption>('Assumption', 'general', 44, ({ name }) => name),
    column<Assumption>('value', ({ value }) => value, 'wrapped', 40),
    column<Assumption>('source', ({ source }) => source, 'wrapped', 70),
    column<Assumption>('confidence', ({ confidence }) => confidence, 'text', 14),
    column<Assumption>('set_by', ({ set_by }) => set_by, 'text', 14),
  ];
  book.sheet('Assumptions').listing(NOTE, columns, assumptions, 1);
}
