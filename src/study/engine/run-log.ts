import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { bytesAt, framed, recordsIn } from '../../files/record-log.js';
import {
  type PackedObservations,
  packObservations,
  unpackObservations,
} from '../runs/observations-transfer.js';
import type { KeptRun } from './run-ledger.js';

/** Keys are SHA-256 in base64url. */
const KEY_BYTES = 43;

/** Histograms are mostly zeros, which the fastest way finds as well. */
const FAST = 1;

/** A run as it is written behind its key. */
type StoredRun = readonly [
  packed: PackedObservations,
  weekday_use: KeptRun['weekday_use'],
  shape?: KeptRun['shape'],
];

/**
 * A file of runs that only grows: a head that says what they belong to, then a record a run, so that whatever ends the
 * process leaves the runs before readable. In memory there is only where each of them is.
 */
export class RunLog {
  readonly #descriptor: number;
  readonly #places = new Map<string, { readonly place: number; readonly length: number }>();
  #end = 0;
  /** `undefined` in a file that was never written completely. */
  readonly head: unknown;

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
    for (const { bytes, place } of recordsIn(descriptor)) {
      if (this.#end === 0) this.head = deserialize(bytes);
      else this.#places.set(bytes.toString('latin1', 0, KEY_BYTES), { place, length: bytes.length });
      this.#end = place + bytes.length;
    }
  }

  /** Begins a file anew. @param head plain data */
  static begin(file: string, head: unknown): RunLog {
    const descriptor = openSync(file, 'w+');
    writeSync(descriptor, framed(serialize(head)));
    return new RunLog(descriptor);
  }

  /** Reads a file to go on with it: what was cut short at its end is given up. */
  static resume(file: string): RunLog {
    const descriptor = openSync(file, 'r+');
    const log = new RunLog(descriptor);
    ftruncateSync(descriptor, log.#end);
    return log;
  }

  /** Runs there are. */
  get count(): number {
    return this.#places.size;
  }

  find(key: string): KeptRun | undefined {
    const found = this.#places.get(key);
    if (found === undefined) return undefined;
    const bytes = bytesAt(this.#descriptor, found.place, found.length);
    const [packed, weekday_use, shape] = deserialize(inflateRawSync(bytes.subarray(KEY_BYTES))) as StoredRun;
    return {
      observations: unpackObservations(packed),
      ...(weekday_use && { weekday_use }),
      ...(shape && { shape }),
    };
  }

  append(key: string, { observations, weekday_use, shape }: KeptRun): void {
    const stored: StoredRun = [packObservations(observations), weekday_use, shape];
    const packed = deflateRawSync(serialize(stored), { level: FAST });
    const record = Buffer.concat([Buffer.from(key, 'latin1'), packed]);
    const bytes = framed(record);
    writeWhole(this.#descriptor, bytes, this.#end);
    this.#end += bytes.length;
    const { length } = record;
    this.#places.set(key, { place: this.#end - length, length });
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** A disk that is nearly full takes a part of what it is given. */
function writeWhole(descriptor: number, bytes: Buffer, place: number): void {
  let written = 0;
  while (written < bytes.length)
    written += writeSync(descriptor, bytes, written, bytes.length - written, place + written);
}
