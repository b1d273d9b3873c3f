import type { DescribedTable } from '../csv/whole-table.js';
import { type Column, kindOf } from '../text/csv.js';
import { columnMeaning } from './column-meaning.js';

/** Name of the file beside tables that says what their columns are, without its ending. */
export const DATA_DICTIONARY = 'data-dictionary';

/** One column of one table. */
export interface DictionaryRow {
  readonly table: string;
  readonly column: string;
  /** `number`, `text`, or `time` for ISO 8601 UTC. */
  readonly type: NonNullable<Column<never>['kind']>;
  readonly unit: string;
  readonly meaning: string;
}

/** Columns of `data-dictionary.csv`. */
export const DICTIONARY_COLUMNS: readonly Column<DictionaryRow>[] = (
  ['table', 'column', 'type', 'unit', 'meaning'] as const
).map((header) => ({ header, kind: 'text', cell: (row) => row[header] }));

/** A row for each column of each table, in their order. */
export function dictionaryRows(tables: readonly DescribedTable[]): readonly DictionaryRow[] {
  return tables.flatMap(({ name, columns, cells = [] }) =>
    columns.map((column, index): DictionaryRow => {
      const { header, kind } = column;
      const type = kind ?? kindOf(cells, index);
      const { unit, meaning } = columnMeaning(name, column, type) ?? VARIED;
      return { table: name, column: header, type, unit, meaning: meaning.replaceAll('`', '') };
    }),
  );
}

const VARIED = { unit: '', meaning: 'A setting that was varied, as a scenario file has it.' };
