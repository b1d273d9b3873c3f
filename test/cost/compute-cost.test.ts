import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cuHoursOfMonth, projectCost } from '../../src/cost/compute-cost.js';
import { costOfMonth, priceOn } from '../../src/vendors/price-book.js';

const UNDATED = { name: 'launch', as_of: undefined };
const IN_2024 = { name: 'launch', as_of: '2024-10-01' };
const WITH_MINIMUM = { name: 'launch', as_of: '2025-09-01' };
const LAUNCH = priceOn(UNDATED);
const LAUNCH_2024 = priceOn(IN_2024);
const LAUNCH_WITH_MINIMUM = priceOn(WITH_MINIMUM);
const HOUR = 3600;
const DAY = 24 * HOUR;

/** A period of whole days from the first of a month. */
function period(year: number, month: number, days: number) {
  return { start_epoch_seconds: Date.UTC(year, month - 1, 1) / 1000, duration_seconds: days * DAY };
}

describe('cost of a month', () => {
  it('0.25 CU for 4 h a day over 30 days cost $3.18', () => {
    expect(costOfMonth(0.25 * 4 * 30, LAUNCH)).toBeCloseTo(3.18, 10);
  });

  it('0.25 CU around the clock for 744 h, 186 CU-hours, cost $19.72', () => {
    expect(costOfMonth(0.25 * 744, LAUNCH)).toBeCloseTo(19.716, 10);
  });

  it('the idle tail of one wake, 0.25 CU for 300 s, costs $0.0022', () => {
    expect(costOfMonth((0.25 * 300) / HOUR, LAUNCH)).toBeCloseTo(0.0022, 4);
  });

  it('a month is charged the base fee, and only the use beyond the included hours', () => {
    expect(costOfMonth(0, LAUNCH_2024)).toBe(19);
    expect(costOfMonth(300, LAUNCH_2024)).toBe(19);
    expect(costOfMonth(310, LAUNCH_2024)).toBeCloseTo(20.6, 10);
  });

  it('a month is charged the minimum if use is below it', () => {
    expect(costOfMonth(0, LAUNCH_WITH_MINIMUM)).toBe(5);
    expect(costOfMonth(100, LAUNCH_WITH_MINIMUM)).toBeCloseTo(14, 10);
  });
});

