import type { ComputeObservations } from '../run/observation.js';

/** Failures at most a minute from each other form one stretch of trouble. */
const GAP_SECONDS = 60;
/** Number of recent stretches that a new one may overlap. */
const KEPT = 1000;

/** Time during which clients met trouble, counting overlaps once. Stretches are recorded at their end. */
export class TroubleTime {
  /** Total length. */
  seconds = 0;
  #from = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  /** Disjoint, in order of time; of older ones only the last end is kept. */
  readonly #stretches: { from: number; until: number }[] = [];
  #beforeUntil = 0;

  /** A client has waited since the given time. @param weight multiplier for time that has not been counted yet */
  waited(since: number, now: number, weight = 1): void {
    if (since < this.#from) this.#from = since;
    this.#until = now;
    if (since === now) return;
    const all = this.#stretches;
    const last = all[all.length - 1];
    if (last !== undefined && since >= last.from && since <= last.until) {
      // The usual case if many attempts are refused.
      this.seconds += (now - last.until) * weight;
      last.until = now;
      return;
    }
    let from = Math.max(since, this.#beforeUntil);
    let kept = all.length;
    let counted = 0;
    while (kept > 0 && all[kept - 1]!.until >= from) {
      kept -= 1;
      const { from: began, until } = all[kept]!;
      counted += until - began;
      from = Math.min(from, began);
    }
    if (kept < all.length) all.length = kept;
    all.push({ from, until: now });
    this.seconds += (now - from - counted) * weight;
    if (all.length > KEPT) this.#beforeUntil = all.shift()!.until;
  }

  /** An attempt that began at `since` has failed now. @param barred since when no attempt could have succeeded */
  failed(since: number, now: number, barred = now - GAP_SECONDS): void {
    const isContinuing = this.#failedAt >= Math.min(barred, now - GAP_SECONDS);
    this.waited(isContinuing ? Math.min(since, this.#failedAt) : since, now);
    this.#failedAt = now;
  }

  /** Start and end of the trouble, and the time in it; `undefined` if there was none. */
  observed(): ComputeObservations['trouble'] {
    if (this.#from > this.#until) return undefined;
    return { from_seconds: this.#from, until_seconds: this.#until, seconds: this.seconds };
  }
}
