import type { CauseSummary } from '../../causes/cause-summary.js';
import { LOADS_COLUMNS } from '../../csv/loads-table.js';
import type { Summary } from '../../figures/summary.js';
import type { Book } from '../cells/book.js';
import { column } from '../cells/sheet.js';

const NOTE =
  'not live: who keeps the computes awake, as simulated; costs here are in US dollars and do not follow the inputs';

/** Adds a sheet that says who keeps the computes awake: the columns of `loads.csv`, as simulated. */
export function addLoads(book: Book, { loads = [] }: Pick<Summary, 'loads'>): void {
  if (loads.length === 0) return;
  const columns = LOADS_COLUMNS.map(({ header, cell }) =>
    column<CauseSummary>(header, cell, header === 'load' ? 'general' : undefined),
  );
  const sheet = book.sheet('Loads');
  sheet.widen(0, 24);
  sheet.listing(NOTE, columns, loads, 1);
}
