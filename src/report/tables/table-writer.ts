import { closeSync, openSync, writeFileSync } from 'node:fs';
import { ResultDirectory } from '../../files/result-directory.js';
import type { Column } from '../document/column.js';
import { csvText } from './csv.js';
import { DATA_DICTIONARY, dictionaryRows, type FileTable, fileColumns, type Head } from './file-table.js';
import { type CellSink, TableFile } from './table-file.js';

/** The file of figures next to the tables. */
export const SUMMARY = 'summary.json';

/** Makes the typed twin of a table; the writer of Parquet, which is loaded only on demand. */
export type TypedTable = new (path: string, heads: readonly Head[]) => CellSink;

/** Writes the tables of a directory as CSV and, on demand, a Parquet file with the same rows next to each. */
export class TableWriter {
  readonly #directory: ResultDirectory;
  readonly #typed: TypedTable | undefined;
  readonly #opened: Pick<FileTable<never>, 'name' | 'columns'>[] = [];
  readonly #files: Pick<TableFile<never>, 'close' | 'abandon'>[] = [];

  /**
   * @param names of the tables, and of other files with their endings
   * @throws ResultDirectoryError when the directory cannot be used; then nothing has been written
   */
  constructor(directory: string, names: readonly string[], typed?: TypedTable) {
    const isTable = (name: string) => !name.includes('.');
    const files = tableFiles(names.filter(isTable), typed !== undefined);
    this.#directory = ResultDirectory.open(directory, [...files, ...names.filter((name) => !isTable(name))]);
    this.#typed = typed;
  }

  /** A table for rows one by one; if it cannot be opened, the others are removed. */
  open<Row>(name: string, columns: readonly Column<Row>[]): TableFile<Row> {
    const own = fileColumns(columns);
    try {
      const heads = own.map(({ head }) => head);
      const twin = this.#typed && new this.#typed(this.#directory.path(`${name}.parquet`), heads);
      const file = new TableFile(this.#directory.path(`${name}.csv`), own, twin);
      this.#opened.push({ name, columns });
      this.#files.push(file);
      return file;
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  /** A table whose rows are all there; no more than some of them are read at a time. */
  write<Row>(name: string, columns: readonly Column<Row>[], rows: Iterable<Row>): void {
    const file = this.open(name, columns);
    for (const row of rows) file.append(row);
    file.close();
  }

  /**
   * Writes what is left, what the columns are, and other files, the last ones last; then all files appear.
   * @param files their texts, whole or in pieces
   */
  commit(files: Readonly<Record<string, string | Iterable<string>>>): void {
    for (const file of this.#files) file.close();
    if (this.#opened.length > 0) {
      const rows = dictionaryRows(this.#opened).map(({ table, column, type, unit, meaning }) => [
        ...[table, column, type, unit, meaning],
      ]);
      const text = csvText([['table', 'column', 'type', 'unit', 'meaning'], ...rows]);
      writeFileSync(this.#directory.path(`${DATA_DICTIONARY}.csv`), text);
    }
    for (const [name, pieces] of Object.entries(files)) {
      const descriptor = openSync(this.#directory.path(name), 'wx');
      try {
        // At the place where the piece before has ended.
        for (const piece of typeof pieces === 'string' ? [pieces] : pieces) writeFileSync(descriptor, piece);
      } finally {
        closeSync(descriptor);
      }
    }
    this.#directory.commit();
  }

  /** Leaves the directory as it was; does nothing after {@link commit}. */
  discard(): void {
    for (const file of this.#files) file.abandon();
    this.#directory.discard();
  }
}

/** The files that tables of these names come in, with that which says what their columns are. */
function tableFiles(names: readonly string[], typed: boolean): readonly string[] {
  if (names.length === 0) return [];
  const tables = names.flatMap((name) => [`${name}.csv`, ...(typed ? [`${name}.parquet`] : [])]);
  return [...tables, `${DATA_DICTIONARY}.csv`];
}
