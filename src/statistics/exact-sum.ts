/**
 * A sum of float64 numbers that is rounded only when it is read. The result is the same to the last bit for any
 * order of additions and any partition into merged sums.
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

  /** Adds another sum exactly. */
  merge(other: ExactSum): void {
    for (const partial of other.#partials) this.add(partial);
  }

  /** Numbers with exactly this sum, for a message to another thread; {@link add} each of them there. */
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
    // Halfway between two numbers, the remaining lower parts decide, not round-half-to-even.
    if (place > 0 && lost !== 0 && Math.sign(lost) === Math.sign(partials[place - 1]!)) {
      const other = sum + 2 * lost;
      if (other - sum === 2 * lost) sum = other;
    }
    return sum;
  }
}
