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

  /** Reads a page. @returns whether it was there */
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

/** Independent reads by a popularity law whose ranks stand alone. */
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

/** A real cache and the model of it, read alike by loads that take turns by weight. */
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

  /** Reads so often. @returns by load, the share of reads that hit, in the cache and by the model */
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
  test.each([0, 0.6, 0.9, 1.2])('exponent %d: warming up, and then warm', (exponent) => {
    const experiment = new Experiment([single(4000, exponent)], 1000);
    expectAlike(experiment.run(1000));
    expectAlike(experiment.run(3000));
    expectAlike(experiment.run(60_000));
  });

  test('a smaller size loses the least recently used tail, a larger one warms up again', () => {
    const experiment = new Experiment([single(4000, 0.9)], 2000);
    experiment.run(30_000);
    experiment.resize(250);
    // At once, not only in the long run: what is left are the pages read last.
    expectAlike(experiment.run(2000));
    expectAlike(experiment.run(20_000));
    experiment.resize(3000);
    expectAlike(experiment.run(4000));
    expectAlike(experiment.run(40_000));
  });

  test('two loads share the cache as their reads weigh', () => {
    const experiment = new Experiment([single(3000, 0.8), single(1500, 1.1)], 1200);
    expectAlike(experiment.run(20_000, 0.8));
    expectAlike(experiment.run(40_000, 0.8));
  });
});

describe('cache warmth', () => {
  test('reaches the hit ratio of the characteristic time, and is cold when emptied', () => {
    const law = single(4000, 0.9);
    const warmth = new CacheWarmth([new WarmthTable(law)], 800);
    for (let count = 0; count < 50_000; count++) warmth.read(0, 3);
    expect(warmth.hitRatio(0)).toBeCloseTo(hitRatio(law, characteristicTime(law, 800)), 2);
    warmth.empty();
    expect(warmth.hitRatio(0)).toBe(0);
  });

  test('without loads that read pages it has nothing to do', () => {
    const warmth = new CacheWarmth([], 100);
    warmth.resize(10);
    expect(warmth.occupied_pages).toBe(0);
    warmth.empty();
    expect(warmth.warmths()).toHaveLength(0);
  });
});
