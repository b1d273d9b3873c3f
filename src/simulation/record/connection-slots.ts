import { ZERO } from '../../kernel/zero.js';
/**
 * The connection slots of one compute: the number open, the limit, and statistics over time. Callers pass the
 * current time.
 */
export class ConnectionSlots {
  open = 0;
  limit = 0;
  #reserved = 0;
  #since = ZERO;
  #area = ZERO;
  /** Maximum number of connections open at once so far. */
  peak = 0;
  #intervalArea = ZERO;
  #intervalPeak = 0;
  /** Connections cut so far by {@link dropAll}. */
  dropped = 0;
  #droppedBefore = 0;

  get full(): boolean {
    return this.open >= this.limit;
  }

  /** The server's message to a client when every slot is taken, in the wording of PostgreSQL 16 and later. */
  get refusal(): string {
    return this.#reserved > 0
      ? 'remaining connection slots are reserved for roles with the SUPERUSER attribute'
      : 'sorry, too many clients already';
  }

  /** Sets `max_connections` and how many are reserved; only while no connection is open. */
  setMaximum(max_connections: number, reserved: number): void {
    this.limit = Math.max(0, max_connections - reserved);
    this.#reserved = reserved;
  }

  /** Opens a connection; the caller has made sure that a slot is free. */
  take(now: number): void {
    this.#synchronise(now);
    this.open += 1;
    if (this.open > this.peak) this.peak = this.open;
    if (this.open > this.#intervalPeak) this.#intervalPeak = this.open;
  }

  release(now: number): void {
    this.#synchronise(now);
    this.open -= 1;
  }

  /** Cuts every connection. @returns their number */
  dropAll(now: number): number {
    this.#synchronise(now);
    const cut = this.open;
    this.open = 0;
    this.dropped += cut;
    return cut;
  }

  /** The integral of open connections since the run began. */
  area(now: number): number {
    this.#synchronise(now);
    return this.#area;
  }

  /** Mean, maximum and connections cut over the interval that ends now. Starts the next one. */
  closeInterval(
    now: number,
    width_seconds: number,
  ): { readonly mean: number; readonly max: number; readonly dropped: number } {
    this.#synchronise(now);
    const mean = (this.#area - this.#intervalArea) / width_seconds;
    const max = this.#intervalPeak;
    this.#intervalArea = this.#area;
    this.#intervalPeak = this.open;
    const dropped = this.dropped - this.#droppedBefore;
    this.#droppedBefore = this.dropped;
    return { mean, max, dropped };
  }

  #synchronise(now: number): void {
    this.#area += this.open * (now - this.#since);
    this.#since = now;
  }
}
