import { lengthened } from '../../kernel/grown.js';

/** A column: a value a row. */
type Column = Float64Array | Int32Array | Int8Array | Uint8Array;

/**
 * Rows as columns of typed arrays: memory follows the number of rows in use at once, since one that is given back is
 * used again. Every field of a subclass that is a typed array is a column; all of them grow together.
 */
export class RowTable {
  declare private capacity: number;
  /** A stack of the rows not in use. */
  declare private free: Int32Array;
  declare private freeCount: number;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.free = new Int32Array(capacity);
    this.freeCount = 0;
    this.addFree(0);
  }

  /** Rows there are, in use or not. */
  get rows(): number {
    return this.capacity;
  }

  /** Rows in use. */
  get used(): number {
    return this.capacity - this.freeCount;
  }

  protected takeRow(): number {
    if (this.freeCount === 0) this.grow();
    this.freeCount -= 1;
    return this.free[this.freeCount]!;
  }

  protected releaseRow(row: number): void {
    this.free[this.freeCount] = row;
    this.freeCount += 1;
  }

  /** Where no row is in use: lets the first ones be taken first again, so that those in use are found together. */
  reorder(): void {
    if (this.used > 0) return;
    this.freeCount = 0;
    this.addFree(0);
  }

  /** Gives the rows from one on, which are all 0, what a row that is given back has. */
  protected prepare(_first: number): void {}

  private grow(): void {
    const before = this.capacity;
    this.capacity = before * 2;
    const fields = this as unknown as Record<string, Column>;
    for (const [name, column] of Object.entries(fields)) {
      if (ArrayBuffer.isView(column)) fields[name] = lengthened(column, this.capacity);
    }
    this.prepare(before);
    this.addFree(before);
  }

  /** The first of the rows from one on is taken first. */
  private addFree(first: number): void {
    for (let row = this.capacity - 1; row >= first; row--) this.releaseRow(row);
  }
}
