import type { Table } from './table.js';

const REFERENCE = /"(?:[^"]|"")*"|([A-Za-z]\w*)?\[([^\]]+)\]/g;

/**
 * A formula with its references to tables replaced, texts in quotes excepted. `Bills[cost]` are the cells of a column,
 * `Bills[cost@2]` one of them by its row, from 0, or by the row's key, `Bills[cost@0..5]` some, `Bills[cost@sum]` their
 * total, `Bills[#cost]` the header, `Bills[cost:fee]` several columns, and `[@cost]` the cell in the row of the formula.
 * @param nameOf `undefined`: the reference stays
 */
export function withReferences(
  text: string,
  nameOf: (table: string | undefined, cells: string) => string | undefined,
): string {
  if (!text.includes('[')) return text;
  return text.replaceAll(REFERENCE, (whole, table: string | undefined, cells: string | undefined) =>
    cells === undefined ? whole : (nameOf(table, cells) ?? whole),
  );
}

/** Replaces references to the row of a formula, and to its own table. */
export function inTable(text: string, table: Table, row: number): string {
  return withReferences(text, (id, cells) => (id === undefined ? table.cells(cells, row) : undefined));
}
