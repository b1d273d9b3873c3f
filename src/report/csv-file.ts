import { closeSync, openSync, writeFileSync } from 'node:fs';
import { type Cell, type Column, cellsOf, csvHeader, csvLines } from './csv.js';

/** Rows kept before they are written together. */
const BATCH = 512;

/**
 * A CSV file that grows while a run goes on.
 *
 * Rows are written in batches and synchronously: a run is synchronous too, so an asynchronous stream would
 * pile them up in memory until the run pauses. At most one batch is held at any time, and a full disk stops
 * the run at the row that no longer fits.
 */
export class CsvFile<Row> {
  readonly #columns: readonly Column<Row>[];
  readonly #descriptor: number;
  #batch: (readonly Cell[])[] = [];
  #closed = false;

  /** Creates the file, which must not exist yet, and writes the header. */
  constructor(path: string, columns: readonly Column<Row>[]) {
    this.#columns = columns;
    this.#descriptor = openSync(path, 'wx');
    writeFileSync(this.#descriptor, csvHeader(columns));
  }

  /** Adds a row; everything needed of it is read before this returns. */
  append(row: Row): void {
    this.#batch.push(cellsOf(this.#columns, row));
    if (this.#batch.length >= BATCH) this.#flush();
  }

  /** Writes what is left and closes the file. */
  close(): void {
    if (this.#closed) return;
    this.#flush();
    this.abandon();
  }

  /** Closes the file without writing what is left; does nothing when it is closed. */
  abandon(): void {
    if (this.#closed) return;
    this.#closed = true;
    closeSync(this.#descriptor);
  }

  #flush(): void {
    writeFileSync(this.#descriptor, csvLines(this.#batch));
    this.#batch = [];
  }
}
