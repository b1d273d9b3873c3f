import { ZERO } from '../kernel/zero.js';
import { addCounts, packCounts, type SparseCounts } from './counts/sparse-counts.js';

/** 2^7 sub-buckets per octave, so a bucket is at most 1/128 wide relative to its lower edge. */
const SUB_BUCKET_BITS = 7;
const SHIFT = 20 - SUB_BUCKET_BITS;
/** The smallest and largest distinguished binary exponents: 2^−40 (about 1e−12) to 2^40 (about 1e12). */
const MIN_EXPONENT = -40;
const MAX_EXPONENT = 40;
const BASE = (MIN_EXPONENT + 1023) << SUB_BUCKET_BITS;
const BUCKETS = (MAX_EXPONENT - MIN_EXPONENT) << SUB_BUCKET_BITS;

/** Counters are allocated for whole octaves, on demand. */
const OCTAVE = 1 << SUB_BUCKET_BITS;

/** Number of figures before the counts in the array form. */
const HEAD = 6;

const NONE = new Float64Array(0);

/** Scratch space for reading one packed histogram at a time. */
let unpacked = new Float64Array(OCTAVE);

/** The bits of a float64 as two 32-bit words; needs a little-endian machine, as does Node. */
const bits = new ArrayBuffer(8);
const asFloat = new Float64Array(bits);
const asWords = new Int32Array(bits);

/**
 * A log-linear histogram of non-negative values, indexed by the leading bits of the float itself.
 *
 * Quantiles are the middle of a bucket: relative error at most 2^−8 = 0.39 % for values between 1e−12 and
 * 1e12; count, sum, minimum and maximum are exact. Values below the range count as zero, values above it
 * fall into the last bucket. Two histograms merge exactly. After the idea of HdrHistogram (G. Tene).
 *
 * Counters exist only for the octaves between the lowest and the highest value. An empty histogram needs almost no
 * memory, one of latencies a few kilobytes, and a packed one of latencies some hundred bytes.
 */
export class Histogram {
  /** Counts of the buckets from `first` on. */
  private counts = NONE;
  private first = 0;
  private zeros = 0;
  private counted = 0;
  private total = ZERO;
  private least = Number.POSITIVE_INFINITY;
  private greatest = ZERO;
  /** Lowest and highest bucket in use, so that merging and clearing a sparse histogram is cheap. */
  private low = BUCKETS;
  private high = -1;
  /** Packed counts, used instead of `counts` until the next addition. */
  private packed: SparseCounts | undefined;

  get count(): number {
    return this.counted;
  }

  get sum(): number {
    return this.total;
  }

  /** The arithmetic mean, 0 when empty. */
  get mean(): number {
    return this.counted === 0 ? 0 : this.total / this.counted;
  }

  /** The smallest value seen, 0 when empty. */
  get min(): number {
    return this.counted === 0 ? 0 : this.least;
  }

  /** The largest value seen, 0 when empty. */
  get max(): number {
    return this.greatest;
  }

  /** Restores a histogram from the array form of {@link toArray}. */
  static fromArray(array: Float64Array): Histogram {
    const histogram = new Histogram();
    const [low, zeros, count, sum, min, max] = array;
    histogram.zeros = zeros!;
    histogram.counted = count!;
    histogram.total = sum!;
    histogram.least = min!;
    histogram.greatest = max!;
    if (array.length > HEAD) {
      histogram.low = low!;
      histogram.high = low! + array.length - HEAD - 1;
      histogram.cover(histogram.low, histogram.high);
      histogram.counts.set(array.subarray(HEAD), histogram.low - histogram.first);
    }
    return histogram;
  }

  /** Packs the counts, if they allow it, to save memory until the next addition. */
  static packedFromArray(array: Float64Array): Histogram {
    const packed = array.length > HEAD ? packCounts(array.subarray(HEAD)) : undefined;
    if (packed === undefined) return Histogram.fromArray(array);
    const histogram = Histogram.fromArray(array.subarray(0, HEAD));
    histogram.low = array[0]!;
    histogram.high = array[0]! + array.length - HEAD - 1;
    histogram.first = histogram.low;
    histogram.packed = packed;
    return histogram;
  }

  /**
   * The exact contents as one array, for a message to another thread: six figures, then the counts from the lowest to
   * the highest bucket in use.
   */
  toArray(): Float64Array {
    const used = Math.max(0, this.high - this.low + 1);
    const array = new Float64Array(HEAD + used);
    const low = used === 0 ? 0 : this.low;
    array.set([low, this.zeros, this.counted, this.total, this.least, this.greatest]);
    if (used > 0) array.set(this.readable().subarray(low - this.first, low - this.first + used), HEAD);
    return array;
  }

  /** Adds one value; a negative or NaN value is an error. @param weight number of values that it represents */
  add(value: number, weight = 1): void {
    if (!(value >= 0)) refuse(value);
    if (weight === 0) return;
    this.counted += weight;
    this.total += value * weight;
    if (value < this.least) this.least = value;
    if (value > this.greatest) this.greatest = value;
    asFloat[0] = value;
    const index = (asWords[1]! >> SHIFT) - BASE;
    // A single comparison: as an unsigned number, the place of a bucket before the first is huge.
    if ((index - this.first) >>> 0 < this.counts.length) this.increment(index, weight);
    else this.addOutside(index, weight);
  }

