import { countBelow } from '../../statistics/count-below.js';

/**
 * Ascending moments in two or three bytes each: whole ticks after the moment before, in groups of seven bits, the lowest first,
 * of which all but the last have the eighth bit set. Plain data, so that it can be frozen and posted to threads.
 */
export interface PackedMoments {
  readonly length: number;
  readonly ticks_per_second: number;
  /** Ticks of the moment from which the first one is counted. */
  readonly first_ticks: number;
  /** No moment goes on in the next chunk. */
  readonly chunks: readonly Uint8Array[];
  /** Places, ascending, of moments that are no whole number of ticks, and what they are in seconds. */
  readonly odd_places: Float64Array;
  readonly odd_seconds: Float64Array;
  /** Seconds taken off each moment, and then added: a recording begins where it is cut, and is moved. */
  readonly begin_seconds: number;
  readonly shift_seconds: number;
  /** The last moment, as it is played. */
  readonly last_seconds: number;
}

/** Ascending moments in seconds. */
export type Moments = Float64Array | PackedMoments;

/** Goes through packed moments. */
class MomentCursor {
  declare private readonly packed: PackedMoments;
  declare private bytes: Uint8Array;
  declare private at: number;
  declare private chunk: number;
  declare private place: number;
  declare private ticks: number;
  declare private odd: number;

  constructor(packed: PackedMoments) {
    this.packed = packed;
    this.bytes = packed.chunks[0] ?? new Uint8Array(0);
    this.at = 0;
    this.chunk = 0;
    this.place = 0;
    this.ticks = packed.first_ticks;
    this.odd = 0;
  }

  /** The next moment in seconds; NaN after the last one. */
  next(): number {
    const { packed } = this;
    if (this.place === packed.length) return Number.NaN;
    if (this.at === this.bytes.length) {
      this.chunk += 1;
      this.bytes = packed.chunks[this.chunk]!;
      this.at = 0;
    }
    let byte = this.bytes[this.at++]!;
    let gap = byte & 127;
    // Multiplied, not shifted: a gap may have more than 31 bits.
    for (let factor = 128; byte > 127; factor *= 128) {
      byte = this.bytes[this.at++]!;
      gap += (byte & 127) * factor;
    }
    this.ticks += gap;
    let seconds = this.ticks / packed.ticks_per_second;
    if (this.odd < packed.odd_places.length && packed.odd_places[this.odd] === this.place) {
      seconds = packed.odd_seconds[this.odd]!;
      this.odd += 1;
    }
    this.place += 1;
    return seconds - packed.begin_seconds + packed.shift_seconds;
  }
}

/** Goes through moments in ascending order, packed or not. */
export interface MomentReader {
  /** The next moment in seconds; NaN after the last one. */
  next(): number;
}

class ArrayCursor implements MomentReader {
  declare private readonly moments: Float64Array;
  declare private place: number;

  constructor(moments: Float64Array) {
    this.moments = moments;
    this.place = 0;
  }

  next(): number {
    return this.place === this.moments.length ? Number.NaN : this.moments[this.place++]!;
  }
}

/** Goes through moments from the first one on. */
export function eachMoment(moments: Moments): MomentReader {
  return moments instanceof Float64Array ? new ArrayCursor(moments) : new MomentCursor(moments);
}

/** Moments as an array of their own; those that are one already are handed over as they are. */
export function allMoments(moments: Moments): Float64Array {
  if (moments instanceof Float64Array) return moments;
  const cursor = new MomentCursor(moments);
  const all = new Float64Array(moments.length);
  for (let place = 0; place < all.length; place++) all[place] = cursor.next();
  return all;
}

/** The last moment; 0 where there is none. */
export function lastMoment(moments: Moments): number {
  return moments instanceof Float64Array ? (moments.at(-1) ?? 0) : moments.last_seconds;
}

/** How many moments lie before a bound. */
export function momentsBefore(moments: Moments, bound_seconds: number): number {
  if (moments instanceof Float64Array) return countBelow(moments, bound_seconds);
  const cursor = new MomentCursor(moments);
  let before = 0;
  while (cursor.next() < bound_seconds) before += 1;
  return before;
}
