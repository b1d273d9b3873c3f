import { type ColumnSource, fileWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { FileCell, Head } from './file-table.js';
import type { CellSink } from './table-file.js';

/** Rows of a row group, which are held in memory until it is written. */
const MAX_GROUP_ROWS = 50_000;

const TYPES = { number: 'DOUBLE', text: 'STRING', time: 'TIMESTAMP' } as const;

/**
 * A Parquet file that grows during a run: numbers as DOUBLE, words as UTF-8 strings, ISO 8601 moments as timestamps
 * of milliseconds in UTC; empty cells of CSV are null.
 */
export class ParquetFile implements CellSink {
  readonly #path: string;
  readonly #heads: readonly Head[];
  #cells: (readonly FileCell[])[] = [];
  #writer: ParquetWriter | undefined;

  constructor(path: string, heads: readonly Head[]) {
    this.#path = path;
    this.#heads = heads;
  }

  append(cells: readonly FileCell[]): void {
    this.#cells.push(cells);
    if (this.#cells.length >= MAX_GROUP_ROWS) this.#flush();
  }

  /** Writes what is left and closes the file; one without rows has its columns. */
  close(): void {
    if (this.#cells.length > 0 || this.#writer === undefined) this.#flush();
    this.#writer!.finish();
  }

  #flush(): void {
    const columnData = this.#heads.map(({ column, type }, index): ColumnSource => {
      const data = this.#cells.map((row) => valueOfCell(row[index], type));
      return { name: column, data, type: TYPES[type], nullable: true };
    });
    this.#writer ??= new ParquetWriter({
      writer: fileWriter(this.#path),
      schema: schemaFromColumnData({ columnData }),
      createdBy: 'neap',
    });
    if (this.#cells.length > 0) {
      // The schema has the types; a column must not say them again.
      this.#writer.write({ columnData, rowGroupSize: MAX_GROUP_ROWS });
    }
    this.#cells = [];
  }
}

function valueOfCell(cell: FileCell, type: Head['type']): string | number | Date | null {
  if (cell === null || cell === undefined || cell === '') return null;
  return type === 'time' ? new Date(cell) : type === 'text' ? String(cell) : Number(cell);
}
