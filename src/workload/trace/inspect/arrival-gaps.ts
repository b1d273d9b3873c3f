import { eachMoment, type Moments } from '../../moments/packed-moments.js';
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
 *
 * @param moments two at least
 */
export function arrivalGapFacts(moments: Moments): ArrivalGapFacts {
  const n = moments.length - 1;
  let sum = 0;
  let max_seconds = 0;
  eachGap(moments, (gap) => {
    sum += gap;
    max_seconds = Math.max(max_seconds, gap);
  });
  const mean = sum / n;
  let squares = 0;
  eachGap(moments, (gap) => {
    squares += (gap - mean) * (gap - mean);
  });
  const [p50_seconds, p90_seconds, p99_seconds] = gapQuantiles(moments, LEVELS);
  return {
    mean_seconds: mean,
    scv: mean === 0 ? 0 : squares / n / (mean * mean),
    p50_seconds: p50_seconds!,
    p90_seconds: p90_seconds!,
    p99_seconds: p99_seconds!,
    max_seconds,
  };
}

function eachGap(moments: Moments, take: (gap: number) => void): void {
  const cursor = eachMoment(moments);
  let before = cursor.next();
  for (let left = moments.length - 1; left > 0; left--) {
    const moment = cursor.next();
    take(moment - before);
    before = moment;
  }
}

/** Bits of a double that each pass looks at, from the highest on: numbers of 0 or more are ordered as their bits are. */
const PASS_BITS = [20, 12, 16, 16] as const;

/** What is known of a quantile: its rank among the gaps that share the bits found so far, and these. */
interface Sought {
  rank: number;
  upper: number;
  lower: number;
  counts: Uint32Array;
}

/** Quantiles by selection digit by digit (radix selection), all of them in the same passes. */
function gapQuantiles(moments: Moments, levels: readonly number[]): readonly number[] {
  const number = new Float64Array(1);
  const halves = new Uint32Array(number.buffer);
  // Which half is the upper one depends on the machine.
  number[0] = 1;
  const up = halves[0] === 0 ? 1 : 0;
  const sought = levels.map((level): Sought => {
    const rank = quantileRank(moments.length - 1, level);
    return { rank, upper: 0, lower: 0, counts: new Uint32Array(0) };
  });
  for (const [pass, bits] of PASS_BITS.entries()) {
    for (const each of sought) each.counts = new Uint32Array(1 << bits);
    eachGap(moments, (gap) => {
      number[0] = gap;
      const [upper, lower] = [halves[up]!, halves[1 - up]!];
      for (const each of sought) {
        if (isNear(each, pass, upper, lower)) each.counts[digitOf(pass, upper, lower)]! += 1;
      }
    });
    for (const each of sought) settle(each, pass);
  }
  return sought.map(({ upper, lower }) => {
    halves[up] = upper;
    halves[1 - up] = lower;
    return number[0]!;
  });
}

function digitOf(pass: number, upper: number, lower: number): number {
  if (pass === 0) return upper >>> 12;
  if (pass === 1) return upper & 0xfff;
  return pass === 2 ? lower >>> 16 : lower & 0xffff;
}

/** Whether a gap has the bits that earlier passes have found. */
function isNear(sought: Sought, pass: number, upper: number, lower: number): boolean {
  if (pass === 0) return true;
  if (pass === 1) return upper >>> 12 === sought.upper >>> 12;
  return upper === sought.upper && (pass === 2 || lower >>> 16 === sought.lower >>> 16);
}

/** Takes the digit in which the rank lies. */
function settle(sought: Sought, pass: number): void {
  let digit = 0;
  while (sought.counts[digit]! < sought.rank) sought.rank -= sought.counts[digit++]!;
  if (pass === 0) sought.upper = (digit << 12) >>> 0;
  else if (pass === 1) sought.upper = (sought.upper | digit) >>> 0;
  else if (pass === 2) sought.lower = (digit << 16) >>> 0;
  else sought.lower = (sought.lower | digit) >>> 0;
}
