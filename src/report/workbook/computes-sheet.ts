import type { ComputeSummary } from '../compute-summary.js';
import { COMPUTES_COLUMNS } from '../computes-table.js';
import type { Book } from './book.js';
import { styleOfColumn } from './cell-format.js';
import { live } from './live.js';
import { NAMES } from './pricing.js';
import type { RunUse } from './run-use.js';
import type { SheetColumn } from './sheet.js';

/** Adds the sheet with a row per compute and one for all of them: the columns of `computes.csv`, costs as formulas. */
export function addComputes(book: Book, use: RunUse): void {
  const { computes, total } = use.summary;
  const sheet = book.sheet('Computes');
  const columns = COMPUTES_COLUMNS.map(({ header, cell }): SheetColumn<ComputeSummary> => {
    const style = styleOfColumn(header);
    return { header, style, cell: (row, index) => costOf(header, index, use) ?? cell(row) };
  });
  const rows = [...computes, total];
  sheet.table({ row: 0, column: 0 }, columns, rows);
  sheet.filter({ row: 0, column: 0 }, columns.length, rows.length);
  sheet.freeze(1, 1);
  sheet.widen(0, 24);
}

function costOf(header: string, index: number, use: RunUse) {
  const { total, computes } = use.summary;
  const whole = index >= computes.length;
  if (header === 'cost_usd') {
    return whole ? live(NAMES.total_cost, total.cost_usd) : use.costOfCompute(index);
  }
  if (header === 'cost_usd_per_month') {
    return whole
      ? live(NAMES.total_cost_per_month, total.cost_usd_per_month)
      : use.costOfComputePerMonth(index);
  }
  return undefined;
}
