/** A growing list of numbers, eight bytes each. */
export class NumberList {
  #room = new Float64Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#room.length) {
      const larger = new Float64Array(2 * this.length);
      larger.set(this.#room);
      this.#room = larger;
    }
    this.#room[this.length++] = value;
  }

  copy(): NumberList {
    const other = new NumberList();
    other.#room = this.#room.slice();
    other.length = this.length;
    return other;
  }

  /** The numbers themselves, not a copy. */
  values(): Float64Array {
    return this.#room.subarray(0, this.length);
  }
}

/** The commonest of some numbers, the first of equals; 1 without any. */
export function commonest(numbers: Iterable<number>): number {
  const tally = new Map<number, number>();
  for (const number of numbers) tally.set(number, (tally.get(number) ?? 0) + 1);
  return [...tally].reduce((a, b) => (b[1] > a[1] ? b : a), [1, 0] as [number, number])[0];
}
