import { COMPUTES_COLUMNS } from '../../csv/computes-table.js';
import type { Book } from '../cells/book.js';
import { headerText } from '../cells/header-text.js';
import { live } from '../cells/live.js';
import { column } from '../cells/sheet.js';
import { moneyColumn } from '../inputs/pricing.js';
import { isCost } from '../inputs/usage.js';
import { RUN_NAMES, type RunUse } from './run-use.js';

/** Adds the sheet with a row per compute and one for all of them: the columns of `computes.csv`, costs as formulas. */
export function addComputes(book: Book, use: RunUse): void {
  const { computes, total } = use.summary;
  const rows = [...computes, total];
  type Row = (typeof rows)[number];
  const columns = COMPUTES_COLUMNS.map(({ header, cell }) => {
    if (!isCost(header)) return column<Row>(header, cell, header === 'compute' ? 'general' : undefined);
    return moneyColumn<Row>(headerText(header), 14, (row, index) => {
      if (row !== total) return use.ofCompute(header, index);
      return live(header === 'cost_usd' ? RUN_NAMES.cost : RUN_NAMES.cost_per_month, total[header]);
    });
  });
  const sheet = book.sheet('Computes');
  sheet.widen(0, 24);
  sheet.listing('costs follow the inputs; everything else is as simulated', columns, rows, 1);
}
