import { describe, expect, test } from 'vitest';
import { CacheWarmth } from '../../src/compute/cache-warmth.js';
import { hitRatio, type PagePopularity, zipfPopularity } from '../../src/compute/page-popularity.js';
import { WarmthTable } from '../../src/compute/warmth-table.js';
import { type RandomStream, randomStream } from '../../src/kernel/random-stream.js';
import { characteristicTime } from './characteristic-time.js';

/** A least-recently-used cache of whole pages: a Map keeps the order of insertion. */
class LruCache {
  readonly #pages = new Map<string, true>();
  #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Reads a page. @returns whether it was in the cache */
  read(page: string): boolean {
    const hit = this.#pages.delete(page);
    this.#pages.set(page, true);
    this.#evict();
    return hit;
  }

  resize(capacity: number): void {
    this.#capacity = capacity;
    this.#evict();
  }

  #evict(): void {
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= this.#capacity) return;
      this.#pages.delete(page);
    }
  }
}

/** Independent reads by a popularity law with separate ranks. */
function reader(law: PagePopularity, stream: RandomStream): () => number {
  const cumulative: number[] = [];
  let sum = 0;
  for (const probability of law.probabilities) {
    sum += probability;
    cumulative.push(sum);
  }
  return () => {
    const u = stream.uniform();
    let [low, high] = [0, cumulative.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle]! < u) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** A real cache and its model with the same reads, by loads that alternate by weight. */
class Experiment {
  readonly warmth: CacheWarmth;
  readonly lru: LruCache;
  readonly #laws: readonly PagePopularity[];
  readonly #read: readonly (() => number)[];
  readonly #turn: RandomStream;

  constructor(laws: readonly PagePopularity[], capacity: number) {
    this.#laws = laws;
    this.warmth = new CacheWarmth(
      laws.map((law) => new WarmthTable(law)),
      capacity,
    );
    this.lru = new LruCache(capacity);
    this.#read = laws.map((law, load) => reader(law, randomStream('7', 0, 'cache', `load-${load}`)));
    this.#turn = randomStream('7', 0, 'cache', 'turn');
  }

  /** Makes this many reads. @returns by load, the share of reads that hit, in the cache and in the model */
  run(reads: number, firstShare = 1): readonly { readonly lru: number; readonly model: number }[] {
    const sums = this.#laws.map(() => ({ reads: 0, lru: 0, model: 0 }));
    for (let count = 0; count < reads; count++) {
      const load = this.#turn.uniform() < firstShare ? 0 : 1;
      const sum = sums[load]!;
      sum.reads += 1;
      sum.model += this.warmth.hitRatio(load);
      this.warmth.read(load, 1);
      if (this.lru.read(`${load}:${this.#read[load]!()}`)) sum.lru += 1;
    }
    return sums.map((sum) => ({ lru: sum.lru / sum.reads, model: sum.model / sum.reads }));
  }

  resize(capacity: number): void {
    this.warmth.resize(capacity);
    this.lru.resize(capacity);
  }
}

const single = (pages: number, exponent: number) => zipfPopularity(pages, exponent, pages);

function expectAlike(found: readonly { readonly lru: number; readonly model: number }[]): void {
  for (const { lru, model } of found) expect(Math.abs(lru - model)).toBeLessThan(0.02);
}

describe('cache warmth against a real least-recently-used cache', () => {
  test.each([0, 0.6, 0.9, 1.2])(
    'cache warmth matches a real LRU cache while warming up and when warm, for exponent %d',
    (exponent) => {
      const experiment = new Experiment([single(4000, exponent)], 1000);
      expectAlike(experiment.run(1000));
      expectAlike(experiment.run(3000));
      expectAlike(experiment.run(60_000));
    },
  );

  test('a smaller size loses the least recently used pages, and a larger one warms up again', () => {
    const experiment = new Experiment([single(4000, 0.9)], 2000);
    experiment.run(30_000);
    experiment.resize(250);
    // Immediately, not only in the long run: the pages read last remain.
    expectAlike(experiment.run(2000));
    expectAlike(experiment.run(20_000));
    experiment.resize(3000);
    expectAlike(experiment.run(4000));
    expectAlike(experiment.run(40_000));
  });

  test('two loads share the cache in proportion to their reads', () => {
    const experiment = new Experiment([single(3000, 0.8), single(1500, 1.1)], 1200);
    expectAlike(experiment.run(20_000, 0.8));
    expectAlike(experiment.run(40_000, 0.8));
  });
});

describe('a scan through the cache', () => {
  const [FIRST, SCAN] = [0, 1] as const;

  /** Hit ratio of the first load by minute. */
  function minutes(experiment: Experiment, count: number, perSecond: number) {
    return Array.from({ length: count }, () => experiment.run(60 * perSecond)[FIRST]!);
  }

  test('the pages of a scan are evicted within one characteristic time', () => {
    // 200 reads per second of 20,000 pages in a cache of half of them; for a minute 2,000 per second of 100,000 others.
    const experiment = new Experiment([single(20_000, 1), single(100_000, 0)], 10_000);
    minutes(experiment, 15, 200);
    const [, scan] = experiment.run(60 * 2200, 200 / 2200);
    expect(scan!.model).toBeCloseTo(scan!.lru, 2);
    const after = minutes(experiment, 12, 200);
    // Hit ratios of an independent simulation in the same minutes after the scan.
    const independent = [0.814, 0.886, 0.906, 0.908, 0.906];
    [2, 4, 6, 8, 11].forEach((minute, place) => {
      const { lru, model } = after[minute - 1]!;
      expect(Math.abs(model - lru), `minute ${minute}: ${model} for ${lru}`).toBeLessThan(0.01);
      expect(Math.abs(model - independent[place]!), `minute ${minute}: ${model}`).toBeLessThan(0.01);
    });
  });

  test.each([
    [20, 3000],
    [120, 3000],
  ])('a scan of %d s is repeated with a cache of %d pages that is resized in between', (seconds, pages) => {
    const experiment = new Experiment([single(8000, 0.8), single(40_000, 0.2)], pages);
    minutes(experiment, 10, 150);
    for (const size of [pages, pages / 2, pages * 1.5]) {
      experiment.resize(size);
      expectAlike(experiment.run(seconds * 900, 150 / 900));
      for (let look = 0; look < 4; look++) {
        const { lru, model } = experiment.run(3 * 60 * 150)[FIRST]!;
        expect(Math.abs(model - lru)).toBeLessThan(0.01);
      }
    }
  });

  test('a load that has stopped for good leaves nothing in the cache, however many stretches of reads there were', () => {
    const experiment = new Experiment([single(3000, 0.9), single(3000, 0.9)], 2000);
    for (let turn = 0; turn < 40; turn++) experiment.run(3000, turn % 2 === 0 ? 0.9 : 0.1);
    minutes(experiment, 4, 400);
    expect(experiment.warmth.hitRatio(SCAN)).toBeLessThan(1e-12);
    // A fiftieth may still be pending.
    expect(Math.abs(experiment.warmth.occupied_pages / 2000 - 1)).toBeLessThan(0.02);
    expectAlike(minutes(experiment, 2, 400));
  });
});

describe('cache warmth', () => {
  test('the cache reaches the hit ratio of the characteristic time, and is cold when emptied', () => {
    const law = single(4000, 0.9);
    const warmth = new CacheWarmth([new WarmthTable(law)], 800);
    for (let count = 0; count < 50_000; count++) warmth.read(0, 3);
    expect(warmth.hitRatio(0)).toBeCloseTo(hitRatio(law, characteristicTime(law, 800)), 2);
    warmth.empty();
    expect(warmth.hitRatio(0)).toBe(0);
  });

  test('a cache without loads that read pages does nothing', () => {
    const warmth = new CacheWarmth([], 100);
    warmth.resize(10);
    expect(warmth.occupied_pages).toBe(0);
    warmth.empty();
    expect(warmth.warmths()).toHaveLength(0);
  });
});
