import { createHash } from 'node:crypto';
import { closeSync, fstatSync, ftruncateSync, readSync, writeSync } from 'node:fs';

/** Header of a record: its length and the beginning of its SHA-256. */
const LENGTH_BYTES = 4;
const CHECK_BYTES = 8;
const HEAD_BYTES = LENGTH_BYTES + CHECK_BYTES;

/** The position of a record's bytes in a file. */
export interface RecordPlace {
  readonly place: number;
  readonly length: number;
}

/** An append-only file of records, which stay readable even if the process crashes. It may exceed memory. */
export class RecordLog {
  /** Open for reading and writing. */
  readonly descriptor: number;
  #end: number;

  /** @param from offset of the first record, in bytes */
  constructor(descriptor: number, from = 0) {
    this.descriptor = descriptor;
    this.#end = from;
  }

  /** Offset of the next record, in bytes. */
  get end(): number {
    return this.#end;
  }

  /** Reads records from the current end to the first that is truncated or altered, which becomes the new end. */
  *read(): Generator<RecordPlace & { readonly bytes: Buffer }, void, undefined> {
    const { size } = fstatSync(this.descriptor);
    while (this.#end + HEAD_BYTES <= size) {
      const head = bytesAt(this.descriptor, this.#end, HEAD_BYTES);
      const [place, length] = [this.#end + HEAD_BYTES, head.readUInt32LE(0)];
      if (place + length > size) return;
      const bytes = bytesAt(this.descriptor, place, length);
      if (!check(bytes).equals(head.subarray(LENGTH_BYTES))) return;
      this.#end = place + length;
      yield { bytes, place, length };
    }
  }

  /** Discards everything after the end. */
  truncate(): void {
    ftruncateSync(this.descriptor, this.#end);
  }

  /** Appends a record; a crash of the machine may lose it until the file is synchronized. */
  append(record: Uint8Array): RecordPlace {
    const bytes = frameRecord(record);
    writeAt(this.descriptor, bytes, this.#end);
    this.#end += bytes.length;
    return { place: this.#end - record.length, length: record.length };
  }

  at({ place, length }: RecordPlace): Buffer {
    return bytesAt(this.descriptor, place, length);
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

/** A record with its header, which reveals truncation and alteration. */
export function frameRecord(record: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(record.length);
  head.set(check(record), LENGTH_BYTES);
  return Buffer.concat([head, record]);
}

/** Writes all bytes at an offset, even if the system writes fewer at a time, as on a nearly full disk. */
export function writeAt(descriptor: number, bytes: Uint8Array, place: number): void {
  for (let written = 0; written < bytes.length; )
    written += writeSync(descriptor, bytes, written, bytes.length - written, place + written);
}

function bytesAt(descriptor: number, place: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const more = readSync(descriptor, bytes, read, length - read, place + read);
    if (more === 0) throw new RangeError(`record log: expected ${length} bytes at ${place}, found ${read}`);
    read += more;
  }
  return bytes;
}

function check(record: Uint8Array): Buffer {
  return createHash('sha256').update(record).digest().subarray(0, CHECK_BYTES);
}
