import { writeFileSync } from 'node:fs';
import type { ResultDirectory } from '../../files/result-directory.js';
import { type CellSink, CsvFile } from '../csv/csv-file.js';
import { type Column, cellsOf, csvText } from '../text/csv.js';

/** Makes the typed twin of a table; the writer of Parquet, which is loaded only where it is wanted. */
export type TypedTable = new (path: string, columns: readonly Column<never>[]) => CellSink;

/** Writes the tables of a directory as CSV and, where it is wanted, beside each a Parquet file with the same rows. */
export class TableWriter {
  readonly #directory: ResultDirectory;
  readonly #typed: TypedTable | undefined;

  constructor(directory: ResultDirectory, typed?: TypedTable) {
    this.#directory = directory;
    this.#typed = typed;
  }

  /** A table whose rows come one by one. */
  open<Row>(name: string, columns: readonly Column<Row>[]): CsvFile<Row> {
    return new CsvFile(this.#directory.path(`${name}.csv`), columns, this.#twin(name, columns));
  }

  /** A table whose rows are all there. */
  write<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
    const cells = rows.map((row) => cellsOf(columns, row));
    writeFileSync(this.#directory.path(`${name}.csv`), csvText(columns, cells));
    const twin = this.#twin(name, columns);
    for (const row of cells) twin?.append(row);
    twin?.close();
  }

  #twin<Row>(name: string, columns: readonly Column<Row>[]): CellSink | undefined {
    return this.#typed && new this.#typed(this.#directory.path(`${name}.parquet`), columns);
  }
}

/** The files that tables of these names come in. */
export function tableFiles(names: readonly string[], typed: boolean): readonly string[] {
  return names.flatMap((name) => [`${name}.csv`, ...(typed ? [`${name}.parquet`] : [])]);
}