describe('cost of a project', () => {
  it('the cost of a project scales the mean rate of use to a month of 730 h', () => {
    const week = projectCost(period(2026, 1, 7), [[{ month: '2026-01', cu_seconds: 7 * DAY }]], UNDATED);
    expect(week.cost_usd).toBeCloseTo(7 * 24 * 0.106, 10);
    expect(week.cost_usd_per_month).toBeCloseTo(730 * 0.106, 10);
  });

  it('the included hours of each month are shared among all computes', () => {
    const use = (cu_hours: number) => [
      { month: '2024-10', cu_seconds: cu_hours * HOUR },
      { month: '2024-11', cu_seconds: 100 * HOUR },
    ];
    const cost = projectCost(period(2024, 10, 61), [use(200), use(300)], IN_2024);
    expect(cost.by_month.map((month) => month.cost_usd)).toEqual([19 + 200 * 0.16, 19]);
    // October's 51 USD by 200 and 300 CU-hours, November's fee in halves.
    expect(cost.computes[0]!.cost_usd).toBeCloseTo(0.4 * 51 + 9.5, 10);
    expect(cost.computes[1]!.cost_usd).toBeCloseTo(0.6 * 51 + 9.5, 10);
  });

  it('a project is charged the minimum of every month that overlaps the period', () => {
    const cost = projectCost(period(2025, 9, 31), [[{ month: '2025-09', cu_seconds: 0 }]], WITH_MINIMUM);
    expect(cost.by_month.map(({ month, cost_usd }) => [month, cost_usd])).toEqual([
      ['2025-09', 5],
      ['2025-10', 5],
    ]);
    expect(cost.cost_usd).toBe(10);
  });

  it('a project has the price of each day if its plan has no date', () => {
    // 13 of the 31 days at 0.16 USD with their share of the fee and of 300 included hours, 18 at 0.14 USD.
    const before = { month: '2025-08', cu_seconds: 13 * DAY };
    const after = { month: '2025-08', since: '2025-08-14', cu_seconds: 18 * DAY };
    const august = projectCost(period(2025, 8, 31), [[before, after]], UNDATED);
    expect(august.by_month).toHaveLength(1);
    expect(august.cost_usd).toBeCloseTo(
      (13 / 31) * 19 + (13 * 24 - (13 / 31) * 300) * 0.16 + 18 * 24 * 0.14,
      10,
    );
    expect(august.cost_usd_per_month).toBeCloseTo(19 + (730 - 300) * 0.16, 10);
    const dated = projectCost(period(2025, 8, 31), [[before, after]], WITH_MINIMUM);
    expect(dated.cost_usd).toBeCloseTo(31 * 24 * 0.14, 10);
    // From the 20th on only the second price is touched, with its share of the minimum.
    const late = { start_epoch_seconds: Date.UTC(2025, 7, 20) / 1000, duration_seconds: 7 * DAY };
    const idle = projectCost(late, [[{ month: '2025-08', since: '2025-08-14', cu_seconds: 0 }]], UNDATED);
    expect(idle.cost_usd).toBeCloseTo((18 / 31) * 5, 10);
    // There is a minimum until 12 December.
    const free = { start_epoch_seconds: Date.UTC(2025, 11, 20) / 1000, duration_seconds: 7 * DAY };
    expect(projectCost(free, [[]], UNDATED).cost_usd).toBe(0);
    // Use outside the stretches belongs to the first.
    const stray = { month: '2025-08', since: 'never', cu_seconds: 400 * HOUR };
    expect(projectCost(period(2025, 8, 31), [[stray]], UNDATED).cost_usd).toBeCloseTo(
      (13 / 31) * 19 + (400 - (13 / 31) * 300) * 0.16,
      10,
    );
  });

  it('use before a cap is scaled to the hours of a month that the cap leaves', () => {
    const running_time = { run_seconds: 5 * DAY, month_hours: 365 };
    const ten = { ...period(2026, 1, 10), running_time };
    const capped = projectCost(ten, [[{ month: '2026-01', cu_seconds: 5 * DAY }]], UNDATED);
    expect(capped.cost_usd_per_month).toBeCloseTo(365 * 0.106, 10);
    expect(capped.running_time).toBe(running_time);
    expect(projectCost(period(2026, 1, 10), [], UNDATED)).not.toHaveProperty('running_time');
    const never = { ...ten, running_time: { run_seconds: 0, month_hours: 365 } };
    expect(cuHoursOfMonth(5, never)).toBe(0);
    expect(cuHoursOfMonth(0, { duration_seconds: 0 })).toBe(0);
  });

  it('use outside the period is priced as well, month by month in order', () => {
    const uses = [
      { month: '2026-03', cu_seconds: HOUR },
      { month: '2025-11', cu_seconds: 2 * HOUR },
      { month: '2026-04', cu_seconds: 0 },
      { month: '2025-11', since: 'never', cu_seconds: HOUR },
    ];
    const { by_month } = projectCost(period(2026, 1, 10), [uses, []], UNDATED);
    expect(by_month.map(({ month, cu_hours }) => [month, cu_hours])).toEqual([
      ['2025-11', 3],
      ['2026-01', 0],
      ['2026-03', 1],
    ]);
    expect(by_month[0]!.cost_usd).toBeGreaterThan(by_month[2]!.cost_usd);
    expect(by_month[2]).toEqual({
      month: '2026-03',
      cu_hours: 1,
      cost_usd: 0.106,
      computes: [
        { cu_hours: 1, cost_usd: 0.106 },
        { cu_hours: 0, cost_usd: 0 },
      ],
    });
  });

  it('a project costs nothing on the free plan', () => {
    const free = { name: 'free', as_of: undefined };
    expect(
      projectCost(period(2026, 1, 30), [[{ month: '2026-01', cu_seconds: 30 * DAY }]], free),
    ).toMatchObject({
      cost_usd: 0,
      cost_usd_per_month: 0,
    });
  });

  it('every cent is attributed to a compute', () => {
    const use = fc.double({ min: 0, max: 1e8, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(use, use), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(UNDATED, IN_2024, WITH_MINIMUM),
        (uses, plan) => {
          const months = uses.map(([first, second]) => [
            { month: '2025-09', cu_seconds: first },
            { month: '2025-10', cu_seconds: second },
          ]);
          const cost = projectCost(period(2025, 9, 40), months, plan);
          expect(cost.computes.reduce((sum, each) => sum + each.cost_usd, 0)).toBe(cost.cost_usd);
          expect(cost.computes.reduce((sum, each) => sum + each.cost_usd_per_month, 0)).toBe(
            cost.cost_usd_per_month,
          );
        },
      ),
      { seed: 2, numRuns: 500 },
    );
  });
});
