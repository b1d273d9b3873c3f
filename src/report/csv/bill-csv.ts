import type { Bill } from '../../cost/bill/bill.js';
import type { InvoiceLine } from '../../cost/bill/invoice.js';
import { type Column, fields, texts } from '../text/csv.js';
import { type WholeTable, wholeTable } from './whole-table.js';

/** A line of an invoice with the month that it is of. */
type Row = InvoiceLine & { readonly month: string | null; readonly hours: number };

/** The columns of `bill.csv`. */
export const BILL_COLUMNS: readonly Column<Row>[] = [
  ...texts<Row>('month'),
  ...fields<Row>('hours'),
  ...texts<Row>('metric', 'label', 'since', 'unit'),
  ...fields<Row>('quantity', 'billable', 'usd_per_unit', 'cost_usd', 'amount_usd'),
  ...texts<Row>('source', 'confidence', 'note'),
];

/** `bill.csv`: a row for each line of each invoice. */
export function billTable({ invoices }: Bill): WholeTable {
  return wholeTable(
    'bill',
    BILL_COLUMNS,
    invoices.flatMap(({ month, hours, lines }) => lines.map((line) => ({ month, hours, ...line }))),
  );
}
