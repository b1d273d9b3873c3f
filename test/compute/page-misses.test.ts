import { expect, test } from 'vitest';
import { PageMisses } from '../../src/compute/page-misses.js';
import { randomStream } from '../../src/kernel/random-stream.js';
import { meanInterval } from '../../src/statistics/confidence-interval.js';

const DRAWS = 100_000;

function draws(pages: number, hit: number): number[] {
  const misses = new PageMisses(randomStream('1', 0, 'test', `misses-${pages}-${hit}`));
  return Array.from({ length: DRAWS }, () => misses.draw(pages, hit));
}

/** P(misses = k) of the binomial law. */
function binomial(pages: number, miss: number, k: number): number {
  let probability = Math.exp(pages * Math.log(1 - miss));
  for (let i = 1; i <= k; i++) probability *= ((pages - i + 1) / i) * (miss / (1 - miss));
  return probability;
}

test.each([
  { pages: 5, hit: 0.5 },
  { pages: 12, hit: 0.9 },
  { pages: 200, hit: 0.98 },
])('misses of $pages reads with hit probability $hit follow the binomial distribution', ({ pages, hit }) => {
  const all = draws(pages, hit);
  for (let misses = 0; misses <= pages; misses++) {
    const expected = binomial(pages, 1 - hit, misses);
    if (expected * DRAWS < 20) continue;
    const share = all.filter((one) => one === misses).length / DRAWS;
    // Four standard errors, because a dozen cells are checked.
    const error = Math.sqrt((expected * (1 - expected)) / DRAWS);
    expect(Math.abs(share - expected)).toBeLessThan(4 * error);
  }
});

test.each([
  { pages: 12, hit: 0.9 },
  { pages: 79, hit: 0.5 },
  { pages: 400, hit: 0.5 },
  { pages: 10_000, hit: 0.9 },
])(
  'misses of $pages reads at $hit have the right mean and variance, by inversion and by the normal limit',
  ({ pages, hit }) => {
    const all = draws(pages, hit);
    const mean = pages * (1 - hit);
    const interval = meanInterval(all, 0.99);
    expect(Math.abs(interval.mean - mean)).toBeLessThanOrEqual(interval.half_width);
    expect(interval.half_width).toBeLessThan(0.02 * mean);
    const squares = meanInterval(
      all.map((one) => (one - mean) * (one - mean)),
      0.99,
    );
    // Rounding the normal limit to whole misses adds a twelfth.
    expect(Math.abs(squares.mean - mean * hit)).toBeLessThanOrEqual(squares.half_width + 1 / 12);
  },
);

test('hit ratios of one and zero give no misses and all misses, without a random draw', () => {
  const stream = randomStream('1', 0, 'test', 'edges');
  const misses = new PageMisses(stream);
  const next = randomStream('1', 0, 'test', 'edges').uniform();
  expect(misses.draw(10, 1)).toBe(0);
  expect(misses.draw(10, 0)).toBe(10);
  expect(misses.draw(0, 0.5)).toBe(0);
  expect(stream.uniform()).toBe(next);
});
