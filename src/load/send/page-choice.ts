import { zipfPopularity } from '../../compute/page-popularity.js';
import type { RandomStream } from '../../kernel/random-stream.js';

/** Chooses the pages that queries of a load read. */
export interface PageChoice {
  /** Chooses `count` page numbers, counted from 0, possibly with duplicates. */
  choose(count: number): readonly number[];
}

/**
 * Chooses pages by Zipf's law, as a run does: a group of ranks by its share, then a page of the group uniformly.
 */
export function pageChoice(pages: number, exponent: number, stream: RandomStream): PageChoice {
  const { probabilities, counts } = zipfPopularity(pages, exponent);
  const upTo = new Float64Array(counts.length);
  const firsts = new Float64Array(counts.length);
  let sum = 0;
  let first = 0;
  for (let group = 0; group < counts.length; group++) {
    sum += probabilities[group]! * counts[group]!;
    upTo[group] = sum;
    firsts[group] = first;
    first += counts[group]!;
  }
  const one = (): number => {
    const uniform = stream.uniform() * sum;
    let [low, high] = [0, counts.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (uniform < upTo[middle]!) high = middle;
      else low = middle + 1;
    }
    const before = low === 0 ? 0 : upTo[low - 1]!;
    const within = Math.floor(((uniform - before) / (upTo[low]! - before)) * counts[low]!);
    return firsts[low]! + Math.min(counts[low]! - 1, Math.max(0, within));
  };
  return { choose: (count) => Array.from({ length: count }, one) };
}
