import { expect, test } from 'vitest';
import { distinctPages, hitRatio, zipfPopularity } from '../../src/compute/page-popularity.js';
import { WarmthTable } from '../../src/compute/warmth-table.js';
import { characteristicTime } from './characteristic-time.js';

const LAWS = [0, 0.5, 0.8, 1, 1.3].map((exponent) => ({ exponent }));

test.each(LAWS)('with exponent $exponent, probabilities sum to 1 over all pages', ({ exponent }) => {
  const { probabilities, counts, pages } = zipfPopularity(300_000, exponent);
  const sum = probabilities.reduce((total, probability, group) => total + probability * counts[group]!, 0);
  expect(sum).toBeCloseTo(1, 12);
  expect(counts.reduce((total, count) => total + count, 0)).toBe(pages);
});

test.each(LAWS)(
  'with exponent $exponent, grouping the tail changes hit ratios by less than 1e-5',
  ({ exponent }) => {
    const pages = 50_000;
    const exact = zipfPopularity(pages, exponent, pages);
    const grouped = zipfPopularity(pages, exponent);
    for (const reads of [10, 1000, 30_000, 1_000_000]) {
      expect(Math.abs(hitRatio(grouped, reads) - hitRatio(exact, reads))).toBeLessThan(1e-5);
      expect(Math.abs(distinctPages(grouped, reads) / distinctPages(exact, reads) - 1)).toBeLessThan(1e-4);
    }
  },
);

test('uniform popularity has closed-form hit ratios', () => {
  const law = zipfPopularity(1000, 0);
  expect(hitRatio(law, 1000)).toBeCloseTo(1 - Math.exp(-1), 9);
  expect(distinctPages(law, 1000)).toBeCloseTo(1000 * (1 - Math.exp(-1)), 6);
  // C pages are touched by N ln(N / (N − C)) reads.
  expect(characteristicTime(law, 500)).toBeCloseTo(1000 * Math.LN2, 6);
});

test('the characteristic time is zero without a cache, and infinite if every page fits', () => {
  const law = zipfPopularity(100, 0.9);
  expect(characteristicTime(law, 0)).toBe(0);
  expect(characteristicTime(law, 100)).toBe(Number.POSITIVE_INFINITY);
  expect(distinctPages(law, characteristicTime(law, 60))).toBeCloseTo(60, 9);
});

test('a working set has at least one page', () => {
  expect(() => zipfPopularity(0, 1)).toThrow('at least one page');
});

test.each(LAWS)('with exponent $exponent, the table is within 1e-4 of the sums', ({ exponent }) => {
  const law = zipfPopularity(20_000, exponent);
  const table = new WarmthTable(law);
  for (let reads = 1; reads < 1e8; reads *= 1.7) {
    expect(Math.abs(table.hit(reads) - hitRatio(law, reads))).toBeLessThan(1e-4);
    expect(Math.abs(table.distinct(reads) - distinctPages(law, reads))).toBeLessThan(1e-4 * law.pages);
  }
});
