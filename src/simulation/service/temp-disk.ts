import { tempDiskBytes } from '../../compute/size.js';
import type { QueryTable } from '../run/query-table.js';

/** The disk of one compute for the temporary files of its queries. */
export class TempDisk {
  declare private readonly queries: QueryTable;
  #limit_bytes: number;
  #used_bytes = 0;
  /** Maximum number of bytes in use so far. */
  peak_bytes = 0;

  /** @param max_cu the maximum size of the compute, which determines the size of the disk */
  constructor(queries: QueryTable, max_cu: number) {
    this.queries = queries;
    this.#limit_bytes = tempDiskBytes(max_cu);
  }

  setMaximum(max_cu: number): void {
    this.#limit_bytes = tempDiskBytes(max_cu);
  }

  /** Whether the query's files fit in addition to the others. */
  fits(query: number): boolean {
    return this.#used_bytes + this.queries.tempBytes[query]! <= this.#limit_bytes;
  }

  /** A query writes its files. */
  take(query: number): void {
    this.#used_bytes += this.queries.tempBytes[query]!;
    if (this.#used_bytes > this.peak_bytes) this.peak_bytes = this.#used_bytes;
  }

  /** The files are removed. @param last whether no query is left, so that rounding cannot accumulate */
  giveBack(query: number, last: boolean): void {
    this.#used_bytes = last ? 0 : this.#used_bytes - this.queries.tempBytes[query]!;
  }

  /** All files are removed, as when the compute stops. */
  clear(): void {
    this.#used_bytes = 0;
  }
}
