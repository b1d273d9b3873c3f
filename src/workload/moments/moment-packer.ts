import { allMoments, type PackedMoments } from './packed-moments.js';

const CHUNK_BYTES = 1 << 20;
/** Bytes of the longest gap: 53 bits in groups of seven. */
const LONGEST = 8;
/** Moments by which the tick is chosen. */
const SAMPLE = 4096;
/**
 * Ticks a second to choose from: microseconds; the last bit of a Unix time from 2004 to 2038 as a double; nanoseconds. The
 * first that fits takes the fewest bytes.
 */
const TICKS = [1e6, 1 << 22, 1e9];
/** One moment in so many may be no whole number of ticks, and a few in any case. */
const ODD_ONE_IN = 100;
const ODD_ANYWAY = 1000;

/** Packs ascending moments as they come. */
export class MomentPacker {
  #ticks_per_second = 0;
  #length = 0;
  #sampled = new Float64Array(SAMPLE);
  #first_ticks = 0;
  #ticks = 0;
  #last = Number.NEGATIVE_INFINITY;
  readonly #chunks: Uint8Array[] = [];
  #bytes = new Uint8Array(0);
  #at = 0;
  readonly #odd_places: number[] = [];
  readonly #odd_seconds: number[] = [];

  /** @returns false for a moment that cannot be packed with those before: it goes back, or has no tick */
  push(seconds: number): boolean {
    if (!(seconds >= this.#last) || !Number.isFinite(seconds)) return false;
    if (this.#ticks_per_second === 0) {
      if (this.#length === SAMPLE) {
        if (!this.#choose()) return false;
      } else {
        this.#sampled[this.#length] = seconds;
        this.#length += 1;
        this.#last = seconds;
        return true;
      }
    }
    if (!this.#pack(seconds, this.#length)) return false;
    this.#length += 1;
    this.#last = seconds;
    return true;
  }

  /** What was pushed, as it was; `undefined` where it cannot be packed. */
  packed(): PackedMoments | undefined {
    if (this.#length === 0 || (this.#ticks_per_second === 0 && !this.#choose())) return undefined;
    const last = this.#bytes.subarray(0, this.#at);
    return {
      length: this.#length,
      ticks_per_second: this.#ticks_per_second,
      first_ticks: this.#first_ticks,
      chunks: [...this.#chunks, last],
      odd_places: Float64Array.from(this.#odd_places),
      odd_seconds: Float64Array.from(this.#odd_seconds),
      begin_seconds: 0,
      shift_seconds: 0,
      last_seconds: this.#last,
    };
  }

  /** What was pushed, not packed. */
  unpacked(): Float64Array {
    if (this.#ticks_per_second === 0) return this.#sampled.slice(0, this.#length);
    return allMoments(this.packed()!);
  }

  #choose(): boolean {
    const sample = this.#sampled.subarray(0, this.#length);
    const fits = (per_second: number) =>
      sample.reduce((odd, seconds) => odd + Number(!isWhole(seconds, per_second)), 0) * ODD_ONE_IN <=
      sample.length;
    const per_second = TICKS.find(fits);
    if (per_second === undefined) return false;
    this.#ticks_per_second = per_second;
    this.#first_ticks = Math.round(sample[0]! * per_second);
    this.#ticks = this.#first_ticks;
    for (let place = 0; place < sample.length; place++) {
      if (this.#pack(sample[place]!, place)) continue;
      this.#ticks_per_second = 0;
      return false;
    }
    this.#sampled = new Float64Array(0);
    return true;
  }

  #pack(seconds: number, place: number): boolean {
    const ticks = Math.round(seconds * this.#ticks_per_second);
    if (ticks / this.#ticks_per_second !== seconds || !Number.isSafeInteger(ticks)) {
      if (this.#odd_places.length > ODD_ANYWAY + place / ODD_ONE_IN || !Number.isSafeInteger(ticks))
        return false;
      this.#odd_places.push(place);
      this.#odd_seconds.push(seconds);
    }
    if (this.#at + LONGEST > this.#bytes.length) {
      if (this.#at > 0) this.#chunks.push(this.#bytes.subarray(0, this.#at));
      this.#bytes = new Uint8Array(CHUNK_BYTES);
      this.#at = 0;
    }
    let gap = ticks - this.#ticks;
    while (gap > 127) {
      // The lowest seven bits, of what may have more than 31.
      const rest = Math.floor(gap / 128);
      this.#bytes[this.#at++] = gap - rest * 128 + 128;
      gap = rest;
    }
    this.#bytes[this.#at++] = gap;
    this.#ticks = ticks;
    return true;
  }
}

function isWhole(seconds: number, per_second: number): boolean {
  const ticks = Math.round(seconds * per_second);
  return ticks / per_second === seconds && Number.isSafeInteger(ticks);
}
