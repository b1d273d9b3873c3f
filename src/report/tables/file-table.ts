import type { SeenBy } from '../../figures/figure.js';
import type { Column } from '../document/column.js';
import { columnsIn, isIn, type Part } from '../document/report.js';
import { known } from '../figures/observed-figures.js';
import { measureOf } from '../figures/unit.js';
import { halfWidth, plainValue, unitOf } from '../forms/values.js';

/** The value of a file's cell; `null` and `undefined` leave it empty. */
export type FileCell = string | number | null | undefined;

/** A column's description in a file and the data dictionary. */
export interface Head {
  readonly column: string;
  /** `time` for ISO 8601 UTC. */
  readonly type: 'number' | 'text' | 'time';
  /** Empty for a text. */
  readonly unit: string;
  readonly meaning: string;
}

export interface FileColumn<Row> {
  readonly head: Head;
  readonly cell: (row: Row, index: number) => FileCell;
}

export interface FileTable<Row = unknown> {
  /** Name of its file without the ending. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: Iterable<Row>;
}

/** The tables of a report that files have. */
export function reportTables(parts: readonly Part[]): readonly FileTable[] {
  return parts.flatMap((part) =>
    part.kind === 'table' && isIn(part, 'csv')
      ? [{ name: part.id, columns: columnsIn(part, 'csv'), rows: part.rows }]
      : [],
  );
}

/** The columns of a table's file: behind one whose values have intervals there is half of these. */
export function fileColumns<Row>(columns: readonly Column<Row>[]): readonly FileColumn<Row>[] {
  return columns.flatMap((column): readonly FileColumn<Row>[] => {
    const head = headOf(column);
    const { of, interval } = column;
    const own = (row: Row, index: number) => plainValue(unitOf(column, row), of(row, index));
    if (interval !== true) return [{ head, cell: own }];
    const meaning = `Half of the interval of the mean of \`${head.column}\`.`;
    return [
      { head, cell: own },
      {
        head: { ...head, column: `${head.column}_half_width`, meaning },
        cell: (row, index) => halfWidth(of(row, index)),
      },
    ];
  });
}

function headOf<Row>({ name, unit = 'text', measure, meaning }: Column<Row>): Head {
  const usual = typeof unit === 'string' ? measureOf(unit) : undefined;
  const type = unit === 'time' ? 'time' : usual === '' ? 'text' : 'number';
  return {
    column: name,
    type,
    unit: type === 'number' ? (measure ?? usual ?? '') : '',
    meaning: meaning ?? '',
  };
}

/** The same columns, empty where an observer sees nothing, or the size is not known. */
export function seenColumns<Row>(columns: readonly Column<Row>[], by: SeenBy): readonly Column<Row>[] {
  return columns.map((column) => ({
    ...column,
    of: (row, index) => {
      // Read in any case: the running cost counts every row.
      const value = column.of(row, index);
      return column.seen === by || column.seen === 'all' ? known(value) : null;
    },
  }));
}

/** Name of the file that describes the columns of the tables next to it, without its ending. */
export const DATA_DICTIONARY = 'data-dictionary';

/** A column of a table, as the data dictionary has it. */
export interface DictionaryRow extends Head {
  readonly table: string;
}

export function dictionaryRows(
  tables: readonly Pick<FileTable<never>, 'name' | 'columns'>[],
): readonly DictionaryRow[] {
  return tables.flatMap(({ name, columns }) =>
    fileColumns(columns).map(({ head }) => ({
      table: name,
      ...head,
      meaning: head.meaning.replaceAll('`', ''),
    })),
  );
}
