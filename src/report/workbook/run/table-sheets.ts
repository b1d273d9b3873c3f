import { drawSentences } from '../../answers/fleet-words.js';
import { COMPUTES_COLUMNS } from '../../csv/computes-table.js';
import { LOADS_COLUMNS } from '../../csv/loads-table.js';
import { tenantColumns, tenantRows } from '../../csv/tenants-table.js';
import { monthBasis } from '../../figures/month-basis.js';
import type { Summary } from '../../figures/summary.js';
import type { Column } from '../../text/csv.js';
import type { Book } from '../cells/book.js';
import { formula } from '../cells/cell.js';
import { headerText } from '../cells/header-text.js';
import { namedColumn, type SheetColumn } from '../cells/table.js';
import { isCost, moneyColumn } from '../inputs/pricing.js';
import { COST_NAMES, type RunUsage } from './usage-sheet.js';

/** Adds the sheet with a row per compute and one for all of them: the columns of `computes.csv`, costs as formulas. */
export function addComputes(book: Book, usage: RunUsage): void {
  const { computes, total } = usage.summary;
  const note = 'costs follow the inputs; everything else is as simulated';
  addTable(book, 'Computes', note, COMPUTES_COLUMNS, [...computes, total], (header) => {
    if (!isCost(header)) return undefined;
    return moneyColumn(header, headerText(header), (row, index) =>
      formula(row === total ? COST_NAMES[header] : usage.sumWhere(header, 'compute', String(index + 1))),
    );
  });
}

/** Adds a sheet that says who keeps the computes awake: the columns of `loads.csv`, as simulated. */
export function addLoads(book: Book, { loads = [] }: Pick<Summary, 'loads'>): void {
  if (loads.length === 0) return;
  const note =
    'who keeps the computes awake, as simulated: costs are in US dollars and do not follow the inputs';
  addTable(book, 'Loads', note, LOADS_COLUMNS, loads);
}

/** Adds a sheet with a row per tenant of a fleet: the columns of `tenants.csv`, as simulated; none where there is no fleet. */
export function addTenants(book: Book, summary: Summary): void {
  const { fleet } = summary;
  if (fleet === undefined) return;
  const { carried, note } = monthBasis(summary.duration_seconds);
  const notes = [
    'as simulated: costs here are in US dollars and do not follow the inputs, and savings are estimates',
    carried
      ? `amounts a month are of ${note}`
      : `${note}; amounts a month are the mean rate of the run, if it went on`,
    ...drawSentences(summary),
  ];
  addTable(book, 'Tenants', notes.join('; '), tenantColumns, tenantRows(fleet, summary.computes));
}

/** Adds a sheet with the columns of a CSV file, the first of which names the row. @param own what takes the place of some */
function addTable<Row>(
  book: Book,
  name: string,
  note: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  own: (header: string) => SheetColumn<Row> | undefined = () => undefined,
): void {
  const sheet = book.working(name);
  sheet.widen(0, 24);
  const shown = columns.map(
    ({ header, cell }, index) =>
      own(header) ?? namedColumn<Row>(header, cell, index === 0 ? 'general' : undefined),
  );
  sheet.listing(name, note, shown, rows, 1);
}
