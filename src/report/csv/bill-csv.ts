import type { Bill } from '../../cost/bill/bill.js';
import type { InvoiceLine } from '../../cost/bill/invoice.js';
import { type Column, csvTable, fields } from '../text/csv.js';

/** A line of an invoice with the month that it is of. */
type Row = InvoiceLine & { readonly month: string | null; readonly hours: number };

/** The columns of `bill.csv`. */
export const BILL_COLUMNS: readonly Column<Row>[] = fields<Row>(
  'month',
  'hours',
  'metric',
  'label',
  'since',
  'unit',
  'quantity',
  'billable',
  'usd_per_unit',
  'cost_usd',
  'amount_usd',
  'source',
  'confidence',
  'note',
);

/** The text of `bill.csv`: a row for each line of each invoice. */
export function billCsv({ invoices }: Bill): string {
  return csvTable(
    BILL_COLUMNS,
    invoices.flatMap(({ month, hours, lines }) => lines.map((line) => ({ month, hours, ...line }))),
  );
}
