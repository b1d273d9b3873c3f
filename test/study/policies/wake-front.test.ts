import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WakePoint } from '../../../src/study/policies/policy-regret.js';
import { wakeFront, wakeRanges } from '../../../src/study/policies/wake-front.js';

const at = (active_seconds: number, wakes: number, resumes = 0): WakePoint => ({
  active_seconds,
  wakes,
  resumes,
});
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

it('a front has hours and wakes per day, regrets, and the worth of a wake for which each policy costs least', () => {
  const run = (policy: string, active_seconds: number, wakes: number) => ({
    ...at(active_seconds, wakes),
    policy,
    own: policy === 'fixed',
    wake_cost_seconds: null,
    cost_usd: 1,
    delayed_probability: 0.5,
  });
  const runs = [run('fixed', 7200, 4), run('eager', 3600, 12), run('worse', 7200, 12)];
  const oracles = new Map([
    [60, at(1800, 10)],
    [600, at(3600, 6)],
  ]);
  expect(wakeFront(runs, oracles, 2 * 86_400)).toMatchObject({
    wake_costs_seconds: [60, 600],
    points: [
      {
        policy: 'fixed',
        own: true,
        running_hours_per_day: 1,
        wakes_per_day: 2,
        // 7200 + 60 · 4 against 1800 + 60 · 10; 7200 + 600 · 4 against 3600 + 600 · 6.
        regret_hours_per_day: [(7440 - 2400) / 3600 / 2, (9600 - 7200) / 3600 / 2].map((each) =>
          expect.closeTo(each, 12),
        ),
        // 3600 s more for 8 wakes less.
        least_cost_from_seconds: 450,
        least_cost_to_seconds: null,
      },
      { wakes_per_day: 6, least_cost_from_seconds: 0, least_cost_to_seconds: 450 },
      { least_cost_from_seconds: null, least_cost_to_seconds: null },
    ],
  });
});
