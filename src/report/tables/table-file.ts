import { closeSync, openSync, readSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { BYTE_ORDER_MARK, cellsOf, csvLines, needsMark } from './csv.js';
import type { FileCell, FileColumn } from './file-table.js';

/** Bytes copied at once. */
const CHUNK_BYTES = 1 << 20;
/** Rows kept before they are written together. */
const BATCH_ROWS = 512;

/** Takes the cells of a table row by row, each row once. */
export interface CellSink {
  append(cells: readonly FileCell[]): void;
  close(): void;
}

/**
 * A CSV file that grows during a run.
 *
 * Rows are written in batches and synchronously: a run is synchronous too, so an asynchronous stream would
 * pile them up in memory until the run pauses. At most one batch is held at any time, and a full disk stops
 * the run at the row that no longer fits.
 */
export class TableFile<Row> {
  readonly #path: string;
  readonly #columns: readonly FileColumn<Row>[];
  readonly #descriptor: number;
  readonly #also: CellSink | undefined;
  #needsMark = false;
  #batch: (readonly FileCell[])[] = [];
  #rows = 0;
  #closed = false;

  /** Creates the file, which must not exist yet, and writes the header. @param also takes the same cells */
  constructor(path: string, columns: readonly FileColumn<Row>[], also?: CellSink) {
    this.#also = also;
    this.#path = path;
    this.#columns = columns;
    this.#descriptor = openSync(path, 'wx');
    this.#write([columns.map(({ head }) => head.column)]);
  }

  /** Adds a row; everything needed of it is read before this returns. */
  append(row: Row): void {
    const cells = cellsOf(this.#columns, row, this.#rows++);
    this.#batch.push(cells);
    this.#also?.append(cells);
    if (this.#batch.length >= BATCH_ROWS) this.#flush();
  }

  /** Writes what is left and closes the file. */
  close(): void {
    if (this.#closed) return;
    this.#flush();
    this.#also?.close();
    this.abandon();
    if (this.#needsMark) mark(this.#path);
  }

  /** Closes the file without writing what is left; does nothing when it is closed. */
  abandon(): void {
    if (this.#closed) return;
    this.#closed = true;
    closeSync(this.#descriptor);
  }

  #flush(): void {
    this.#write(this.#batch);
    this.#batch = [];
  }

  #write(rows: readonly (readonly FileCell[])[]): void {
    const text = csvLines(rows);
    this.#needsMark ||= needsMark(text);
    writeFileSync(this.#descriptor, text);
  }
}

/** Puts a byte order mark before all that a file holds: whether it needs one is known at its end only. */
function mark(path: string): void {
  const copy = `${path}.marked`;
  const [from, to] = [openSync(path, 'r'), openSync(copy, 'wx')];
  try {
    writeFileSync(to, BYTE_ORDER_MARK);
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let read = readSync(from, chunk); read > 0; read = readSync(from, chunk)) {
      for (let written = 0; written < read; ) written += writeSync(to, chunk, written, read - written);
    }
  } finally {
    closeSync(from);
    closeSync(to);
  }
  rmSync(path);
  renameSync(copy, path);
}
