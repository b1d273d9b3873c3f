import { plainName } from '../cells/measure.js';
import * as words from '../cells/vocabulary.js';
import { Refusal } from '../reading/question.js';
import type { ReadingOptions } from '../reading/reading.js';
import { asking } from '../reading/settle.js';
import { type Column, numbersOf } from './column.js';
import type { Table } from './table.js';
import { isRowNumber, namedColumn, timeColumns } from './time-column.js';

/** The columns of a table that are tenants of a fleet, by name or, if names repeat, by number. */
export function fleetColumns(
  table: Table,
  options: ReadingOptions,
  names: 'all' | readonly string[],
): { readonly columns: readonly string[]; readonly notes: readonly string[] } {
  if (names !== 'all') {
    const listed = names.map((name) => namedColumn(table, name));
    const again = listed.findIndex((column, place) => listed.indexOf(column) < place);
    if (again >= 0)
      throw new Refusal(`column "${listed[again]!.name}" is listed twice; expected a column for each tenant`);
    return { columns: names, notes: [] };
  }
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
export function columnOption({ columns }: Table, column: Column): string {
  const alike = columns.filter(({ name }) => name === column.name);
  if (alike.length === 1 && column.name !== '') return column.name;
  const number = String(column.index + 1);
  if (columns.some(({ name }) => name === number))
    throw new Refusal(
      `${alike.length} columns are called "${column.name}", and one "${number}"; rename them`,
    );
  return number;
}

/** Names of the tenants of a fleet on one line, each once: equal ones are numbered. */
export function tenantNames(columns: readonly (string | undefined)[]): readonly string[] {
  const names = columns.map((name, i) => name?.replaceAll(/\s+/g, ' ').trim() || `tenant ${i + 1}`);
  const taken = new Set(names);
  const isShared = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  const shared = new Set(names.filter(isShared));
  return names.map((name) => {
    if (!shared.has(name)) return name;
    let number = 1;
    while (taken.has(`${name} ${number}`)) number += 1;
    taken.add(`${name} ${number}`);
    return `${name} ${number}`;
  });
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
