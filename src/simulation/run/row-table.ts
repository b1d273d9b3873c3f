import { lengthened } from '../../kernel/grown.js';

/** A column: a value a row. */
type Column = Float64Array | Int32Array | Int8Array | Uint8Array;

/** Behind every row. */
const NOWHERE = 0x7fff_ffff;

/**
 * Rows as columns of typed arrays: memory follows the number of rows in use at once, since one that is given back is
 * used again. Every field of a subclass that is a typed array is a column; all of them grow together.
 */
export class RowTable {
  /** Rows there are, in use or not. */
  declare rows: number;
  /** A stack of the rows not in use. */
  declare private free: Int32Array;
  declare private freeCount: number;
  /** Rows from one on that are not in use are not on the stack, but here. */
  private end = NOWHERE;
  private readonly aside: number[] = [];

  constructor(capacity: number) {
    this.rows = capacity;
    this.free = new Int32Array(capacity);
    this.freeCount = 0;
    this.addFree(0);
  }

  /** Rows in use. */
  get used(): number {
    return this.rows - this.freeCount - this.aside.length;
  }

  protected takeRow(): number {
    if (this.freeCount === 0) this.addRows();
    this.freeCount -= 1;
    return this.free[this.freeCount]!;
  }

  protected releaseRow(row: number): void {
    if (row >= this.end) this.aside.push(row);
    else {
      this.free[this.freeCount] = row;
      this.freeCount += 1;
    }
  }

  /** Takes only rows before one from now on, the first of them first, while there are any: those in use come to stand together. */
  gather(end: number): void {
    const free = this.free.slice(0, this.freeCount).sort();
    this.end = end;
    this.freeCount = 0;
    for (const row of free.reverse()) this.releaseRow(row);
  }

  /** Gives the rows from one on, which are all 0, what a row that is given back has. */
  protected prepare(_first: number): void {}

  /** Sees to it that a row is on the stack. */
  private addRows(): void {
    this.end = NOWHERE;
    if (this.aside.length === 0) this.grow();
    else for (const row of this.aside.splice(0)) this.releaseRow(row);
  }

  private grow(): void {
    const before = this.rows;
    this.rows = before * 2;
    const fields = this as unknown as Record<string, Column>;
    for (const [name, column] of Object.entries(fields)) {
      if (ArrayBuffer.isView(column)) fields[name] = lengthened(column, this.rows);
    }
    this.prepare(before);
    this.addFree(before);
  }

  /** The first of the rows from one on is taken first. */
  private addFree(first: number): void {
    for (let row = this.rows - 1; row >= first; row--) this.releaseRow(row);
  }
}
