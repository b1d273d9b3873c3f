/** A cache of expensive values by key; the least recently used are evicted first. */
export class BoundedCache<Value> {
  readonly #max_bytes: number;
  readonly #entries = new Map<string, { readonly value: Promise<Value>; bytes: number }>();
  #bytes = 0;

  /** @param max_bytes values in use count as well, but are never evicted */
  constructor(max_bytes: number) {
    this.#max_bytes = max_bytes;
  }

  /** The value of a key, made if it is missing. @param bytesOf its size in the cache */
  async get(key: string, make: () => Promise<Value>, bytesOf: (value: Value) => number): Promise<Value> {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.value;
    }
    const entry = { value: make(), bytes: 0 };
    this.#entries.set(key, entry);
    try {
      const value = await entry.value;
      entry.bytes = bytesOf(value);
      this.#bytes += entry.bytes;
      this.#shrink(key);
      return value;
    } catch (error) {
      this.#entries.delete(key);
      throw error;
    }
  }

  #shrink(newest: string): void {
    for (const [key, { bytes }] of this.#entries) {
      if (this.#bytes <= this.#max_bytes) return;
      // A value that is still being made has no size yet.
      if (bytes === 0 || key === newest) continue;
      this.#entries.delete(key);
      this.#bytes -= bytes;
    }
  }
}
