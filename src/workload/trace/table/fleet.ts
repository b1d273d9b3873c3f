import * as words from '../cells/vocabulary.js';
import { Refusal } from '../reading/question.js';
import type { ReadingOptions } from '../reading/reading.js';
import { type Column, numbersOf } from './column.js';
import type { Table } from './table.js';
import { isRowNumber, namedColumn, timeColumns } from './time-column.js';

/** A table for each tenant of a fleet: its column next to those that all share. */
interface FleetTables {
  readonly tables: readonly { readonly table: Table; readonly options: ReadingOptions }[];
  readonly notes: readonly string[];
}

/** Splits a table into those of its tenants, which are columns of numbers, or those of these names. */
export function fleetTables(
  table: Table,
  options: ReadingOptions,
  names: 'all' | readonly string[],
): FleetTables {
  if (names !== 'all') {
    const listed = names.map((name) => namedColumn(table, name));
    const again = listed.find((column, place) => listed.indexOf(column) < place);
    if (again !== undefined)
      throw new Refusal(`column "${again.name}" is listed twice; expected a column for each tenant`);
    return { tables: tablesOf(table, listed, listed, options), notes: [] };
  }
  const { column: time, clock } = timeColumns(table, options);
  const numeric = table.columns.filter(
    (column) =>
      column !== time &&
      column !== clock &&
      !column.is_dated &&
      column.is_numeric &&
      column.filled > 0 &&
      !words.ID.test(column.plain_name) &&
      !(column.name === '' && isRowNumber(column)),
  );
  const total = numeric.find(
    (column) => words.TOTAL_LABEL.test(column.name) && isSumOfOthers(column, numeric),
  );
  const tenants = numeric.filter((column) => column !== total);
  if (tenants.length === 0) throw new Refusal('no column but the time holds numbers');
  const notes =
    total === undefined ? [] : [`column "${total.name}" is the sum of the others, and is left out`];
  return { tables: tablesOf(table, tenants, numeric, options), notes };
}

function tablesOf(
  table: Table,
  tenants: readonly Column[],
  loads: readonly Column[],
  options: ReadingOptions,
): FleetTables['tables'] {
  const left_out = new Set(loads);
  const shared = table.columns.filter((column) => !left_out.has(column));
  return tenants.map((column) => {
    const own = { ...table, columns: [...shared, column] };
    return { table: own, options: { ...options, value: columnOption(own, column) } };
  });
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
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const name of names) (seen.has(name) ? shared : seen).add(name);
  return names.map((name) => {
    if (!shared.has(name)) return name;
    let number = 1;
    while (taken.has(`${name} ${number}`)) number += 1;
    taken.add(`${name} ${number}`);
    return `${name} ${number}`;
  });
}

/** Whether a column is the sum of two others or more in each row. */
export function isSumOfOthers(column: Column, all: readonly Column[]): boolean {
  if (all.length < 3) return false;
  const own = numbersOf(column);
  const others = all.filter((one) => one !== column).map(numbersOf);
  return own.every((value, row) => {
    const sum = others.reduce((so_far, values) => so_far + (values[row] || 0), 0);
    return Math.abs(sum - (value || 0)) <= 1e-3 * Math.max(1, sum);
  });
}
