import type { WholeTable } from '../csv/whole-table.js';
import type { Column } from '../document/column.js';
import { columnsIn, isIn, type Part, type TablePart } from '../document/report.js';
import { isWords, type Unit } from '../document/unit.js';
import type { Cell, Head } from '../text/csv.js';
import { halfWidth, plainValue, unitOf } from './values.js';

/** Units that the data dictionary names; those of figures it knows by their columns. */
const MEASURES: Readonly<Partial<Record<Unit, string>>> = {
  factor: 'factor',
  queries_per_second: 'queries a second',
  hours: 'hours',
};

/** The tables of a report as CSV and Parquet files have them, with what the data dictionary says of their columns. */
export function reportTables(parts: readonly Part[]): readonly WholeTable[] {
  return parts.flatMap((part) => (part.kind === 'table' && isIn(part, 'csv') ? [wholeTable(part)] : []));
}

function wholeTable(part: TablePart): WholeTable {
  const columns = columnsIn(part, 'csv').flatMap(fileColumns);
  return {
    name: part.id,
    columns: columns.map(({ head }) => head),
    cells: part.rows.map((row, index) => columns.map(({ cell }) => cell(row, index))),
  };
}

interface FileColumn {
  readonly head: Head;
  readonly cell: (row: unknown, index: number) => Cell;
}

function fileColumns(column: Column<unknown>): readonly FileColumn[] {
  const { name, unit, meaning, interval } = column;
  const { measure = typeof unit === 'string' ? MEASURES[unit] : undefined } = column;
  const own: FileColumn = {
    head: {
      header: name,
      ...(isText(column) && { kind: 'text' }),
      ...(meaning !== undefined && { meaning }),
      ...(measure !== undefined && { unit: measure }),
    },
    cell: (row, index) => plainValue(unitOf(column, row), column.of(row, index)),
  };
  if (interval !== true) return [own];
  const half: FileColumn = {
    head: { header: `${name}_half_width` },
    cell: (row, index) => halfWidth(column.of(row, index)),
  };
  return [own, half];
}

function isText({ unit = 'text' }: Column<unknown>): boolean {
  return typeof unit === 'string' && isWords(unit);
}
