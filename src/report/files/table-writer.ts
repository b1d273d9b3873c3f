import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { ResultDirectory } from '../../files/result-directory.js';
import { type CellSink, CsvFile } from '../csv/csv-file.js';
import type { DescribedTable, WholeTable } from '../csv/whole-table.js';
import { DATA_DICTIONARY, DICTIONARY_COLUMNS, dictionaryRows } from '../dictionary/data-dictionary.js';
import { type Cell, type Column, csvTable, csvText, type Head, isText } from '../text/csv.js';

/** The file of figures beside the tables. */
export const SUMMARY = 'summary.json';

/** Makes the typed twin of a table; the writer of Parquet, which is loaded only where it is wanted. */
export type TypedTable = new (path: string, columns: readonly Head[]) => CellSink;

/** Writes the tables of a directory as CSV and, where it is wanted, beside each a Parquet file with the same rows. */
export class TableWriter {
  readonly #directory: ResultDirectory;
  readonly #typed: TypedTable | undefined;
  readonly #written: DescribedTable[] = [];
  /** Tables whose rows come one by one. */
  readonly #growing: Pick<CsvFile<unknown>, 'close' | 'abandon'>[] = [];

  constructor(directory: ResultDirectory, typed?: TypedTable) {
    this.#directory = directory;
    this.#typed = typed;
  }

  /** A table whose rows come one by one; where there can be none, nothing is left of the others. */
  open<Row>(name: string, columns: readonly Column<Row>[]): CsvFile<Row> {
    this.#written.push({ name, columns });
    try {
      const file = new CsvFile(this.#directory.path(`${name}.csv`), columns, this.#twin(name, columns));
      this.#growing.push(file);
      return file;
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  /** A table whose rows are all there; no more than some of them are read at a time. */
  write<Row>(name: string, columns: readonly Column<Row>[], rows: Iterable<Row>): void {
    const kinds = new SeenKinds(columns, this.#twin(name, columns));
    const file = new CsvFile(this.#directory.path(`${name}.csv`), columns, kinds);
    try {
      for (const row of rows) file.append(row);
      file.close();
    } finally {
      file.abandon();
    }
    this.#written.push({ name, columns: kinds.columns });
  }

  /** A table whose cells have been read. */
  writeCells({ name, columns, cells }: WholeTable): void {
    this.#written.push({ name, columns, cells });
    writeFileSync(this.#directory.path(`${name}.csv`), csvText(columns, cells));
    const twin = this.#twin(name, columns);
    for (const row of cells) twin?.append(row);
    twin?.close();
  }

  /** Writes what the columns of all these tables are. */
  describe(): void {
    const text = csvTable(DICTIONARY_COLUMNS, dictionaryRows(this.#written));
    writeFileSync(this.#directory.path(`${DATA_DICTIONARY}.csv`), text);
  }

  /** Writes what is left, the summary last, and lets all files appear. @param summary the text of it, piece by piece */
  commit(summary: Iterable<string>): void {
    for (const table of this.#growing) table.close();
    this.describe();
    const descriptor = openSync(this.#directory.path(SUMMARY), 'wx');
    try {
      // At the place where the piece before has ended.
      for (const piece of summary) writeFileSync(descriptor, piece);
    } finally {
      closeSync(descriptor);
    }
    this.#directory.commit();
  }

  /** Leaves the directory as it was; does nothing after {@link commit}. */
  discard(): void {
    for (const table of this.#growing) table.abandon();
    this.#directory.discard();
  }

  #twin(name: string, columns: readonly Head[]): CellSink | undefined {
    return this.#typed && new this.#typed(this.#directory.path(`${name}.parquet`), columns);
  }
}

/** Hands cells on, and notes what the columns hold that do not say so. */
class SeenKinds implements CellSink {
  readonly #columns: readonly Head[];
  readonly #next: CellSink | undefined;
  readonly #hasText: boolean[];

  constructor(columns: readonly Head[], next: CellSink | undefined) {
    this.#columns = columns;
    this.#next = next;
    this.#hasText = columns.map(() => false);
  }

  get columns(): readonly Head[] {
    return this.#columns.map(({ header, kind }, index) => ({
      header,
      kind: kind ?? (this.#hasText[index] ? 'text' : 'number'),
    }));
  }

  append(cells: readonly Cell[]): void {
    cells.forEach((cell, index) => {
      if (isText(cell)) this.#hasText[index] = true;
    });
    this.#next?.append(cells);
  }

  close(): void {
    this.#next?.close();
  }
}

/** The files that tables of these names come in, with that which says what their columns are. */
export function tableFiles(names: readonly string[], typed: boolean): readonly string[] {
  if (names.length === 0) return [];
  const tables = names.flatMap((name) => [`${name}.csv`, ...(typed ? [`${name}.parquet`] : [])]);
  return [...tables, `${DATA_DICTIONARY}.csv`];
}
