import { COMPUTES_COLUMNS } from '../csv/computes-table.js';
import type { Book } from './book.js';
import { live } from './live.js';
import { NAMES } from './pricing.js';
import { isCost, type RunUse } from './run-use.js';
import { column } from './sheet.js';

/** Adds the sheet with a row per compute and one for all of them: the columns of `computes.csv`, costs as formulas. */
export function addComputes(book: Book, use: RunUse): void {
  const { computes, total } = use.summary;
  const rows = [...computes, total];
  const columns = COMPUTES_COLUMNS.map(({ header, cell }) =>
    column<(typeof rows)[number]>(header, (row, index) => {
      if (!isCost(header)) return cell(row);
      if (row !== total) return use.ofCompute(header, index);
      return live(header === 'cost_usd' ? NAMES.total_cost : NAMES.total_cost_per_month, total[header]);
    }),
  );
  const sheet = book.sheet('Computes');
  sheet.table({ row: 0, column: 0 }, columns, rows);
  sheet.filter({ row: 0, column: 0 }, columns.length, rows.length);
  sheet.freeze(1, 1);
  sheet.widen(0, 24);
}
