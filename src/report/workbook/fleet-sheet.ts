import { drawSentences } from '../answers/fleet-words.js';
import { tenantColumns, tenantRows } from '../csv/tenants-table.js';
import type { Summary } from '../figures/summary.js';
import type { Book } from './book.js';
import { column } from './sheet.js';

/** Adds a sheet with a row per tenant of a fleet: the columns of `tenants.csv`, as simulated; none where there is no fleet. */
export function addTenants(book: Book, summary: Summary): void {
  const { fleet } = summary;
  if (fleet === undefined) return;
  const sheet = book.sheet('Tenants');
  const notes = [
    'as simulated: costs here do not follow the assumptions, and savings are estimates',
    ...drawSentences(summary),
  ];
  notes.forEach((sentence, row) => {
    sheet.put(row, 0, sentence, 'quiet');
  });
  const row = notes.length + 1;
  const rows = tenantRows(fleet, summary.computes);
  const columns = tenantColumns.map(({ header, cell }) => column<(typeof rows)[number]>(header, cell));
  sheet.table({ row, column: 0 }, columns, rows);
  sheet.filter({ row, column: 0 }, columns.length, rows.length);
  sheet.freeze(row + 1, 1);
  sheet.widen(0, 24);
}
