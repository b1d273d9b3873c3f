import { plainName } from '../cells/measure.js';
import * as words from '../cells/vocabulary.js';
import { Refusal } from '../reading/question.js';
import type { ReadingOptions } from '../reading/reading.js';
import { asking } from '../reading/settle.js';
import { type Column, numbersOf } from './column.js';
import type { Table } from './table.js';
import { isRowNumber, timeColumns } from './time-column.js';

/** The columns of a table that are tenants of a fleet, by name or, if names repeat, by number. */
export function fleetColumns(
  table: Table,
  options: ReadingOptions,
  names: 'all' | readonly string[],
): { readonly columns: readonly string[]; readonly notes: readonly string[] } {
  if (names !== 'all') return { columns: names, notes: [] };
  const { column: time, clock } = asking(() => timeColumns(table, options));
  const numeric = table.columns.filter(
    (column) =>
      column !== time &&
      column !== clock &&
      !column.is_dated &&
      column.is_numeric &&
      column.filled > 0 &&
      !words.ID.test(plainName(column.name)) &&
      !(column.name === '' && isRowNumber(column)),
  );
  const total = numeric.find((column) => isSumOfOthers(column, numeric));
  const tenants = numeric.filter((column) => column !== total);
  if (tenants.length === 0) throw new Refusal('no column but the time holds numbers');
  const notes =
    total === undefined ? [] : [`column "${total.name}" is the sum of the others, and is left out`];
  return { columns: tenants.map((column) => columnOption(table, column)), notes };
}

/** How an option names a column: by its number if another has its name. */
export function columnOption(table: Table, column: Column): string {
  const is_unique = table.columns.filter(({ name }) => name === column.name).length === 1;
  return is_unique && column.name !== '' ? column.name : String(column.index + 1);
}

function isSumOfOthers(column: Column, all: readonly Column[]): boolean {
  if (all.length < 3 || !words.TOTAL_LABEL.test(column.name)) return false;
  const own = numbersOf(column);
  const others = all.filter((one) => one !== column).map(numbersOf);
  return own.every((value, row) => {
    const sum = others.reduce((so_far, values) => so_far + (values[row] || 0), 0);
    return Math.abs(sum - (value || 0)) <= 1e-3 * Math.max(1, sum);
  });
}
