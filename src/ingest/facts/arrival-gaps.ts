import { eachMoment, type MomentReader, type Moments } from '../../workload/moments/packed-moments.js';
import { quantileRank } from './moments.js';

/** Gaps between single arrivals. */
export interface ArrivalGapFacts {
  readonly mean_seconds: number;
  /** Squared coefficient of variation, variance ÷ mean²: 1 for a Poisson process, 0 for a clock. */
  readonly scv: number;
  readonly p50_seconds: number;
  readonly p90_seconds: number;
  readonly p99_seconds: number;
  readonly max_seconds: number;
}

const LEVELS = [0.5, 0.9, 0.99] as const;

/**
 * The facts about the gaps between arrivals, exactly, without an array of the gaps or of the arrivals: recordings are long.
 * Quantiles are selected digit by digit (radix selection), all in the same four passes.
 *
 * @param moments two at least
 */
export function arrivalGapFacts(moments: Moments): ArrivalGapFacts {
  const n = moments.length - 1;
  const digits = new GapDigits(LEVELS.map((level) => quantileRank(n, level)));
  let sum = 0;
  let max_seconds = 0;
  const first = new Gaps(moments);
  for (let i = 0; i < n; i++) {
    const gap = first.next();
    sum += gap;
    if (gap > max_seconds) max_seconds = gap;
    digits.count(gap);
  }
  digits.settle();
  const mean = sum / n;
  let squares = 0;
  const second = new Gaps(moments);
  for (let i = 0; i < n; i++) {
    const gap = second.next();
    squares += (gap - mean) * (gap - mean);
    digits.count(gap);
  }
  digits.settle();
  while (!digits.done) {
    const gaps = new Gaps(moments);
    for (let i = 0; i < n; i++) digits.count(gaps.next());
    digits.settle();
  }
  const [p50_seconds, p90_seconds, p99_seconds] = digits.values();
  return {
    mean_seconds: mean,
    scv: mean === 0 ? 0 : squares / n / (mean * mean),
    p50_seconds: p50_seconds!,
    p90_seconds: p90_seconds!,
    p99_seconds: p99_seconds!,
    max_seconds,
  };
}

/** Goes through the gaps between moments. */
class Gaps {
  declare private readonly cursor: MomentReader;
  declare private before: number;

  constructor(moments: Moments) {
    this.cursor = eachMoment(moments);
    this.before = this.cursor.next();
  }

  next(): number {
    const moment = this.cursor.next();
    const gap = moment - this.before;
    this.before = moment;
    return gap;
  }
}

/** Bits of a double that each pass looks at, from the highest on: numbers of 0 or more are ordered as their bits are. */
const PASS_BITS = [20, 12, 16, 16] as const;

/** A quantile that is looked for: its rank among the gaps that share the bits found so far, and these. */
interface Sought {
  rank: number;
  upper: number;
  lower: number;
}

/** Some quantiles of the gaps that are counted, known better after each pass over all of them. */
class GapDigits {
  declare private readonly number: Float64Array;
  declare private readonly halves: Uint32Array;
  /** Which half is the upper one depends on the machine. */
  declare private readonly up: number;
  declare private pass: number;
  declare private readonly sought: readonly Sought[];
  /** One for all in the first pass, then one for each. */
  declare private counts: readonly Uint32Array[];

  constructor(ranks: readonly number[]) {
    this.number = Float64Array.of(1);
    this.halves = new Uint32Array(this.number.buffer);
    this.up = this.halves[0] === 0 ? 1 : 0;
    this.pass = 0;
    this.counts = [new Uint32Array(1 << PASS_BITS[0])];
    this.sought = ranks.map((rank) => ({ rank, upper: 0, lower: 0 }));
  }

  get done(): boolean {
    return this.pass === PASS_BITS.length;
  }

  count(gap: number): void {
    const { number, halves, up, pass } = this;
    number[0] = gap;
    const upper = halves[up]!;
    if (pass === 0) {
      this.counts[0]![upper >>> 12]! += 1;
      return;
    }
    const lower = halves[1 - up]!;
    for (let i = 0; i < this.sought.length; i++) {
      const own = this.sought[i]!;
      if (upper >>> 12 !== own.upper >>> 12) continue;
      const counts = this.counts[i]!;
      if (pass === 1) counts[upper & 0xfff]! += 1;
      else if (upper !== own.upper) continue;
      else if (pass === 2) counts[lower >>> 16]! += 1;
      else if (lower >>> 16 === own.lower >>> 16) counts[lower & 0xffff]! += 1;
    }
  }

  /** Ends a pass: each digit is the one in which the rank lies. */
  settle(): void {
    for (const [index, own] of this.sought.entries()) {
      const counts = this.counts[this.pass === 0 ? 0 : index]!;
      let digit = 0;
      while (counts[digit]! < own.rank) own.rank -= counts[digit++]!;
      if (this.pass === 0) own.upper = (digit << 12) >>> 0;
      else if (this.pass === 1) own.upper = (own.upper | digit) >>> 0;
      else if (this.pass === 2) own.lower = (digit << 16) >>> 0;
      else own.lower = (own.lower | digit) >>> 0;
    }
    this.pass += 1;
    const bits = PASS_BITS[this.pass] ?? 0;
    this.counts = this.sought.map(() => new Uint32Array(1 << bits));
  }

  /** What was sought, after the last pass. */
  values(): readonly number[] {
    return this.sought.map(({ upper, lower }) => {
      this.halves[this.up] = upper;
      this.halves[1 - this.up] = lower;
      return this.number[0]!;
    });
  }
}
