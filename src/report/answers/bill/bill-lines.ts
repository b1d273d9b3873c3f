import { type Column, column } from '../../document/column.js';
import { number, priceText } from '../../figures/figure-text.js';
import { when } from '../../text/when.js';

/** A line of an invoice, of any vendor. */
interface BillLine {
  readonly quantity: number;
  readonly billable: number;
  readonly unit: string;
  readonly usd_per_unit: number;
  readonly amount_usd: number;
}

/** A row of an invoice: a line, what is added up to a minimum, or the total. */
export interface BillRow<Line extends BillLine = BillLine> {
  readonly item: string;
  readonly line?: Line;
  readonly amount_usd: number;
  readonly isTotal?: boolean;
}

export function billRows<Line extends BillLine>(
  invoice: { readonly lines: readonly Line[]; readonly minimum_usd: number; readonly total_usd: number },
  item: (line: Line) => string,
): readonly BillRow<Line>[] {
  const { lines, minimum_usd, total_usd } = invoice;
  return [
    ...lines.map((line) => ({ item: item(line), line, amount_usd: line.amount_usd })),
    ...when(minimum_usd !== 0, { item: 'Up to the minimum of the plan', amount_usd: minimum_usd }),
    { item: 'Total', amount_usd: total_usd, isTotal: true },
  ];
}

export const ITEM: Column<BillRow> = { name: 'item', head: 'Item', of: ({ item }) => item };

export const USED = column<BillRow>('quantity', 'Used', 'number', ({ line }) => line?.quantity, {
  text: ({ line }) => (line === undefined ? '' : `${number(line.quantity)} ${line.unit}`),
});

/** The charged quantity, if it differs from the used one. */
export const CHARGED = column<BillRow>('billable', 'Charged', 'number', ({ line }) => line?.billable, {
  text: ({ line }) => (line === undefined || line.billable === line.quantity ? '' : number(line.billable)),
});

export const PRICE = column<BillRow>(
  'usd_per_unit',
  'Price per unit',
  'price',
  ({ line }) => line?.usd_per_unit,
  {
    text: ({ line }) => (line === undefined || line.usd_per_unit === 0 ? '' : priceText(line.usd_per_unit)),
  },
);
