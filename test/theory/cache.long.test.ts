import { describe, expect, test } from 'vitest';
import { distinctPages, hitRatio, PAGE_BYTES, zipfPopularity } from '../../src/compute/page-popularity.js';
import { characteristicTime } from '../compute/characteristic-time.js';
import { expectClose } from '../vectors/closeness.js';
import { theoryCase } from '../vectors/theory-case.js';
import { document, expectFigures } from './support/experiment.js';
import { number, numericCase } from './support/numbers.js';

describe('family F: the Local File Cache under least recently used', () => {
  test.each(['F1', 'F3', 'F5'])(
    '%s: the formula reproduces Che’s characteristic time and hit ratio',
    (id) => {
      const { inputs, expected } = numericCase(id);
      const pages = number(inputs, 'N');
      const popularity = zipfPopularity(pages, number(inputs, 's'), pages);
      const time = characteristicTime(popularity, number(inputs, 'C'));
      expectClose(time, number(expected, 'tC_requests'));
      expectClose(hitRatio(popularity, time), number(expected, 'hit_ratio'));
      expectClose(-Math.expm1(-popularity.probabilities[0]! * time), number(expected, 'hit_top_item'));
      const cached = popularity.probabilities.slice(0, number(inputs, 'C'));
      expectClose(
        cached.reduce((sum, one) => sum + one, 0),
        number(expected, 'static_top_C_hit'),
      );
    },
  );

  interface WarmUpPoint {
    readonly requests: number;
    readonly distinct_expected: number;
    readonly hit_at_n: number;
  }

  test('F7: the closed form of warming up from an empty cache holds', () => {
    const { inputs, expected } = theoryCase('F7');
    const pages = inputs['N'] as number;
    const popularity = zipfPopularity(pages, inputs['s'] as number, pages);
    const time = characteristicTime(popularity, inputs['C'] as number);
    expectClose(time, expected['tC']!);
    for (const point of expected['points'] as unknown as readonly WarmUpPoint[]) {
      expectClose(distinctPages(popularity, point.requests), point.distinct_expected);
      expectClose(hitRatio(popularity, Math.min(point.requests, time)), point.hit_at_n);
    }
  });

  /** A compute whose Local File Cache holds exactly `cachePages` pages, read at one page per query. */
  function reader(pages: number, exponent: number, cachePages: number, reads: number) {
    return document({
      cu: 1,
      duration: `${reads}s`,
      load: {
        process: { regular: { every: '1s' } },
        query: {
          cpu: '0s',
          pages: 1,
          working_set: pages * PAGE_BYTES,
          popularity: { zipf: exponent },
        },
      },
      model: { file_cache_per_cu: cachePages * PAGE_BYTES, page_reads_per_second: 'unlimited' },
    });
  }

  test.each([
    ['F1', 400_000],
    ['F5', 400_000],
  ])('%s: the simulated hit ratio after warm-up matches theory', async (id, reads) => {
    const { inputs, expected } = numericCase(id);
    const [pages, exponent, cache] = [number(inputs, 'N'), number(inputs, 's'), number(inputs, 'C')];
    const popularity = zipfPopularity(pages, exponent, pages);
    const time = number(expected, 'tC_requests');
    // There are as many misses as pages until the cache is full; afterwards each read misses with 1 − H.
    const misses = cache + (reads - time) * (1 - number(expected, 'hit_ratio'));
    expectClose(distinctPages(popularity, time), cache);
    await expectFigures(reader(pages, exponent, cache, reads), 5, [
      { name: 'misses', of: (one) => one.pages_missed, expected: misses },
    ]);
  });

  test('F7: simulated misses of a cold start match theory', async () => {
    const { inputs, expected } = numericCase('F7');
    const [pages, exponent, cache] = [number(inputs, 'N'), number(inputs, 's'), number(inputs, 'C')];
    const reads = 20_000;
    const steady = 1 - number(expected, 'steady_hit');
    const misses = reads * steady + number(expected, 'extra_misses_vs_warm');
    await expectFigures(reader(pages, exponent, cache, reads), 30, [
      { name: 'misses', of: (one) => one.pages_missed, expected: misses },
    ]);
  });

  test('a working set that fits is read from storage exactly once', async () => {
    const pages = 1000;
    await expectFigures(reader(pages, 0, 2 * pages, 50_000), 30, [
      { name: 'misses', of: (one) => one.pages_missed, expected: pages },
    ]);
    expect(characteristicTime(zipfPopularity(pages, 0), 2 * pages)).toBe(Number.POSITIVE_INFINITY);
  });
});
