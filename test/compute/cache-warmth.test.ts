import { describe, expect, test } from 'vitest';
import { CacheWarmth } from '../../src/compute/cache-warmth.js';
import { zipfPopularity } from '../../src/compute/page-popularity.js';
import { ReadStretches } from '../../src/compute/read-stretches.js';
import { WarmthTable } from '../../src/compute/warmth-table.js';

/** Pages read with equal probability: n reads touch N(1 − e^(−n/N)) of them. */
const PAGES = 1000;
const uniform = () => new WarmthTable(zipfPopularity(PAGES, 0));

/** Reads of each load in turn, ten pages at a time, in proportion to its weight. */
function readAll(cache: CacheWarmth, rounds: number, ...weights: readonly number[]): void {
  for (let round = 0; round < rounds; round++) {
    weights.forEach((weight, load) => {
      if (weight > 0) cache.read(load, 10 * weight);
    });
  }
}

describe('a cache that one load reads from', () => {
  test('a cache starts cold, fills as pages are read, and then hits the share that it holds', () => {
    const cache = new CacheWarmth([uniform()], 500);
    expect([cache.hitRatio(0), cache.occupied_pages]).toEqual([0, 0]);
    readAll(cache, 40, 1);
    expect(cache.occupied_pages).toBeCloseTo(PAGES * (1 - Math.exp(-0.4)), 0);
    // The ratio lags behind by at most two percent.
    expect(Math.abs(cache.hitRatio(0) - (1 - Math.exp(-0.4)))).toBeLessThan(0.005);
    readAll(cache, 300, 1);
    expect(Math.abs(cache.hitRatio(0) - 0.5)).toBeLessThan(0.005);
    expect(Math.abs(cache.occupied_pages - 500)).toBeLessThan(10);
  });

  test('a filling cache misses each page exactly once, in step with its reads', () => {
    const cache = new CacheWarmth([uniform()], 2 * PAGES);
    let missed = 0;
    for (let reads = 0; reads < 2000; reads++) {
      missed += 1 - cache.hitRatio(0);
      cache.read(0, 1);
    }
    expect(Math.abs(missed - PAGES * (1 - Math.exp(-2)))).toBeLessThan(1);
  });

  test('a cache evicts at once when it shrinks, and fills again when it grows', () => {
    const cache = new CacheWarmth([uniform()], 500);
    readAll(cache, 300, 1);
    cache.resize(250);
    expect(cache.occupied_pages).toBeCloseTo(250, 3);
    expect(cache.hitRatio(0)).toBeCloseTo(0.25, 4);
    cache.resize(2000);
    expect(cache.occupied_pages).toBeCloseTo(250, 3);
    readAll(cache, 1000, 1);
    expect(cache.hitRatio(0)).toBeGreaterThan(0.999);
    cache.resize(0);
    expect(cache.hitRatio(0)).toBeCloseTo(0, 9);
  });

  test('a cache is empty after a stop, and can be refilled with its contents or a share of them', () => {
    const cache = new CacheWarmth([uniform()], 500);
    readAll(cache, 300, 1);
    const held = cache.warmths();
    cache.empty();
    expect([cache.hitRatio(0), cache.occupied_pages]).toEqual([0, 0]);
    // The recorded warmth is a copy.
    expect(held[0]).toBeGreaterThan(0);
    cache.fill(held, 0.5);
    expect(cache.warmths()[0]).toBeCloseTo(held[0]! / 2, 9);
    expect(cache.occupied_pages).toBeCloseTo(PAGES * (1 - Math.exp(-held[0]! / 2 / PAGES)), 0);
    cache.fill(held, 1);
    expect(cache.warmths()[0]).toBeCloseTo(held[0]!, 9);
    // It already holds more.
    cache.fill(held, 0.1);
    expect(cache.warmths()[0]).toBeCloseTo(held[0]!, 9);
  });

  test('the cache is empty if no load reads pages', () => {
    const cache = new CacheWarmth([], 500);
    cache.resize(10);
    cache.empty();
    expect(cache.occupied_pages).toBe(0);
  });
});

