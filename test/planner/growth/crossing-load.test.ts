import { describe, expect, it } from 'vitest';
import { type Crossing, crossingLoad } from '../../../src/planner/growth/crossing-load.js';
import type { LoadLevel } from '../../../src/planner/replicate/load-levels.js';

type Curve = (factor: number) => number;

/** A search from loads that are known along a curve, and all that is looked at. */
function along(curve: Curve, known: readonly number[], over: Partial<Crossing> = {}) {
  const looked = [...known];
  const levels = () =>
    looked.toSorted((a, b) => a - b).map((factor): LoadLevel => ({ factor, fidelity: 'exact', runs: [] }));
  const search: Crossing = {
    known: levels,
    at: async (factor) => looked.push(factor),
    beyond: ({ factor }) => curve(factor),
    end: 'upper',
    region: { from: 0, to: Number.POSITIVE_INFINITY },
    ...over,
  };
  return { search, looked };
}

/** The logarithm of the 99th percentile of M/M/1 over its bound, which is met at 50 times the load. */
const queue: Curve = (factor) => (factor < 80 ? Math.log(30 / (80 - factor)) : Number.POSITIVE_INFINITY);

describe('the load at which something is just met', () => {
  it.each([
    ['on both sides', [1, 2, 4, 8, 16, 32, 64]],
    ['below', [45]],
    ['above', [60]],
    ['in an overload', [1, 200]],
  ])('is found from what is known %s', async (_, known) => {
    const { search, looked } = along(queue, known);
    const found = await crossingLoad(search, { within: 0.01 });
    expect(Math.abs(found! / 50 - 1)).toBeLessThan(0.005);
    expect(looked.length - known.length).toBeLessThanOrEqual(9);
  });

  it('takes no more looks than the first where it is known how steep it is', async () => {
    // 50 / (80 - 50) is how steep it is there.
    const { search, looked } = along(queue, [49.8], { slope: 50 / 30 });
    expect(Math.abs((await crossingLoad(search, { within: 0.01 }))! / 50 - 1)).toBeLessThan(0.001);
    expect(looked).toEqual([49.8]);
  });

  it('is read off a straight line only as far as told', async () => {
    const near = along(queue, [47], { slope: 50 / 30 });
    const read = await crossingLoad(near.search, { within: 0.02, straight: 0.25 });
    expect(near.looked).toEqual([47]);
    expect(Math.abs(read! / 50 - 1)).toBeLessThan(0.005);
    const far = along(queue, [35], { slope: 50 / 30 });
    await crossingLoad(far.search, { within: 0.02, straight: 0.25 });
    expect(far.looked.length).toBeGreaterThan(1);
  });

  it('is the middle of what is as close as asked where values tell nothing', async () => {
    const step: Curve = (factor) => (factor < 50 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
    const { search } = along(step, [32, 64]);
    expect(Math.abs((await crossingLoad(search, { within: 0.01 }))! / 50 - 1)).toBeLessThan(0.01);
  });

  it('is that below which it breaks for what gets better with load', async () => {
    const { search } = along((factor) => 1 - factor / 20, [4, 40], { end: 'lower' });
    expect(Math.abs((await crossingLoad(search, { within: 0.01 }))! / 20 - 1)).toBeLessThan(0.005);
  });

  it('is none where the region ends before', async () => {
    const region = { from: 0, to: 40 };
    expect(await crossingLoad(along(queue, [10, 20], { region }).search, { within: 0.01 })).toBeUndefined();
  });
});
