/** Bytes of a pool: packed counts are adjacent in it, because an array for each would be larger than they are. */
const POOL_BYTES = 1 << 16;
/** A count or a gap takes at most this many bytes of seven bits. */
const MAX_BYTES = 8;
/** Up to here every whole number is written exactly. */
const MAX_COUNT = 0x2_0000_0000_0000;

let pool = new Uint8Array(0);
let used = 0;

/** Counts of neighbouring buckets with the zeros left out, at rest: a hundredth to a third of what they take as numbers. */
export interface SparseCounts {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/**
 * Packs counts: for each that is not 0 the zeros before it and the count, as numbers of seven bits a byte, low ones first.
 * @returns `undefined` for counts that are not whole numbers, such as weighted ones
 */
export function packCounts(counts: Float64Array): SparseCounts | undefined {
  let most = 0;
  for (const count of counts) {
    if (count === 0) continue;
    if (!Number.isInteger(count) || count < 0 || count > MAX_COUNT) return undefined;
    most += 2 * MAX_BYTES;
  }
  const bytes = roomFor(most);
  const from = used;
  let at = from;
  let gap = 0;
  for (const count of counts) {
    if (count === 0) {
      gap += 1;
      continue;
    }
    at = written(bytes, written(bytes, at, gap), count);
    gap = 0;
  }
  used = at;
  return { bytes, from, to: at };
}

/** Adds packed counts to others. @param place of their first bucket in `target` */
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

function roomFor(bytes: number): Uint8Array {
  if (used + bytes > pool.length) {
    pool = new Uint8Array(Math.max(POOL_BYTES, bytes));
    used = 0;
  }
  return pool;
}

function written(bytes: Uint8Array, place: number, number: number): number {
  let at = place;
  let left = number;
  while (left >= 0x80) {
    bytes[at++] = (left % 128) | 0x80;
    left = Math.floor(left / 128);
  }
  bytes[at++] = left;
  return at;
}
