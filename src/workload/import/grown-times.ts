/** Moments as they are read: a growing column of numbers. */
export class GrownTimes {
  #times = new Float64Array(1024);
  length = 0;

  push(time: number): void {
    if (this.length === this.#times.length) {
      const larger = new Float64Array(2 * this.length);
      larger.set(this.#times);
      this.#times = larger;
    }
    this.#times[this.length] = time;
    this.length += 1;
  }

  /** The moments so far, ascending. */
  ascending(): Float64Array {
    return this.#times.slice(0, this.length).sort();
  }
}
