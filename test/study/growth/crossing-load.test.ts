import { describe, expect, it } from 'vitest';
import { answer } from '../../../src/study/engine/engine.js';
import type { LoadEnd } from '../../../src/study/growth/breaking-load.js';
import { type Crossing, crossingLoad } from '../../../src/study/growth/crossing-load.js';
import type { LoadLevel } from '../../../src/study/replicate/load-levels.js';
import { known as answered } from '../known.js';

type Curve = (factor: number) => number;

/** A search that starts from known loads along a curve, and every load it simulates. */
function along(curve: Curve, known: readonly number[], over: Partial<Crossing> = {}) {
  const looked = [...known];
  const levels = () =>
    looked.toSorted((a, b) => a - b).map((factor): LoadLevel => ({ factor, fidelity: 'exact', runs: [] }));
  const search: Crossing = {
    known: levels,
    at: (factor) => answered(() => looked.push(factor)),
    beyond: ({ factor }) => curve(factor),
    end: 'upper',
    region: { from: 0, to: Number.POSITIVE_INFINITY },
    ...over,
  };
  return { search, looked };
}

/** The logarithm of the 99th percentile of M/M/1 over its bound, which is met at 50 times the load. */
const queue: Curve = (factor) => (factor < 80 ? Math.log(30 / (80 - factor)) : Number.POSITIVE_INFINITY);

