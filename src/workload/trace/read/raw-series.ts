/** The rows of a trace while they are read: growing columns of numbers, not an object a row. */
export class RawSeries {
  #length = 0;
  #times = new Float64Array(1024);
  #values = new Float64Array(1024);
  #lines = new Uint32Array(1024);

  /** Adds a row. */
  push(time: number, value: number, line: number): void {
    if (this.#length === this.#times.length) this.#grow();
    this.#times[this.#length] = time;
    this.#values[this.#length] = value;
    this.#lines[this.#length] = line;
    this.#length += 1;
  }

  /** The rows so far, as views that later rows may not change. */
  rows(): SeriesRows {
    return {
      times: this.#times.subarray(0, this.#length),
      values: this.#values.subarray(0, this.#length),
      lines: this.#lines.subarray(0, this.#length),
    };
  }

  #grow(): void {
    const capacity = this.#times.length * 2;
    const times = new Float64Array(capacity);
    const values = new Float64Array(capacity);
    const lines = new Uint32Array(capacity);
    times.set(this.#times);
    values.set(this.#values);
    lines.set(this.#lines);
    this.#times = times;
    this.#values = values;
    this.#lines = lines;
  }
}

/** Rows as columns of one length; times in seconds after the file's origin. */
export interface SeriesRows {
  readonly times: Float64Array;
  /** 0 in each row of single arrivals. */
  readonly values: Float64Array;
  /** Lines of the file, from 1. */
  readonly lines: Uint32Array;
}

/** The rows at these places, in this order. */
export function pickRows(rows: SeriesRows, places: ArrayLike<number>): SeriesRows {
  const times = new Float64Array(places.length);
  const values = new Float64Array(places.length);
  const lines = new Uint32Array(places.length);
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!;
    times[i] = rows.times[place]!;
    values[i] = rows.values[place]!;
    lines[i] = rows.lines[place]!;
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
