/** Size of a pool, in bytes. Packed counts share it, because an array for each would be larger than the counts. */
const POOL_BYTES = 1 << 16;
/** Maximum size of a count or a gap, in bytes of seven bits. */
const MAX_BYTES = 8;
/** Whole numbers up to this are packed exactly. */
const MAX_COUNT = 0x2_0000_0000_0000;

let pool = new Uint8Array(0);
let used = 0;

/** Packed counts of neighbouring buckets without the zeros: a hundredth to a third of their size as numbers. */
export interface SparseCounts {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/**
 * Packs counts: for each that is not 0, the number of zeros before it, then the count. Numbers take seven bits per
 * byte, low ones first.
 * @returns `undefined` for counts that are not whole numbers, such as weighted ones
 */
export function packCounts(counts: Float64Array): SparseCounts | undefined {
  let max_bytes = 0;
  for (const count of counts) {
    if (count === 0) continue;
    if (!Number.isInteger(count) || count < 0 || count > MAX_COUNT) return undefined;
    max_bytes += 2 * MAX_BYTES;
  }
  const bytes = reserve(max_bytes);
  const from = used;
  let at = from;
  let gap = 0;
  for (const count of counts) {
    if (count === 0) {
      gap += 1;
      continue;
    }
    at = writeNumber(bytes, writeNumber(bytes, at, gap), count);
    gap = 0;
  }
  used = at;
  return { bytes, from, to: at };
}

/** Adds packed counts to others. @param place index of their first bucket in `target` */
export function addCounts({ bytes, from, to }: SparseCounts, target: Float64Array, place: number): void {
  let index = place;
  let isGap = true;
  for (let at = from; at < to; ) {
    let value = 0;
    let unit = 1;
    let byte: number;
    do {
      byte = bytes[at++]!;
      value += (byte & 0x7f) * unit;
      unit *= 128;
    } while (byte >= 0x80);
    if (isGap) index += value;
    else target[index++]! += value;
    isGap = !isGap;
  }
}

function reserve(bytes: number): Uint8Array {
  if (used + bytes > pool.length) {
    pool = new Uint8Array(Math.max(POOL_BYTES, bytes));
    used = 0;
  }
  return pool;
}

function writeNumber(bytes: Uint8Array, place: number, number: number): number {
  let at = place;
  let left = number;
  while (left >= 0x80) {
    bytes[at++] = (left % 128) | 0x80;
    left = Math.floor(left / 128);
  }
  bytes[at++] = left;
  return at;
}
