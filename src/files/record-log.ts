import { createHash } from 'node:crypto';

/** Each record: its length, the beginning of its SHA-256, and its bytes. */
const LENGTH_BYTES = 4;
const CHECK_BYTES = 8;
const HEAD_BYTES = LENGTH_BYTES + CHECK_BYTES;

/** A record as it is written to a file that only grows, so that one that was cut short or altered can be told. */
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

function check(record: Uint8Array): Buffer {
  return createHash('sha256').update(record).digest().subarray(0, CHECK_BYTES);
}
