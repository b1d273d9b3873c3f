import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { NumberColumn } from './number-column.js';

/** Rows whose long values are compressed together. */
const GROUP = 64;
/** Groups that are kept as they are read. */
const READ_GROUPS = 16;
/** So many short values are kept once for all rows that have them, such as an empty record. */
const MAX_SHARED = 256;
const MAX_SHARED_LENGTH = 64;
/** Stands for a value that is in its group. */
const IN_GROUP = -1;

/** Fast: what is like its neighbours is found by any effort. */
const LEVEL = 1;

/** Plain data of rows that only grow more, in little room; exact, but for what JSON does not know. */
export class ValueColumn {
  /** By row the place of a shared value, or {@link IN_GROUP}. */
  readonly #codes = new NumberColumn();
  readonly #places = new Map<string, number>();
  readonly #shared: unknown[] = [];
  readonly #groups: (Uint8Array | undefined)[] = [];
  /** By place in it, what the last group has in JSON. */
  #last = new Map<number, string>();
  #length = 0;
  readonly #read = new Map<number, Readonly<Record<number, unknown>>>();

  add(value: unknown): void {
    const text = JSON.stringify(value);
    const code = this.#sharedPlace(text, value);
    this.#codes.add(code);
    if (code === IN_GROUP) this.#last.set(this.#length % GROUP, text);
    this.#length += 1;
    if (this.#length % GROUP > 0) return;
    this.#groups.push(this.#last.size === 0 ? undefined : packed(this.#last));
    this.#last = new Map();
  }

  at(row: number): unknown {
    const code = this.#codes.at(row);
    if (code !== IN_GROUP) return this.#shared[code];
    const group = Math.floor(row / GROUP);
    const place = row % GROUP;
    return group === this.#groups.length ? JSON.parse(this.#last.get(place)!) : this.#group(group)[place];
  }

  #sharedPlace(text: string, value: unknown): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    if (this.#shared.length >= MAX_SHARED || text.length > MAX_SHARED_LENGTH) return IN_GROUP;
    this.#places.set(text, this.#shared.length);
    this.#shared.push(value);
    return this.#shared.length - 1;
  }

  #group(number: number): Readonly<Record<number, unknown>> {
    let found = this.#read.get(number);
    if (found === undefined) {
      found = JSON.parse(inflateRawSync(this.#groups[number]!).toString()) as Record<number, unknown>;
      const [oldest] = this.#read.keys();
      if (this.#read.size >= READ_GROUPS) this.#read.delete(oldest!);
      this.#read.set(number, found);
    }
    return found;
  }
}

/** An object of JSON with a field for each place; copied, since what the compressor gives keeps its larger buffer. */
function packed(values: ReadonlyMap<number, string>): Uint8Array {
  const fields = [...values].map(([place, text]) => `"${place}":${text}`);
  return new Uint8Array(deflateRawSync(`{${fields.join()}}`, { level: LEVEL }));
}
