import { describe, expect, it } from 'vitest';
import { answer } from '../../../src/study/engine/engine.js';
import { type Crossing, crossingLoad } from '../../../src/study/growth/crossing-load.js';
import type { LoadLevel } from '../../../src/study/replicate/load-levels.js';
import { known as answered } from '../known.js';

type Curve = (factor: number) => number;
type Accuracy = Parameters<typeof crossingLoad>[1];

/** A search that starts from known loads along a curve, and every load it simulates after them. */
async function along(
  curve: Curve,
  known: readonly number[],
  over: Partial<Crossing> = {},
  accuracy: Accuracy = { within: 0.01 },
) {
  const looked = [...known];
  const search: Crossing = {
    known: () =>
      looked.toSorted((a, b) => a - b).map((factor): LoadLevel => ({ factor, fidelity: 'exact', runs: [] })),
    at: (factor) => answered(() => looked.push(factor)),
    beyond: ({ factor }) => curve(factor),
    end: 'upper',
    region: { from: 0, to: Number.POSITIVE_INFINITY },
    ...over,
  };
  const load = await answer(crossingLoad(search, accuracy));
  return { load, runs: looked.slice(known.length) };
}

/** The logarithm of the 99th percentile of M/M/1 over its bound, which is met at 50 times the load. */
const queue: Curve = (factor) => (factor < 80 ? Math.log(30 / (80 - factor)) : Number.POSITIVE_INFINITY);
const step: Curve = (factor) => (factor < 50 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);

describe('the load at which a figure crosses a bound', () => {
  it.each<readonly [string, Curve, readonly number[], Partial<Crossing>, number | undefined, number]>([
    ['from values on both sides', queue, [1, 2, 4, 8, 16, 32, 64], {}, 50, 9],
    ['from values below', queue, [45], {}, 50, 9],
    ['from values above', queue, [60], {}, 50, 9],
    ['from an overload', queue, [1, 200], {}, 50, 9],
    // The slope there is 50 / (80 - 50).
    ['without a further run if the slope is known', queue, [49.8], { slope: 50 / 30 }, 50, 0],
    // A cliff known from other runs would reach the bound within 0.4 %.
    ['not where a line as steep as a cliff beyond it crosses', queue, [43], { slope: 50 }, 50, 9],
    ['in the middle of the nearest loads if values give no slope', step, [32, 64], {}, 50, 9],
    ['if figures improve with load', (factor) => 1 - factor / 20, [4, 40], { end: 'lower' }, 20, 9],
    ['within a region', queue, [1, 30, 70], { region: { from: 20, to: 60 } }, 50, 9],
    ['not beyond the end of a region', queue, [10, 20], { region: { from: 0, to: 40 } }, undefined, 9],
    ['not before the start of a region', queue, [70], { region: { from: 60, to: 100 } }, undefined, 9],
    ['not after forty runs', () => -1, [1], {}, undefined, 40],
  ])('is found %s', async (_, curve, known, over, expected, most) => {
    const { load, runs } = await along(curve, known, over);
    if (expected === undefined) expect(load).toBeUndefined();
    else expect(Math.abs(load! / expected - 1)).toBeLessThan(0.01);
    expect(runs.length).toBeLessThanOrEqual(most);
    const { from, to } = over.region ?? { from: 0, to: Number.POSITIVE_INFINITY };
    expect(runs.filter((factor) => factor < from || factor > to)).toEqual([]);
  });

  it('is read off a straight line only within the given tolerance', async () => {
    const accuracy = { within: 0.02, straight: 0.25 };
    const near = await along(queue, [47], { slope: 50 / 30 }, accuracy);
    expect(near.runs).toEqual([]);
    expect(Math.abs(near.load! / 50 - 1)).toBeLessThan(0.005);
    expect((await along(queue, [35], { slope: 50 / 30 }, accuracy)).runs).not.toEqual([]);
  });

  it('is sought by bisection if the curve of a noisy run falls', async () => {
    // Further below its bound at the higher load: no line crosses in between.
    const falling: Curve = (factor) => (factor < 46 ? -0.5 : factor < 50 ? -0.6 : factor - 50);
    const { runs } = await along(falling, [45, 49.95, 80], {}, { within: 0.1 });
    expect(runs[0]).toBeCloseTo(Math.sqrt(49.95 * 80), 6);
  });

  // A simulation means several runs: these numbers are the cost of a search.
  it.each<readonly [string, Curve, 'lower' | 'upper', readonly number[]]>([
    ['straight', (factor) => factor / 50 - 1, 'upper', [6, 6, 6, 2, 2]],
    ['steep', (factor) => Math.exp(8 * Math.log(factor / 50)) - 1, 'upper', [7, 11, 3, 2, 3]],
    ['flat', (factor) => 1 - Math.exp(0.2 * Math.log(50 / factor)), 'upper', [5, 5, 4, 1, 2]],
    ['of a queue', queue, 'upper', [6, 6, 2, 5, 2]],
    ['falling', (factor) => 50 / factor - 1, 'lower', [6, 6, 6, 2, 2]],
    ['falling late', (factor) => Math.exp(8 * Math.log(50 / factor)) - 1, 'lower', [11, 7, 3, 3, 2]],
  ])('takes few simulations, each between a met and a missed load: %s', async (_, curve, end, counts) => {
    for (const [place, known] of [[25], [100], [5, 500], [49, 400], [2, 51]].entries()) {
      const { load, runs } = await along(curve, known, { end });
      const context = `from ${known.join()}: ${runs.join()}`;
      expect(Math.abs(load! / 50 - 1), context).toBeLessThan(0.01);
      expect(runs, context).toHaveLength(counts[place]!);
      for (const [index, factor] of runs.entries()) {
        const before = [...known, ...runs.slice(0, index)];
        const isLow = (each: number) => curve(each) <= 0 === (end === 'upper');
        // A quarter of the tolerance away from both, so that the simulation adds information.
        const low = Math.max(0, ...before.filter(isLow));
        const high = Math.min(Number.POSITIVE_INFINITY, ...before.filter((each) => !isLow(each)));
        expect(factor, context).toBeGreaterThan(low * 1.0024);
        expect(factor, context).toBeLessThan(high / 1.0024);
      }
    }
  });
});
