import { PAGE_BYTES, zipfPopularity } from '../../../compute/page-popularity.js';
import { WarmthTable } from '../../../compute/warmth-table.js';
import {
  type MatchedParameter,
  matchedParameters,
  type StatisticGap,
} from '../../../statistics/simulated-moments/matched-parameters.js';
import type { MetricSeries } from '../../../workload/import/series.js';

/** One life of a file cache, from empty: pages read since the start, and how many of them missed, at some moments. */
export interface WarmUp {
  readonly reads: readonly number[];
  readonly misses: readonly number[];
}

/** From which data pages are read, by how the cache fills after starts. */
export interface FittedWarmUp {
  readonly working_set_bytes: MatchedParameter;
  /** Exponent of the Zipf distribution of pages. */
  readonly popularity: MatchedParameter;
  readonly starts: number;
}

/** Fewer starts tell no interval. */
const LEAST_STARTS = 10;
const MOST_SECTIONS = 20;
/** Misses that each half of the curve must have. */
const LEAST_MISSES = 200;
/** The beginning of the curve, as a share of the longest. */
const EARLY = 1 / 8;
/** Points further apart than so many usual steps: a suspended compute sends nothing. */
const SLEEP_STEPS = 3;
/** Of the cache's limit: near it pages leave, and are missed again. */
const NOT_FULL = 0.8;
const [LEAST_PAGES, MOST_PAGES] = [16, 1e11];
const MOST_POPULAR = 3;
/** An interval from a third to three times says nothing of a size. */
const WIDEST = Math.log(9);

/** Lives of the cache of one compute in a metrics export that begin in it, each as far as the cache is not full. */
export function warmUps(series: readonly MetricSeries[]): readonly WarmUp[] {
  const named = (name: string): MetricSeries | undefined => series.find((one) => one.name === name);
  const [hits, misses, limits] = [
    named('neon_lfc_hits'),
    named('neon_lfc_misses'),
    named('neon_lfc_cache_size_limit'),
  ];
  if (hits === undefined || misses === undefined) return [];
  const missed = new Map(Array.from(misses.times, (time, index) => [time, misses.values[index]!]));
  const limit =
    limits === undefined
      ? Number.POSITIVE_INFINITY
      : (NOT_FULL * limits.values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)) / PAGE_BYTES;
  const step = usualStep(hits.times);
  const lives: { reads: number[]; misses: number[] }[] = [];
  // What ran before the export began is not known to have begun empty.
  let life: { reads: number[]; misses: number[] } = { reads: [], misses: [] };
  let before = Number.NaN;
  let last = 0;
  for (const [index, time] of hits.times.entries()) {
    const miss = missed.get(time);
    if (miss === undefined) continue;
    const reads = hits.values[index]! + miss;
    if (time - before > SLEEP_STEPS * step || reads < last) {
      life = { reads: [], misses: [] };
      lives.push(life);
    }
    if (miss <= limit && reads > (life.reads.at(-1) ?? 0)) {
      life.reads.push(reads);
      life.misses.push(miss);
    }
    before = time;
    last = reads;
  }
  return lives.filter(({ reads }) => reads.length > 0);
}

/**
 * The working set and the popularity of its pages with which as many distinct pages are read, early and later after starts,
 * as were missed: a cache that is not full misses each page once, and n reads touch Σ (1 − e^(−p n)) pages. The interval
 * follows from how much starts differ.
 *
 * @param confidence strictly between 0 and 1
 * @returns why nothing is said, as a text, where there is too little
 */
export async function fittedWarmUp(
  lives: readonly WarmUp[],
  confidence: number,
): Promise<FittedWarmUp | string> {
  if (lives.length < LEAST_STARTS) {
    return `not enough data: the file cache filled after ${lives.length} starts, and a curve takes ${LEAST_STARTS}`;
  }
  const longest = lives.reduce((most, { reads }) => Math.max(most, reads.at(-1)!), 0);
  const sections = Math.min(MOST_SECTIONS, lives.length);
  const seen = missesOf(lives, EARLY * longest, sections, (life, place) => life.misses[place]!);
  const total = (of: Float64Array): number => of.reduce((sum, value) => sum + value, 0);
  const misses = total(seen.early) + total(seen.late);
  if (Math.min(total(seen.early), total(seen.late)) < LEAST_MISSES) {
    return `not enough data: ${Math.round(misses)} misses after starts, nearly all of them ${total(seen.late) < LEAST_MISSES ? 'at the beginning' : 'late'}; a curve takes both`;
  }
  const largest = lives.reduce((most, life) => Math.max(most, life.misses.at(-1)!), 0);
  const { parameters, closed } = await matchedParameters(
    {
      start: [Math.log(2 * largest + LEAST_PAGES), 0.8],
      lowest: [Math.log(LEAST_PAGES), 0],
      highest: [Math.log(MOST_PAGES), MOST_POPULAR],
      gaps: async ([pages, exponent]) => {
        const table = new WarmthTable(zipfPopularity(Math.round(Math.exp(pages!)), exponent!));
        const due = missesOf(lives, EARLY * longest, sections, (life, place) =>
          table.distinct(life.reads[place]!),
        );
        return [gapOf(seen.late, due.late), gapOf(seen.early, due.early)];
      },
    },
    confidence,
  );
  const [pages, popularity] = parameters as [MatchedParameter, MatchedParameter];
  if (!closed)
    return 'the misses after starts follow no curve of a working set: the cache was filled by something else, or was not empty';
  if (!(pages.high - pages.low < WIDEST)) {
    return 'not enough data: the reads after starts do not come to the end of the working set';
  }
  const bytes = (log: number): number => Math.exp(log) * PAGE_BYTES;
  return {
    working_set_bytes: { value: bytes(pages.value), low: bytes(pages.low), high: bytes(pages.high) },
    popularity,
    starts: lives.length,
  };
}

interface Misses {
  readonly early: Float64Array;
  readonly late: Float64Array;
}

/** Misses by groups of starts, before and after so many reads. @param at how many there were up to a point of a life */
function missesOf(
  lives: readonly WarmUp[],
  edge: number,
  sections: number,
  at: (life: WarmUp, place: number) => number,
): Misses {
  const early = new Float64Array(sections);
  const late = new Float64Array(sections);
  for (const [index, life] of lives.entries()) {
    let before = 0;
    for (const [place, reads] of life.reads.entries()) {
      const now = at(life, place);
      (reads <= edge ? early : late)[index % sections]! += now - before;
      before = now;
    }
  }
  return { early, late };
}

function gapOf(seen: Float64Array, due: Float64Array): StatisticGap {
  const total = due.reduce((sum, value) => sum + value, 0);
  const all = seen.reduce((sum, value) => sum + value, 0);
  return {
    gap: Math.log(all / total),
    sections: seen.map((value, section) => (seen.length * (value - due[section]!)) / total),
  };
}

/** The middle one of the steps between moments; a minute for a single one. */
export function usualStep(times: Float64Array): number {
  const steps = Array.from(times.subarray(1), (time, index) => time - times[index]!).toSorted(
    (a, b) => a - b,
  );
  return steps[Math.floor(steps.length / 2)] ?? 60;
}
