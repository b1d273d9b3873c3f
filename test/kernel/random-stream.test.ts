import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RandomStream, randomStream } from '../../src/kernel/random-stream.js';

const draws = (stream: RandomStream, count: number): number[] =>
  Array.from({ length: count }, () => stream.uniform());

it('a stream is the same for the same name', () => {
  expect(draws(randomStream('7', 3, 'web', 'cpu'), 50)).toEqual(
    draws(randomStream('7', 3, 'web', 'cpu'), 50),
  );
});

it('a stream fills a block with its next draws from the end, across those made ahead', () => {
  const one = randomStream('7', 0, 'web', 'cpu');
  const blocks = randomStream('7', 0, 'web', 'cpu');
  blocks.uniform();
  const filled = [5, 64, 200].map((length) => {
    const block = new Float64Array(length);
    blocks.fill(block);
    return Array.from(block).reverse();
  });
  expect(filled.flat()).toEqual(draws(one, 270).slice(1));
});

it('a stream does not depend on the draws of other streams', () => {
  const alone = draws(randomStream('7', 0, 'a', 'cpu'), 10);
  const other = randomStream('7', 0, 'b', 'cpu');
  const compute = randomStream('7', 0, 'a', 'cpu');
  const mixed = Array.from({ length: 10 }, () => {
    other.uniform();
    return compute.uniform();
  });
  expect(mixed).toEqual(alone);
});

it('streams differ if one part of their names differs, and the parts of a name are not confused', () => {
  const names: [string, number, string, string][] = [
    ['7', 0, 'web', 'cpu'],
    ['8', 0, 'web', 'cpu'],
    ['7', 1, 'web', 'cpu'],
    ['7', 0, 'web2', 'cpu'],
    ['7', 0, 'web', 'pages'],
    ['7', 0, 'we', 'bcpu'],
    ['7', 0, 'web","cpu', ''],
    ['70', 0, 'web', 'cpu'],
  ];
  const first = names.map((name) => draws(randomStream(...name), 3).join());
  expect(new Set(first).size).toBe(names.length);
});

it('streams of any two names differ', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      fc.pre(one !== other);
      expect(draws(new RandomStream(one), 2)).not.toEqual(draws(new RandomStream(other), 2));
    }),
    { seed: 1, numRuns: 200 },
  );
});

it('a stream never draws 0 or 1', () => {
  const stream = new RandomStream('open interval');
  let least = 1;
  let greatest = 0;
  for (let index = 0; index < 1_000_000; index++) {
    const u = stream.uniform();
    if (u < least) least = u;
    if (u > greatest) greatest = u;
  }
  expect(least).toBeGreaterThan(0);
  expect(greatest).toBeLessThan(1);
});

it('a stream fills the interval evenly: chi-square over 1000 cells at 99 %', () => {
  expect(chiSquare(1000, (stream) => stream.uniform() * 1000)).toBeLessThan(1105.9);
});

it('a stream fills the square of successive draws evenly: chi-square over 32 × 32 cells at 99 %', () => {
  const cell = (stream: RandomStream): number =>
    Math.floor(stream.uniform() * 32) * 32 + Math.floor(stream.uniform() * 32);
  expect(chiSquare(1024, cell)).toBeLessThan(1131.2);
});

it('a stream is uncorrelated with that of the next replication', () => {
  const one = randomStream('42', 0, 'web', 'arrivals');
  const next = randomStream('42', 1, 'web', 'arrivals');
  const count = 200_000;
  let product = 0;
  for (let index = 0; index < count; index++) product += (one.uniform() - 0.5) * (next.uniform() - 0.5);
  // The correlation of independent draws has standard deviation 1 / √n.
  expect(Math.abs((12 * product) / count)).toBeLessThan(2.576 / Math.sqrt(count));
});

/** Pearson's statistic for 500 expected hits per cell. */
function chiSquare(cells: number, cell: (stream: RandomStream) => number): number {
  const stream = new RandomStream('equidistribution');
  const hits = new Float64Array(cells);
  for (let index = 0; index < cells * 500; index++) hits[Math.floor(cell(stream))]! += 1;
  return hits.reduce((sum, count) => sum + ((count - 500) * (count - 500)) / 500, 0);
}
