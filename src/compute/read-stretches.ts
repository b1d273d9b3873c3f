/** Maximum number of separate stretches; beyond it, pairs of neighbours are merged. */
const MAX_STRETCHES = 128;

/**
 * The reads of several loads in successive stretches of time, oldest first. Within a stretch, the reads of all loads
 * are treated as evenly mixed.
 */
export class ReadStretches {
  readonly #loads: number;
  /** Row by row; the first valid row is `#first`. */
  #rows: Float64Array;
  #first = 0;
  #count = 0;
  /** By load, the sum over all stretches. */
  readonly sums: Float64Array;

  constructor(loads: number) {
    this.#loads = loads;
    this.#rows = new Float64Array(0);
    this.sums = new Float64Array(loads);
  }

  get count(): number {
    return this.#count;
  }

  oldest(load: number): number {
    return this.#rows[this.#first * this.#loads + load]!;
  }

  shrinkOldest(share: number): void {
    for (let load = 0; load < this.#loads; load++) {
      const place = this.#first * this.#loads + load;
      const reads = this.#rows[place]!;
      this.#rows[place] = reads * share;
      this.sums[load]! -= reads - reads * share;
    }
  }

  dropOldest(): void {
    this.shrinkOldest(0);
    this.#first += 1;
    this.#count -= 1;
    if (this.#count === 0) this.clear();
  }

  addToOldest(load: number, reads: number): void {
    this.#rows[this.#first * this.#loads + load]! += reads;
    this.sums[load]! += reads;
  }

  /** Appends a stretch. @param reads number of its reads by load */
  push(reads: (load: number) => number): void {
    if (this.#first + this.#count === MAX_STRETCHES) this.#makeRoom();
    if (this.#rows.length === 0) this.#rows = new Float64Array(MAX_STRETCHES * this.#loads);
    const row = (this.#first + this.#count) * this.#loads;
    for (let load = 0; load < this.#loads; load++) {
      const each = reads(load);
      this.#rows[row + load] = each;
      this.sums[load]! += each;
    }
    this.#count += 1;
  }

  clear(): void {
    this.#first = 0;
    this.#count = 0;
    this.sums.fill(0);
  }

  /** Moves the stretches to the front, in pairs if there are many. */
  #makeRoom(): void {
    const loads = this.#loads;
    const rows = this.#rows;
    rows.copyWithin(0, this.#first * loads, (this.#first + this.#count) * loads);
    this.#first = 0;
    if (this.#count <= MAX_STRETCHES / 2) return;
    const half = Math.ceil(this.#count / 2);
    for (let row = 0; row < half; row++) {
      for (let load = 0; load < loads; load++) {
        const second = 2 * row + 1 < this.#count ? rows[(2 * row + 1) * loads + load]! : 0;
        rows[row * loads + load] = rows[2 * row * loads + load]! + second;
      }
    }
    this.#count = half;
  }
}
