/** How fast the storage behind the cache is. */
export interface PageStoreSpeed {
  /** From asking for a page to having it, without a line. */
  readonly base_latency_seconds: number;
  /** Most operations a second; Infinity for a store that never queues. */
  readonly operations_per_second: number;
}

/**
 * The storage behind one compute's cache as a line that moves at a fixed rate, first come, first served, before a
 * fixed latency. One number is all it remembers, whatever the number of readers.
 *
 * With few readers every page takes the base latency; with many they share the rate. Both limits are exact; with
 * one read a query the line is the queue of a G/D/1 station followed by a delay.
 */
export class PageStore {
  declare private readonly latency: number;
  declare private readonly secondsPerOperation: number;
  #freeAt = Number.NEGATIVE_INFINITY;

  constructor(speed: PageStoreSpeed) {
    this.latency = speed.base_latency_seconds;
    this.secondsPerOperation = 1 / speed.operations_per_second;
  }

  /**
   * Reads pages one after the other; they take their place in line together.
   * @returns seconds until the last page is there
   */
  read(now: number, misses: number): number {
    if (misses === 0) return 0;
    const start = Math.max(now, this.#freeAt);
    this.#freeAt = start + misses * this.secondsPerOperation;
    return start - now + misses * Math.max(this.latency, this.secondsPerOperation);
  }

  /** Forgets the line, as a compute that stops does. */
  clear(): void {
    this.#freeAt = Number.NEGATIVE_INFINITY;
  }
}
