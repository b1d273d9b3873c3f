import { MomentPacker } from '../../moments/moment-packer.js';
import type { PackedMoments } from '../../moments/packed-moments.js';

/** The rows of a trace while they are read: growing columns of numbers, not an object a row. */
export class RawSeries {
  #length = 0;
  readonly #expected: number;
  #times: Float64Array;
  /** None for single arrivals, which are many and of which only the moment matters. */
  #lines: Uint32Array;
  /** Line of the first row that is earlier than the row before it; 0 for none. */
  first_back_line = 0;
  readonly #values: Float64Array[];
  /** Single arrivals, as long as they can be packed. */
  #packer: MomentPacker | undefined;

  /**
   * @param columns how many values a row has
   * @param rows how many are expected, for which room is made: memory that is never written to costs nothing
   * @param packs whether moments are packed
   */
  constructor(columns: number, rows = 1024, packs = false) {
    if (packs) this.#packer = new MomentPacker();
    this.#expected = rows;
    const capacity = packs ? 0 : rows;
    this.#times = new Float64Array(capacity);
    this.#lines = new Uint32Array(columns === 0 ? 0 : capacity);
    this.#values = Array.from({ length: columns }, () => new Float64Array(capacity));
  }

  /** Adds a row, whose values are 0 until they are set. */
  push(time: number, line: number): void {
    if (this.#packer !== undefined) {
      if (this.#packer.push(time)) return;
      this.#unpack();
    }
    if (this.#length === this.#times.length) this.#grow();
    this.#times[this.#length] = time;
    if (this.#values.length > 0) this.#lines[this.#length] = line;
    if (this.first_back_line === 0 && this.#length > 0 && time < this.#times[this.#length - 1]!) {
      this.first_back_line = line;
    }
    this.#length += 1;
  }

  /** Sets a value of the row added last. */
  set(column: number, value: number): void {
    this.#values[column]![this.#length - 1] = value;
  }

  /** Single arrivals that were to be packed and could be. */
  packed(): PackedMoments | undefined {
    const packed = this.#packer?.packed();
    if (this.#packer !== undefined && packed === undefined) this.#unpack();
    return packed;
  }

  /** The rows so far with one of their columns, as views that later rows may not change; zeros without a column. */
  rows(column: number): SeriesRows {
    const times = this.#times.subarray(0, this.#length);
    const values = this.#values[column]?.subarray(0, this.#length) ?? new Float64Array(0);
    return { times, values, lines: this.#lines.subarray(0, this.#length) };
  }

  #unpack(): void {
    const times = this.#packer!.unpacked();
    this.#length = times.length;
    this.#packer = undefined;
    this.#times = new Float64Array(Math.max(this.#expected, times.length));
    this.#times.set(times);
  }

  #grow(): void {
    const capacity = Math.max(1024, this.#times.length * 2);
    const grown = <Column extends Float64Array | Uint32Array>(larger: Column, column: Column) => {
      larger.set(column);
      return larger;
    };
    this.#times = grown(new Float64Array(capacity), this.#times);
    if (this.#values.length > 0) this.#lines = grown(new Uint32Array(capacity), this.#lines);
    for (let i = 0; i < this.#values.length; i++) {
      this.#values[i] = grown(new Float64Array(capacity), this.#values[i]!);
    }
  }
}

/** Rows as columns of one length; times in seconds after the file's origin. */
export interface SeriesRows {
  readonly times: Float64Array;
  /** Empty for single arrivals. */
  readonly values: Float64Array;
  /** Lines of the file, from 1; empty for single arrivals. */
  readonly lines: Uint32Array;
}

/** The rows at these places, in this order. */
export function pickRows(rows: SeriesRows, places: ArrayLike<number>): SeriesRows {
  const times = new Float64Array(places.length);
  const values = new Float64Array(rows.values.length === 0 ? 0 : places.length);
  const lines = new Uint32Array(rows.lines.length === 0 ? 0 : places.length);
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!;
    times[i] = rows.times[place]!;
    if (values.length > 0) values[i] = rows.values[place]!;
    if (lines.length > 0) lines[i] = rows.lines[place]!;
  }
  return { times, values, lines };
}

/** A run of rows, as views. */
export function sliceRows(rows: SeriesRows, from: number, to: number): SeriesRows {
  return {
    times: rows.times.subarray(from, to),
    values: rows.values.subarray(from, to),
    lines: rows.lines.subarray(from, to),
  };
}
