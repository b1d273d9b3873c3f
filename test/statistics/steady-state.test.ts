import { expect, it } from 'vitest';
import { RandomStream } from '../../src/kernel/random-stream.js';
import { mser5 } from '../../src/statistics/mser.js';
import { longBatches } from '../../src/statistics/steady-state.js';

/** An autoregressive series about 5 that begins at `start`. */
function settling(start: number, phi: number, length: number): Float64Array {
  const random = new RandomStream('steady state');
  let x = start - 5;
  return Float64Array.from({ length }, () => {
    x = phi * x + random.uniform() - 0.5;
    return 5 + x;
  });
}

it('leaves the warm-up out', () => {
  const series = settling(60, 0.9, 4000);
  const { truncate, at_limit } = mser5(series);
  expect(truncate).toBeGreaterThanOrEqual(20);
  expect(truncate).toBeLessThan(400);
  expect(at_limit).toBe(false);
  const found = longBatches(series.subarray(truncate), 0.99);
  expect(found.independent).toBe(true);
  expect(Math.abs(found.mean - 5)).toBeLessThanOrEqual(found.half_width);
  const biased = series.reduce((sum, value) => sum + value, 0) / series.length;
  expect(Math.abs(found.mean - 5)).toBeLessThan(Math.abs(biased - 5));
});

it('takes fewer, longer batches where short ones hang together, and says when even those do', () => {
  const wandering = longBatches(settling(5, 0.995, 4000), 0.95);
  expect(wandering.n).toBeLessThan(40);
  const drift = Array.from({ length: 200 }, (_, index) => index);
  expect(mser5(drift).at_limit).toBe(true);
  expect(longBatches(drift, 0.95)).toMatchObject({ independent: false, n: 10 });
});