describe('the load at which a figure crosses a bound', () => {
  it.each([
    ['on both sides', [1, 2, 4, 8, 16, 32, 64]],
    ['below', [45]],
    ['above', [60]],
    ['in an overload', [1, 200]],
  ])('is found from known values %s', async (_, known) => {
    const { search, looked } = along(queue, known);
    const found = await answer(crossingLoad(search, { within: 0.01 }));
    expect(Math.abs(found! / 50 - 1)).toBeLessThan(0.005);
    expect(looked.length - known.length).toBeLessThanOrEqual(9);
  });

  it('takes no more simulations than the first if the slope is known', async () => {
    // The slope there is 50 / (80 - 50).
    const { search, looked } = along(queue, [49.8], { slope: 50 / 30 });
    expect(Math.abs((await answer(crossingLoad(search, { within: 0.01 })))! / 50 - 1)).toBeLessThan(0.001);
    expect(looked).toEqual([49.8]);
  });

  it('is not placed where a line as steep as a cliff beyond it crosses', async () => {
    // Far from its bound at 43; the cliff known from other runs would reach it within 0.4 %.
    const { search } = along(queue, [43], { slope: 50 });
    expect(Math.abs((await answer(crossingLoad(search, { within: 0.01 })))! / 50 - 1)).toBeLessThan(0.005);
  });

  it('is read off a straight line only within the given tolerance', async () => {
    const near = along(queue, [47], { slope: 50 / 30 });
    const read = await answer(crossingLoad(near.search, { within: 0.02, straight: 0.25 }));
    expect(near.looked).toEqual([47]);
    expect(Math.abs(read! / 50 - 1)).toBeLessThan(0.005);
    const far = along(queue, [35], { slope: 50 / 30 });
    await answer(crossingLoad(far.search, { within: 0.02, straight: 0.25 }));
    expect(far.looked.length).toBeGreaterThan(1);
  });

  it('is the middle of the nearest loads if values give no slope', async () => {
    const step: Curve = (factor) => (factor < 50 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
    const { search } = along(step, [32, 64]);
    expect(Math.abs((await answer(crossingLoad(search, { within: 0.01 })))! / 50 - 1)).toBeLessThan(0.01);
  });

  it('is the load below which a figure breaks that improves with load', async () => {
    const { search } = along((factor) => 1 - factor / 20, [4, 40], { end: 'lower' });
    expect(Math.abs((await answer(crossingLoad(search, { within: 0.01 })))! / 20 - 1)).toBeLessThan(0.005);
  });

  it('is none if the region ends before it', async () => {
    const region = { from: 0, to: 40 };
    expect(
      await answer(crossingLoad(along(queue, [10, 20], { region }).search, { within: 0.01 })),
    ).toBeUndefined();
  });

  it('is sought within the region only, without using loads outside of it', async () => {
    const region = { from: 20, to: 60 };
    const { search, looked } = along(queue, [1, 30, 70], { region });
    expect(Math.abs((await answer(crossingLoad(search, { within: 0.01 })))! / 50 - 1)).toBeLessThan(0.005);
    for (const factor of looked.slice(3)) {
      expect(factor).toBeGreaterThanOrEqual(20);
      expect(factor).toBeLessThanOrEqual(60);
    }
    const above = along(queue, [70], { region: { from: 60, to: 100 } });
    expect(await answer(crossingLoad(above.search, { within: 0.01 }))).toBeUndefined();
    expect(above.looked.every((factor) => factor >= 60)).toBe(true);
  });

  it('is sought in widening steps, at most four times the load', async () => {
    const far: Curve = (factor) => (factor < 5000 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
    const up = along(far, [1]);
    await answer(crossingLoad(up.search, { within: 0.5 }));
    const down = along((factor) => -far(5000 * 5000 * factor), [1], { end: 'lower' });
    await answer(crossingLoad(down.search, { within: 0.5 }));
    for (const [index, looked] of [up.looked, down.looked.map((factor) => 1 / factor)].entries()) {
      const steps = looked.slice(1, 9).map((factor, step) => factor / looked[step]!);
      const expected = Array.from({ length: 8 }, (_, step) =>
        Math.min(4, Math.exp(Math.log(1.05) * (1 << step))),
      );
      for (const [step, ratio] of steps.entries()) {
        expect(ratio / expected[step]!, `${index}: ${step}`).toBeCloseTo(1, 6);
      }
    }
  });

  it('is abandoned after forty simulations if there is none', async () => {
    const never = along(() => -1, [1]);
    expect(await answer(crossingLoad(never.search, { within: 0.01 }))).toBeUndefined();
    expect(never.looked).toHaveLength(41);
  });

  it('takes few simulations, each between a met and a missed load, whatever the curve', async () => {
    const curves: readonly [string, Curve, LoadEnd][] = [
      ['straight', (factor) => factor / 50 - 1, 'upper'],
      ['steep', (factor) => Math.exp(8 * Math.log(factor / 50)) - 1, 'upper'],
      ['flat', (factor) => 1 - Math.exp(0.2 * Math.log(50 / factor)), 'upper'],
      ['waiting', queue, 'upper'],
      ['falling', (factor) => 50 / factor - 1, 'lower'],
      ['falling late', (factor) => Math.exp(8 * Math.log(50 / factor)) - 1, 'lower'],
    ];
    const looks: Record<string, readonly number[]> = {};
    for (const [name, curve, end] of curves) {
      looks[name] = await Promise.all(
        [[25], [100], [5, 500], [49, 400], [2, 51]].map(async (known) => {
          const { search, looked } = along(curve, known, { end });
          const found = await answer(crossingLoad(search, { within: 0.01 }));
          const context = `${name} from ${known.join()}: ${looked.join()}`;
          expect(Math.abs(found! / 50 - 1), context).toBeLessThan(0.01);
          for (const [place, factor] of looked.entries()) {
            if (place < known.length) continue;
            const before = looked.slice(0, place);
            const holds = before.filter((each) => curve(each) <= 0);
            const breaks = before.filter((each) => curve(each) > 0);
            const [low, high] = end === 'upper' ? [holds, breaks] : [breaks, holds];
            // A quarter of the tolerance away from both, so that the simulation adds information.
            expect(factor, context).toBeGreaterThan(Math.max(0, ...low) * 1.0024);
            expect(factor, context).toBeLessThan(Math.min(Number.POSITIVE_INFINITY, ...high) / 1.0024);
          }
          return looked.length - known.length;
        }),
      );
    }
    // A simulation means several runs: these numbers are the cost of a search.
    expect(looks).toEqual({
      straight: [6, 6, 6, 2, 2],
      steep: [7, 11, 3, 2, 3],
      flat: [5, 5, 4, 1, 2],
      waiting: [6, 6, 2, 5, 2],
      falling: [6, 6, 6, 2, 2],
      'falling late': [11, 7, 3, 3, 2],
    });
  });

  it('is sought by bisection if the curve of a noisy run falls', async () => {
    // Further below its bound at the higher load: no line crosses in between.
    const falling = along(
      (factor) => (factor < 46 ? -0.5 : factor < 50 ? -0.6 : factor - 50),
      [45, 49.95, 80],
    );
    await answer(crossingLoad(falling.search, { within: 0.1 }));
    expect(falling.looked[3]).toBeCloseTo(Math.sqrt(49.95 * 80), 6);
  });
});
