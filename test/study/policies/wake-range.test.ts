import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WakePoint } from '../../../src/study/policies/policy-regret.js';
import { wakeRanges } from '../../../src/study/policies/wake-range.js';

const cost = ({ active_seconds, wakes, resumes }: WakePoint, worth: number) =>
  active_seconds + worth * (wakes - resumes);

describe('the lower hull of running time and wakes', () => {
  it('names the cheapest policy at every worth', () => {
    const point = fc.record({
      active_seconds: fc.integer({ min: 0, max: 1000 }),
      wakes: fc.integer({ min: 10, max: 20 }),
      resumes: fc.integer({ min: 0, max: 10 }),
    });
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 1, maxLength: 12 }),
        fc.double({ min: 0, max: 2000, noNaN: true }),
        (points, worth) => {
          const ranges = wakeRanges(points);
          const least = Math.min(...points.map((each) => cost(each, worth)));
          const here = points.filter(
            (_, index) =>
              ranges[index] !== undefined &&
              ranges[index].from_seconds <= worth &&
              worth <= ranges[index].to_seconds,
          );
          expect(here.length).toBeGreaterThan(0);
          for (const each of here) expect(cost(each, worth)).toBeCloseTo(least, 6);
          // The ranges cover every worth from 0 on, once.
          const sorted = ranges
            .filter((range) => range !== undefined)
            .sort((a, b) => a.from_seconds - b.from_seconds);
          expect(sorted[0]!.from_seconds).toBe(0);
          expect(sorted.at(-1)!.to_seconds).toBe(Number.POSITIVE_INFINITY);
          for (const [index, range] of sorted.entries()) {
            expect(range.to_seconds).toBeGreaterThan(range.from_seconds);
            if (index > 0) expect(range.from_seconds).toBe(sorted[index - 1]!.to_seconds);
          }
        },
      ),
      { seed: 51, numRuns: 500 },
    );
  });
});
