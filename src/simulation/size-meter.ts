/** CU-seconds of one compute: the integral over time of a size told to it, by calendar month. */
export class SizeMeter {
  #size_cu = 0;
  #since = 0;
  #total = 0;
  #monthBegan = 0;
  #intervalBegan = 0;
  readonly #months: { month: string; cu_seconds: number }[] = [];

  /** The size now; 0 while nothing counts. */
  get size_cu(): number {
    return this.#size_cu;
  }

  /** From now on this size counts. */
  setSize(now: number, size_cu: number): void {
    this.#synchronise(now);
    this.#size_cu = size_cu;
  }

  /** CU-seconds so far. */
  total(now: number): number {
    this.#synchronise(now);
    return this.#total;
  }

  /** CU-seconds since the interval before this one ended. */
  closeInterval(now: number): number {
    this.#synchronise(now);
    const used = this.#total - this.#intervalBegan;
    this.#intervalBegan = this.#total;
    return used;
  }

  /** Ends a calendar month. */
  closeMonth(now: number, month: string): void {
    this.#synchronise(now);
    this.#months.push({ month, cu_seconds: this.#total - this.#monthBegan });
    this.#monthBegan = this.#total;
  }

  /** The months closed so far. */
  get months(): readonly { readonly month: string; readonly cu_seconds: number }[] {
    return this.#months;
  }

  #synchronise(now: number): void {
    this.#total += this.#size_cu * (now - this.#since);
    this.#since = now;
  }
}