  /** Adds the counts of `other` exactly. */
  merge(other: Histogram): void {
    if (other.counted === 0) return;
    if (other.high >= 0) {
      this.cover(other.low, other.high);
      const from = other.readable();
      const into = this.counts;
      const shift = other.first - this.first;
      const end = other.high - other.first;
      for (let place = other.low - other.first; place <= end; place++) into[place + shift]! += from[place]!;
    }
    this.zeros += other.zeros;
    this.counted += other.counted;
    this.total += other.total;
    if (other.least < this.least) this.least = other.least;
    if (other.greatest > this.greatest) this.greatest = other.greatest;
    if (other.low < this.low) this.low = other.low;
    if (other.high > this.high) this.high = other.high;
  }

  /** The same counts with a sum from another source, such as an exact one. */
  withSum(sum: number): Histogram {
    const same = new Histogram();
    same.merge(this);
    same.total = sum;
    return same;
  }

  /** Clears the histogram in time proportional to the buckets in use. */
  clear(): void {
    this.unpack();
    if (this.high >= 0) this.counts.fill(0, this.low - this.first, this.high + 1 - this.first);
    this.zeros = 0;
    this.counted = 0;
    this.total = 0;
    this.least = Number.POSITIVE_INFINITY;
    this.greatest = 0;
    this.low = BUCKETS;
    this.high = -1;
  }

  /**
   * The value below which a share `p` of the observations lies (nearest rank), 0 when empty.
   * @param p a probability in [0, 1]
   */
  quantile(p: number): number {
    if (this.counted === 0) return 0;
    const rank = Math.max(1, Math.ceil(p * this.counted));
    if (rank >= this.counted) return this.greatest;
    let seen = this.zeros;
    if (seen >= rank) return Math.min(this.greatest, 0);
    const counts = this.readable();
    for (let index = this.low; index <= this.high; index++) {
      seen += counts[index - this.first]!;
      if (seen >= rank) return Math.min(this.greatest, Math.max(this.least, bucketMiddle(index)));
    }
    return this.greatest;
  }

  /** The share of observations at or below `value`, exact up to the width of one bucket. */
  shareAtMost(value: number): number {
    if (this.counted === 0) return 0;
    let seen = this.zeros;
    const counts = this.readable();
    for (let index = this.low; index <= this.high && bucketMiddle(index) <= value; index++) {
      seen += counts[index - this.first]!;
    }
    return seen / this.counted;
  }

  /** The buckets in use, ascending, each with its middle and its count. */
  buckets(): readonly { readonly value: number; readonly count: number }[] {
    const used: { value: number; count: number }[] = [];
    if (this.zeros > 0) used.push({ value: 0, count: this.zeros });
    const counts = this.readable();
    for (let index = this.low; index <= this.high; index++) {
      const count = counts[index - this.first]!;
      if (count > 0) used.push({ value: bucketMiddle(index), count });
    }
    return used;
  }

  /** The counts from `first` on; for a packed histogram, valid until the next one is read. */
  private readable(): Float64Array {
    if (this.packed === undefined) return this.counts;
    const used = this.high - this.low + 1;
    if (unpacked.length < used) unpacked = new Float64Array(used);
    else unpacked.fill(0, 0, used);
    addCounts(this.packed, unpacked, 0);
    return unpacked;
  }

  /** Unpacks the counts. */
  private unpack(): void {
    const packed = this.packed;
    if (packed === undefined) return;
    this.packed = undefined;
    this.first = 0;
    this.cover(this.low, this.high);
    addCounts(packed, this.counts, this.low - this.first);
  }

  private increment(index: number, weight: number): void {
    this.counts[index - this.first]! += weight;
    if (index < this.low) this.low = index;
    if (index > this.high) this.high = index;
  }

  /** Counts a value whose bucket has no counter yet, or is out of range. */
  private addOutside(index: number, weight: number): void {
    if (index < 0) {
      this.zeros += weight;
      return;
    }
    const bucket = Math.min(index, BUCKETS - 1);
    this.cover(bucket, bucket);
    this.increment(bucket, weight);
  }

  /** Allocates counters from one bucket to another, including the octaves between them and existing counters. */
  private cover(low: number, high: number): void {
    this.unpack();
    const before = this.counts;
    const none = before.length === 0;
    const from = Math.floor(low / OCTAVE) * OCTAVE;
    const until = (Math.floor(high / OCTAVE) + 1) * OCTAVE;
    const first = none ? from : Math.min(from, this.first);
    const end = none ? until : Math.max(until, this.first + before.length);
    if (end - first === before.length) return;
    const counts = new Float64Array(end - first);
    if (!none) counts.set(before, this.first - first);
    this.counts = counts;
    this.first = first;
  }
}

/** Merges several histograms exactly into a new one. */
export function mergedHistogram(histograms: Iterable<Histogram>): Histogram {
  const all = new Histogram();
  for (const histogram of histograms) all.merge(histogram);
  return all;
}

/** The middle of bucket `index`: its lower edge and its upper edge, averaged. */
function bucketMiddle(index: number): number {
  asWords[0] = 0;
  asWords[1] = (index + BASE) << SHIFT;
  const lower = asFloat[0]!;
  asWords[1] = (index + BASE + 1) << SHIFT;
  return (lower + asFloat[0]!) / 2;
}

function refuse(value: number): never {
  throw new RangeError(`histogram: expected a value of 0 or more, got ${value}`);
}
