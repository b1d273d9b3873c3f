import type { CauseSummary } from '../causes/cause-summary.js';
import { LOADS_COLUMNS } from '../csv/loads-table.js';
import type { Summary } from '../figures/summary.js';
import type { Book } from './book.js';
import { column } from './sheet.js';

/** Adds a sheet that says who keeps the computes awake: the columns of `loads.csv`, as simulated. */
export function addLoads(book: Book, { loads = [] }: Pick<Summary, 'loads'>): void {
  if (loads.length === 0) return;
  const sheet = book.sheet('Loads');
  sheet.put(
    0,
    0,
    'who keeps the computes awake, as simulated: costs here do not follow the assumptions',
    'quiet',
  );
  const columns = LOADS_COLUMNS.map(({ header, cell }) => column<CauseSummary>(header, cell));
  sheet.table({ row: 2, column: 0 }, columns, loads);
  sheet.filter({ row: 2, column: 0 }, columns.length, loads.length);
  sheet.freeze(3, 1);
  sheet.widen(0, 24);
}
