/** Sub-buckets an octave: 2^7, so a bucket is at most 1/128 wide relative to its lower edge. */
const SUB_BUCKET_BITS = 7;
const SHIFT = 20 - SUB_BUCKET_BITS;
/** The smallest and largest binary exponents told apart: 2^−40 (about 1e−12) to 2^40 (about 1e12). */
const MIN_EXPONENT = -40;
const MAX_EXPONENT = 40;
const BASE = (MIN_EXPONENT + 1023) << SUB_BUCKET_BITS;
const BUCKETS = (MAX_EXPONENT - MIN_EXPONENT) << SUB_BUCKET_BITS;

/** Figures before the counts in the array form. */
const HEAD = 6;

/** The bits of a float64, read as two 32-bit words; little-endian machines only, which is all Node runs on. */
const bits = new ArrayBuffer(8);
const asFloat = new Float64Array(bits);
const asWords = new Int32Array(bits);

/**
 * A log-linear histogram of non-negative values, indexed by the leading bits of the float itself.
 *
 * Quantiles are the middle of a bucket: relative error at most 2^−8 = 0.39 % for values between 1e−12 and
 * 1e12; count, sum, minimum and maximum are exact. Values below the range count as zero, values above it
 * fall into the last bucket. Two histograms merge exactly. After the idea of HdrHistogram (G. Tene).
 */
export class Histogram {
  readonly #counts = new Float64Array(BUCKETS);
  #zeros = 0;
  #count = 0;
  #sum = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = 0;
  /** Lowest and highest bucket in use, so that merging and clearing a sparse histogram is cheap. */
  #low = BUCKETS;
  #high = -1;

  get count(): number {
    return this.#count;
  }

  get sum(): number {
    return this.#sum;
  }

  /** The arithmetic mean, 0 when empty. */
  get mean(): number {
    return this.#count === 0 ? 0 : this.#sum / this.#count;
  }

  /** The smallest value seen, 0 when empty. */
  get min(): number {
    return this.#count === 0 ? 0 : this.#min;
  }

  /** The largest value seen, 0 when empty. */
  get max(): number {
    return this.#max;
  }

  /** A histogram from what {@link toArray} gave. */
  static fromArray(array: Float64Array): Histogram {
    const histogram = new Histogram();
    const [low, zeros, count, sum, min, max] = array;
    histogram.#counts.set(array.subarray(HEAD), low);
    histogram.#zeros = zeros!;
    histogram.#count = count!;
    histogram.#sum = sum!;
    histogram.#min = min!;
    histogram.#max = max!;
    if (array.length > HEAD) {
      histogram.#low = low!;
      histogram.#high = low! + array.length - HEAD - 1;
    }
    return histogram;
  }

  /**
   * Everything that was counted as one array, exact, for a message to another thread: six figures, then the counts
   * from the lowest to the highest bucket in use.
   */
  toArray(): Float64Array {
    const used = Math.max(0, this.#high - this.#low + 1);
    const array = new Float64Array(HEAD + used);
    const low = used === 0 ? 0 : this.#low;
    array.set([low, this.#zeros, this.#count, this.#sum, this.#min, this.#max]);
    if (used > 0) array.set(this.#counts.subarray(low, low + used), HEAD);
    return array;
  }

  /** Adds one value; a negative or NaN value is an error. */
  add(value: number): void {
    if (!(value >= 0)) throw new RangeError(`histogram: expected a value of 0 or more, got ${value}`);
    this.#count += 1;
    this.#sum += value;
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
    asFloat[0] = value;
    let index = (asWords[1]! >> SHIFT) - BASE;
    if (index < 0) {
      this.#zeros += 1;
      return;
    }
    if (index >= BUCKETS) index = BUCKETS - 1;
    this.#counts[index]! += 1;
    if (index < this.#low) this.#low = index;
    if (index > this.#high) this.#high = index;
  }

  /** Adds everything `other` has counted; exact. */
  merge(other: Histogram): void {
    if (other.#count === 0) return;
    for (let index = other.#low; index <= other.#high; index++) this.#counts[index]! += other.#counts[index]!;
    this.#zeros += other.#zeros;
    this.#count += other.#count;
    this.#sum += other.#sum;
    if (other.#min < this.#min) this.#min = other.#min;
    if (other.#max > this.#max) this.#max = other.#max;
    if (other.#low < this.#low) this.#low = other.#low;
    if (other.#high > this.#high) this.#high = other.#high;
  }

  /** Forgets everything; costs no more than the buckets in use. */
  clear(): void {
    if (this.#high >= 0) this.#counts.fill(0, this.#low, this.#high + 1);
    this.#zeros = 0;
    this.#count = 0;
    this.#sum = 0;
    this.#min = Number.POSITIVE_INFINITY;
    this.#max = 0;
    this.#low = BUCKETS;
    this.#high = -1;
  }

  /**
   * The value below which a share `p` of the observations lies (nearest rank), 0 when empty.
   * @param p a probability in [0, 1]
   */
  quantile(p: number): number {
    if (this.#count === 0) return 0;
    const rank = Math.max(1, Math.ceil(p * this.#count));
    if (rank >= this.#count) return this.#max;
    let seen = this.#zeros;
    if (seen >= rank) return Math.min(this.#max, 0);
    for (let index = this.#low; index <= this.#high; index++) {
      seen += this.#counts[index]!;
      if (seen >= rank) return Math.min(this.#max, Math.max(this.#min, bucketMiddle(index)));
    }
    return this.#max;
  }

  /** The share of observations at or below `value`, exact up to the width of one bucket. */
  shareAtMost(value: number): number {
    if (this.#count === 0) return 0;
    let seen = this.#zeros;
    for (let index = this.#low; index <= this.#high && bucketMiddle(index) <= value; index++) {
      seen += this.#counts[index]!;
    }
    return seen / this.#count;
  }

  /** The buckets in use, ascending: the middle of each and how many values fell into it. */
  buckets(): readonly { readonly value: number; readonly count: number }[] {
    const used: { value: number; count: number }[] = [];
    if (this.#zeros > 0) used.push({ value: 0, count: this.#zeros });
    for (let index = this.#low; index <= this.#high; index++) {
      const count = this.#counts[index]!;
      if (count > 0) used.push({ value: bucketMiddle(index), count });
    }
    return used;
  }
}

/** The middle of bucket `index`: its lower edge and its upper edge, averaged. */
function bucketMiddle(index: number): number {
  asWords[0] = 0;
  asWords[1] = (index + BASE) << SHIFT;
  const lower = asFloat[0]!;
  asWords[1] = (index + BASE + 1) << SHIFT;
  return (lower + asFloat[0]!) / 2;
}
