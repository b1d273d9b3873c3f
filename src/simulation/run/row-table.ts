import { grow } from '../../kernel/grown.js';

type Column = Float64Array | Int32Array | Int8Array | Uint8Array;

/** Index beyond every row. */
const BEYOND_ALL_ROWS = 0x7fff_ffff;

/**
 * Rows as columns of typed arrays: memory follows the number of rows in use at once, since released rows are
 * reused. Every field of a subclass that is a typed array is a column; all of them grow together.
 */
export class RowTable {
  declare rows: number;
  /** A stack of the rows not in use. */
  declare private free: Int32Array;
  declare private freeCount: number;
  /** Unused rows from this index on are tracked here rather than on the stack. */
  private end = BEYOND_ALL_ROWS;
  private readonly aside: number[] = [];

  constructor(capacity: number) {
    this.rows = capacity;
    this.free = new Int32Array(capacity);
    this.freeCount = 0;
    this.addFree(0);
  }

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

  /** From now on, prefers rows before `end`, the first ones first, so that rows in use become contiguous. */
  gather(end: number): void {
    const free = this.free.slice(0, this.freeCount).sort();
    this.end = end;
    this.freeCount = 0;
    for (const row of free.reverse()) this.releaseRow(row);
  }

  /** Sets new rows, which are all 0, to the state of released rows. */
  protected prepare(_first: number): void {}

  /** Ensures that a row is on the stack. */
  private addRows(): void {
    this.end = BEYOND_ALL_ROWS;
    if (this.aside.length === 0) this.grow();
    else for (const row of this.aside.splice(0)) this.releaseRow(row);
  }

  private grow(): void {
    const before = this.rows;
    this.rows = before * 2;
    const fields = this as unknown as Record<string, Column>;
    for (const [name, column] of Object.entries(fields)) {
      if (ArrayBuffer.isView(column)) fields[name] = grow(column, this.rows);
    }
    this.prepare(before);
    this.addFree(before);
  }

  /** Adds free rows from an index on; the first one is taken first. */
  private addFree(first: number): void {
    for (let row = this.rows - 1; row >= first; row--) this.releaseRow(row);
  }
}
