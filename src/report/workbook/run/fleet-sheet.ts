import { drawSentences } from '../../answers/fleet-words.js';
import { tenantColumns, tenantRows } from '../../csv/tenants-table.js';
import { monthBasis } from '../../figures/month-basis.js';
import type { Summary } from '../../figures/summary.js';
import type { Book } from '../cells/book.js';
import { column } from '../cells/sheet.js';

/** Adds a sheet with a row per tenant of a fleet: the columns of `tenants.csv`, as simulated; none where there is no fleet. */
export function addTenants(book: Book, summary: Summary): void {
  const { fleet } = summary;
  if (fleet === undefined) return;
  const sheet = book.sheet('Tenants');
  const { carried, note } = monthBasis(summary.duration_seconds);
  const notes = [
    'as simulated: costs here are in US dollars and do not follow the inputs, and savings are estimates',
    carried
      ? `amounts a month are of ${note}`
      : `${note}; amounts a month are the mean rate of the run, if it went on`,
    ...drawSentences(summary),
  ];
  const rows = tenantRows(fleet, summary.computes);
  const columns = tenantColumns.map(({ header, cell }) =>
    column<(typeof rows)[number]>(header, cell, header === 'compute' ? 'general' : undefined),
  );
  sheet.widen(0, 24);
  sheet.listing(notes.join('; '), columns, rows, 1);
}
