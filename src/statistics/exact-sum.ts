/**
 * A sum of float64 numbers that is rounded once, when it is read. In any order of additions, and
 * for any division into sums that were then merged, it reads the same to the last bit.
 *
 * Keeps the sum as numbers whose bits do not overlap (J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic,
 * 1997); two or three of them in practice. Finite numbers only.
 */
export class ExactSum {
  /** Ascending by magnitude, without overlap and without zeros. */
  readonly #partials: number[] = [];

  add(value: number): void {
    const partials = this.#partials;
    let carried = value;
    let kept = 0;
    for (let place = 0; place < partials.length; place++) {
      const partial = partials[place]!;
      const swap = Math.abs(carried) < Math.abs(partial);
      const large = swap ? partial : carried;
      const small = swap ? carried : partial;
      carried = large + small;
      const lost = small - (carried - large);
      if (lost !== 0) {
        partials[kept] = lost;
        kept += 1;
      }
    }
    if (carried !== 0) {
      partials[kept] = carried;
      kept += 1;
    }
    if (partials.length > kept) partials.length = kept;
  }

  /** Adds everything that another sum holds; exact. */
  merge(other: ExactSum): void {
    for (const partial of other.#partials) this.add(partial);
  }

  /** Numbers whose exact sum it is, for a message to another thread: {@link add} each of them. */
  get partials(): readonly number[] {
    return this.#partials;
  }

  /** The float64 nearest to the sum; 0 for an empty sum. */
  get value(): number {
    const partials = this.#partials;
    let place = partials.length - 1;
    if (place < 0) return 0;
    let sum = partials[place]!;
    let lost = 0;
    while (place > 0 && lost === 0) {
      place -= 1;
      const before = sum;
      sum = before + partials[place]!;
      lost = partials[place]! - (sum - before);
    }
    // Halfway between two numbers, what is left below decides, and not that one of them is even.
    if (place > 0 && lost !== 0 && Math.sign(lost) === Math.sign(partials[place - 1]!)) {
      const other = sum + 2 * lost;
      if (other - sum === 2 * lost) sum = other;
    }
    return sum;
  }
}