describe('a cache that two loads read from', () => {
  test('the cache holds what each load has read within a common time', () => {
    // Half of 2 × 1000 pages fit; one load reads twice as often. With x = e^(−t/N) of the slower one
    // (1 − x²) + (1 − x) = 1: the golden section.
    const cache = new CacheWarmth([uniform(), uniform()], PAGES);
    readAll(cache, 300, 2, 1);
    const x = (Math.sqrt(5) - 1) / 2;
    expect(Math.abs(cache.hitRatio(0) - (1 - x * x))).toBeLessThan(0.01);
    expect(Math.abs(cache.hitRatio(1) - (1 - x))).toBeLessThan(0.01);
    expect(Math.abs(cache.occupied_pages - PAGES)).toBeLessThan(20);
  });

  test('pages of a load that has stopped are evicted within one characteristic time', () => {
    const cache = new CacheWarmth([uniform(), uniform()], 500);
    readAll(cache, 200, 1, 1);
    // Both have 250 pages: a quarter of their pages, read within N·ln(4/3) reads each.
    expect(Math.abs(cache.hitRatio(1) - 0.25)).toBeLessThan(0.01);
    const half = Math.round((PAGES * Math.log(4 / 3)) / 20);
    readAll(cache, half, 1, 0);
    expect(cache.hitRatio(1)).toBeGreaterThan(0.1);
    expect(cache.hitRatio(1)).toBeLessThan(0.2);
    // Alone it fills the cache with half of its pages.
    readAll(cache, 150, 1, 0);
    expect(cache.hitRatio(1)).toBeLessThan(1e-3);
    expect(Math.abs(cache.hitRatio(0) - 0.5)).toBeLessThan(0.01);
  });

  test('prefilled pages are evicted before pages read since', () => {
    const cache = new CacheWarmth([uniform(), uniform()], 500);
    readAll(cache, 150, 1, 0);
    const held = cache.warmths();
    cache.empty();
    readAll(cache, 29, 0, 1);
    cache.fill(held, 1);
    // 252 pages of the second load remain, and the first has the rest.
    expect(cache.hitRatio(1)).toBeCloseTo(1 - Math.exp(-0.29), 2);
    expect(Math.abs(cache.hitRatio(0) - (0.5 - (1 - Math.exp(-0.29))))).toBeLessThan(0.01);
  });

  test('prefilled pages are evicted in time, however little was read before', () => {
    const cache = new CacheWarmth([uniform(), uniform()], 500);
    readAll(cache, 200, 1, 0);
    const held = cache.warmths();
    cache.empty();
    cache.read(1, 5);
    cache.fill(held, 1);
    expect(Math.abs(cache.hitRatio(0) - 0.495)).toBeLessThan(0.01);
    readAll(cache, 200, 0, 1);
    expect(cache.hitRatio(0)).toBeLessThan(1e-3);
    expect(Math.abs(cache.hitRatio(1) - 0.5)).toBeLessThan(0.01);
  });
});

describe('stretches of reads', () => {
  const stretches = (count: number) => {
    const made = new ReadStretches(2);
    for (let row = 1; row <= count; row++) made.push((load) => (load === 0 ? row : 1000 + row));
    return made;
  };

  test('reads are summed per load, and the oldest stretch leaves first', () => {
    const made = stretches(3);
    expect([made.count, made.oldest(0), made.oldest(1), ...made.sums]).toEqual([3, 1, 1001, 6, 3006]);
    made.dropOldest();
    expect([made.count, made.oldest(0), made.oldest(1), ...made.sums]).toEqual([2, 2, 1002, 5, 2005]);
    made.shrinkOldest(0.5);
    expect([made.count, made.oldest(0), made.oldest(1), ...made.sums]).toEqual([2, 1, 501, 4, 1504]);
    made.addToOldest(1, 10);
    expect([made.oldest(0), made.oldest(1), ...made.sums]).toEqual([1, 511, 4, 1514]);
    made.dropOldest();
    made.dropOldest();
    expect([made.count, ...made.sums]).toEqual([0, 0, 0]);
    made.push(() => 7);
    expect([made.count, made.oldest(0), ...made.sums]).toEqual([1, 7, 7, 7]);
  });

  test('neighboring stretches are merged in pairs when there are too many', () => {
    const made = stretches(129);
    expect([made.count, made.oldest(0), made.oldest(1)]).toEqual([65, 3, 2003]);
    expect([...made.sums]).toEqual([(129 * 130) / 2, 129_000 + (129 * 130) / 2]);
    const seen: number[] = [];
    while (made.count > 0) {
      seen.push(made.oldest(0));
      made.dropOldest();
    }
    expect(seen).toEqual([...Array.from({ length: 64 }, (_, pair) => 4 * pair + 3), 129]);
  });

  test('stretches move up when the oldest leave, and stay separate while there are few', () => {
    const few = stretches(128);
    for (let row = 0; row < 64; row++) few.dropOldest();
    few.push(() => 5);
    expect([few.count, few.oldest(0)]).toEqual([65, 65]);
    const odd = stretches(128);
    for (let row = 0; row < 63; row++) odd.dropOldest();
    odd.push(() => 5);
    expect([odd.count, odd.oldest(0)]).toEqual([34, 64 + 65]);
    for (let row = 0; row < 32; row++) odd.dropOldest();
    // The last of an odd number has no neighbour.
    expect([odd.oldest(0), odd.sums[0]]).toEqual([128, 133]);
    odd.clear();
    expect([odd.count, ...odd.sums]).toEqual([0, 0, 0]);
  });
});

test('the warmth table starts at zero and ends when every page has been read', () => {
  const law = zipfPopularity(50, 1);
  const table = new WarmthTable(law);
  expect([table.hit(0), table.distinct(-1)]).toEqual([0, 0]);
  expect(table.hit(0.5)).toBe(table.hit(1) / 2);
  expect(table.distinct(0.25)).toBe(table.distinct(1) / 4);
  expect(table.hit(1e15)).toBeCloseTo(1, 12);
  expect(table.distinct(1e15)).toBeCloseTo(50, 9);
});
