import { expect, test } from 'vitest';
import { RandomStream } from '../../src/kernel/random-stream.js';
import { pageChoice } from '../../src/load/send/page-choice.js';

const READS = 200_000;

test.each([0, 0.8, 1.2])("pages are chosen by Zipf's law with exponent %s", (exponent) => {
  const pages = 4000;
  const { choose } = pageChoice(pages, exponent, new RandomStream('pages'));
  const reads = choose(READS);
  expect(Math.min(...reads.slice(0, 1000))).toBeGreaterThanOrEqual(0);
  // The law itself, not the groups of ranks that it is approximated by.
  const weight = (rank: number) => Math.exp(-exponent * Math.log(rank));
  const sum = (from: number, until: number) => {
    let total = 0;
    for (let rank = from; rank < until; rank++) total += weight(rank);
    return total;
  };
  const all = sum(1, pages + 1);
  for (const [from, until] of [
    [1, 11],
    [11, 101],
    [101, 1025],
    [1025, 2001],
    [2001, 4001],
  ] as const) {
    const share = sum(from, until) / all;
    const seen = reads.filter((page) => page + 1 >= from && page + 1 < until).length / READS;
    // The 99.9 % interval, which a bias of 2 % leaves in the larger groups.
    expect(Math.abs(seen - share)).toBeLessThan(3.29 * Math.sqrt((share * (1 - share)) / READS));
  }
});
