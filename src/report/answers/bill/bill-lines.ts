import type { Column } from '../../document/column.js';
import { number } from '../../figures/figure-text.js';

/** A row of an invoice, of any vendor: a line, or an amount without one. */
interface BillRow {
  readonly item: string;
  readonly line?: { readonly quantity: number; readonly billable: number; readonly unit: string };
}

export const ITEM: Column<BillRow> = { name: 'item', head: 'Item', of: ({ item }) => item };

export const USED: Column<BillRow> = {
  name: 'quantity',
  head: 'Used',
  unit: 'number',
  of: ({ line }) => line?.quantity,
  text: ({ line }) => (line === undefined ? '' : `${number(line.quantity)} ${line.unit}`),
};

/** What is charged, where it differs from what was used. */
export const CHARGED: Column<BillRow> = {
  name: 'billable',
  head: 'Charged',
  unit: 'number',
  of: ({ line }) => line?.billable,
  text: ({ line }) => (line === undefined || line.billable === line.quantity ? '' : number(line.billable)),
};
