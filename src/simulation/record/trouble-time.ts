import type { ComputeObservations } from '../run/observation.js';

/** Failures no further apart than a minute are one stretch of trouble. */
const GAP_SECONDS = 60;
/** How many of the last stretches another one may reach back over. */
const KEPT = 1000;

/** The time in which clients met trouble, overlaps counted once: each stretch is told when it ends, wherever it began. */
export class TroubleTime {
  /** How long that was. */
  seconds = 0;
  #from = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  /** Apart from one another, by time; of those before them only the last end. */
  readonly #stretches: { from: number; until: number }[] = [];
  #beforeUntil = 0;

  /** A client has waited since then, until now. @param weight for how many times what nobody has counted yet stands */
  waited(since: number, now: number, weight = 1): void {
    if (since < this.#from) this.#from = since;
    this.#until = now;
    if (since === now) return;
    const all = this.#stretches;
    const last = all[all.length - 1];
    if (last !== undefined && since >= last.from && since <= last.until) {
      // As nearly always where many are refused.
      this.seconds += (now - last.until) * weight;
      last.until = now;
      return;
    }
    let from = Math.max(since, this.#beforeUntil);
    let apart = all.length;
    let counted = 0;
    while (apart > 0 && all[apart - 1]!.until >= from) {
      apart -= 1;
      const { from: began, until } = all[apart]!;
      counted += until - began;
      from = Math.min(from, began);
    }
    all.length = apart;
    all.push({ from, until: now });
    this.seconds += (now - from - counted) * weight;
    if (all.length > KEPT) this.#beforeUntil = all.shift()!.until;
  }

  /** An attempt has failed now that had been in vain since then. @param barred since when none could have succeeded */
  failed(since: number, now: number, barred = now - GAP_SECONDS): void {
    const goesOn = this.#failedAt >= Math.min(barred, now - GAP_SECONDS);
    this.waited(goesOn ? Math.min(since, this.#failedAt) : since, now);
    this.#failedAt = now;
  }

  /** From the first to the last, and the time in it; `undefined` where there was none. */
  observed(): ComputeObservations['trouble'] {
    if (this.#from > this.#until) return undefined;
    return { from_seconds: this.#from, until_seconds: this.#until, seconds: this.seconds };
  }
}
