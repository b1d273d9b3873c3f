import { createHash } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';

/** Each record: its length, the beginning of its SHA-256, and its bytes. */
const LENGTH_BYTES = 4;
const CHECK_BYTES = 8;
const HEAD_BYTES = LENGTH_BYTES + CHECK_BYTES;

/** A record framed for an append-only file, so that a truncated or altered record is detected. */
export function framed(record: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(record.length);
  head.set(check(record), LENGTH_BYTES);
  return Buffer.concat([head, record]);
}

/**
 * The records from a place on, up to the first that is not whole.
 * @returns the records, which share the memory of `bytes`, and the place behind the last of them
 */
export function wholeRecords(
  bytes: Buffer,
  from = 0,
): { readonly records: readonly Uint8Array[]; readonly end: number } {
  const records: Uint8Array[] = [];
  let end = from;
  while (end + HEAD_BYTES <= bytes.length) {
    const start = end + HEAD_BYTES;
    const length = bytes.readUInt32LE(end);
    const record = bytes.subarray(start, start + length);
    if (record.length < length || !check(record).equals(bytes.subarray(end + LENGTH_BYTES, start))) break;
    records.push(record);
    end = start + length;
  }
  return { records, end };
}

/** A record in a file, and where its bytes are. */
export interface PlacedRecord {
  readonly bytes: Buffer;
  readonly place: number;
}

/**
 * The whole records of a file, one after the other, up to the first that is not; the file may be larger than memory.
 * @param descriptor of a file that is open for reading
 */
export function* recordsIn(descriptor: number): Generator<PlacedRecord, void, undefined> {
  const { size } = fstatSync(descriptor);
  let end = 0;
  while (end + HEAD_BYTES <= size) {
    const head = bytesAt(descriptor, end, HEAD_BYTES);
    const [place, length] = [end + HEAD_BYTES, head.readUInt32LE(0)];
    if (place + length > size) return;
    const bytes = bytesAt(descriptor, place, length);
    if (!check(bytes).equals(head.subarray(LENGTH_BYTES))) return;
    yield { bytes, place };
    end = place + length;
  }
}

/** So many bytes of a file from a place on, which it must have. */
export function bytesAt(descriptor: number, place: number, length: number): Buffer {
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
