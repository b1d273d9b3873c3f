import { type ColumnSource, fileWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { CellSink } from '../csv/csv-file.js';
import { type Cell, type Column, type Head, kindOf } from '../text/csv.js';

/** Rows of a row group, which are held in memory until it is written. */
const GROUP_ROWS = 50_000;

type Kind = NonNullable<Column<never>['kind']>;

const TYPES = { number: 'DOUBLE', text: 'STRING', time: 'TIMESTAMP' } as const satisfies Record<Kind, string>;

/**
 * A Parquet file that grows while a run goes on: numbers as DOUBLE, words as UTF-8 strings, ISO 8601 moments as timestamps
 * of milliseconds in UTC; what is empty in CSV is null.
 */
export class ParquetTable implements CellSink {
  readonly #path: string;
  readonly #columns: readonly Head[];
  #cells: (readonly Cell[])[] = [];
  #writer: ParquetWriter | undefined;
  #kinds: readonly Kind[] = [];

  constructor(path: string, columns: readonly Head[]) {
    this.#path = path;
    this.#columns = columns;
  }

  append(cells: readonly Cell[]): void {
    this.#cells.push(cells);
    if (this.#cells.length >= GROUP_ROWS) this.#flush();
  }

  /** Writes what is left and closes the file; one without rows has its columns. */
  close(): void {
    if (this.#cells.length > 0 || this.#writer === undefined) this.#flush();
    this.#writer!.finish();
  }

  #flush(): void {
    // What no column says is told by what the first rows hold.
    if (this.#writer === undefined) {
      this.#kinds = this.#columns.map(({ kind }, index) => kind ?? kindOf(this.#cells, index));
    }
    const columnData = this.#columns.map(({ header }, index): ColumnSource => {
      const kind = this.#kinds[index]!;
      const data = this.#cells.map((row) => valueOfCell(row[index], kind));
      return { name: header, data, type: TYPES[kind], nullable: true };
    });
    this.#writer ??= new ParquetWriter({
      writer: fileWriter(this.#path),
      schema: schemaFromColumnData({ columnData }),
      createdBy: 'neap',
    });
    if (this.#cells.length > 0) {
      // The schema has the types; a column must not say them again.
      this.#writer.write({ columnData, rowGroupSize: GROUP_ROWS });
    }
    this.#cells = [];
  }
}

function valueOfCell(cell: Cell, kind: Kind): string | number | Date | null {
  if (cell === null || cell === undefined || cell === '') return null;
  return kind === 'time' ? new Date(cell) : kind === 'text' ? String(cell) : Number(cell);
}
