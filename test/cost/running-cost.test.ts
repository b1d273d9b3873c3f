import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projectCost } from '../../src/cost/compute-cost.js';
import { RunningCost } from '../../src/cost/running-cost.js';

const JANUARY = { start_epoch_seconds: Date.UTC(2026, 0, 1) / 1000, duration_seconds: 40 * 86_400 };

describe('running cost', () => {
  it('the running cost is summed by compute', () => {
    const cost = new RunningCost({ name: 'launch', as_of: undefined }, JANUARY);
    expect(cost.add('a', 0, 3600, 3600)).toBeCloseTo(0.106, 12);
    expect(cost.add('b', 0, 3600, 7200)).toBeCloseTo(0.212, 12);
    expect(cost.add('a', 3600, 7200, 3600)).toBeCloseTo(0.212, 12);
  });

  it('the running cost starts to rise when the included hours of the month are used up', () => {
    const cost = new RunningCost({ name: 'launch', as_of: '2024-10-01' }, JANUARY);
    expect(cost.add('a', 0, 86_400, 299 * 3600)).toBe(0);
    expect(cost.add('a', 86_400, 172_800, 3 * 3600)).toBeCloseTo(2 * 0.16, 12);
  });

  it('the running cost has the included hours again in the next month', () => {
    const cost = new RunningCost({ name: 'launch', as_of: '2024-10-01' }, JANUARY);
    cost.add('a', 0, 86_400, 400 * 3600);
    expect(cost.add('a', 31 * 86_400, 32 * 86_400, 300 * 3600)).toBeCloseTo(100 * 0.16, 12);
  });

  it('an interval that crosses a price change or a month is divided in proportion to time', () => {
    // Launch costs $0.14 per CU-hour until 2 November 2025, and $0.106 from then on.
    const november = { start_epoch_seconds: Date.UTC(2025, 10, 2) / 1000, duration_seconds: 30 * 86_400 };
    const undated = { name: 'launch', as_of: undefined };
    const cost = new RunningCost(undated, november);
    const across = 30 * 0.14 + 90 * 0.106;
    expect(cost.add('a', 0.75 * 86_400, 1.75 * 86_400, 120 * 3600)).toBeCloseTo(across, 12);
    expect(cost.add('a', 1.75 * 86_400, 2 * 86_400, 10 * 3600)).toBeCloseTo(across + 1.06, 12);
    expect(cost.add('b', 0, 86_400, 10 * 3600)).toBeCloseTo(1.4, 12);
    expect(cost.add('b', 86_400, 86_400, 0)).toBeCloseTo(1.4, 12);
    const included = new RunningCost({ name: 'launch', as_of: '2024-10-01' }, JANUARY);
    // 400 of the 800 CU-hours fall into each month; each includes 300.
    expect(included.add('a', 21 * 86_400, 41 * 86_400, 800 * 3600)).toBeCloseTo(200 * 0.16, 12);
  });

  it('the running cost ends at the cost of the period', () => {
    const price = { name: 'scale', as_of: undefined };
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1e5, noNaN: true }), { minLength: 1, maxLength: 40 }),
        (uses) => {
          const cost = new RunningCost(price, JANUARY);
          let last = 0;
          uses.forEach((use, day) => {
            last = cost.add('a', day * 86_400, (day + 1) * 86_400, use);
          });
          const total = uses.reduce((sum, use) => sum + use, 0);
          const whole = projectCost(JANUARY, [[{ month: '2026-01', cu_seconds: total }]], price);
          expect(last).toBeCloseTo(whole.cost_usd, 9);
        },
      ),
      { seed: 3 },
    );
  });
});
