import { describe, expect, test } from 'vitest';
import {
  emptyHistogram,
  type GapHistogram,
  withGap,
} from '../../../../src/compute/policy/suspend/gap-histogram.js';
import {
  forecastGap,
  idleBins,
  keepAlivePlan,
  withRecentGap,
} from '../../../../src/compute/policy/suspend/keep-alive-plan.js';
import { named, valuesOf } from './replay.js';

const VALUES = valuesOf(named('hybrid_histogram'), { range_seconds: 600 });
/** Idle times of up to ten minutes have separate bins; bin 10 has the longer ones. */
const BINS = 10;

/** A histogram with the given number of gaps per bin. */
function counted(counts: Readonly<Record<number, number>>): GapHistogram {
  let histogram = emptyHistogram(BINS + 1);
  for (const [bin, count] of Object.entries(counts)) {
    for (let gap = 0; gap < count; gap++) histogram = withGap(histogram, Number(bin), 60 * Number(bin));
  }
  return histogram;
}
const plan = (
  counts: Readonly<Record<number, number>>,
  over: Readonly<Record<string, number>> = {},
  recent = [3000],
) => keepAlivePlan(counted(counts), recent, { ...VALUES, ...over });
const NEVER = Number.POSITIVE_INFINITY;

describe('the time that a compute is kept active', () => {
  test('a compute is kept active between the first and the last of the usual idle times, with margins', () => {
    // 5 % of 100 gaps have ended in bin 3, and 99 % in bin 6.
    expect(plan({ 2: 4, 3: 90, 6: 5, 8: 1 })).toEqual({
      resume_at_seconds: 3 * 60 * 0.9,
      keep_until_seconds: 7 * 60 * 1.1,
      reason: 'idle times are mostly between 2.7 min and 7.7 min',
    });
    expect(plan({ 2: 5, 3: 90, 6: 4, 8: 1 }).resume_at_seconds).toBe(2 * 60 * 0.9);
    expect(plan({ 2: 4, 3: 90, 6: 4, 8: 2 }).keep_until_seconds).toBeCloseTo(9 * 60 * 1.1, 9);
    // All of them: the last bin with a gap.
    expect(plan({ 2: 4, 3: 90, 6: 6 }, { tail_share: 1, head_share: 0 })).toMatchObject({
      resume_at_seconds: 2 * 60 * 0.9,
      keep_until_seconds: 7 * 60 * 1.1,
    });
    // Whatever the margin, never before it starts, nor resumed after it has ended.
    const wide = plan({ 3: 100 }, { margin_share: 1 });
    expect(wide).toMatchObject({ resume_at_seconds: 0, keep_until_seconds: 480 });
  });

  test('a compute is kept active from the start if some idle times are under a minute', () => {
    expect(plan({ 0: 5, 3: 94, 6: 1 })).toEqual({
      resume_at_seconds: NEVER,
      keep_until_seconds: 4 * 60 * 1.1,
      reason: 'queries often come back within a minute: kept for 4.4 min',
    });
  });

  test('a compute is kept active for the whole range if idle times are spread out or unknown', () => {
    const standard = {
      resume_at_seconds: NEVER,
      keep_until_seconds: 600,
      reason: 'idle times too evenly spread to plan by: kept for the standard 10 min',
    };
    expect(plan({})).toEqual(standard);
    // In two of ten bins: √(10 · 2/4 − 1) = 2, which is enough; in three √(10/3 − 1) = 1.53.
    expect(plan({ 2: 7, 4: 7 }).resume_at_seconds).toBe(2 * 60 * 0.9);
    expect(plan({ 2: 7, 4: 7, 6: 7 })).toEqual(standard);
    expect(plan({ 2: 7, 4: 7, 6: 7 }, { least_bin_count_cv: 1.5 }).resume_at_seconds).toBe(2 * 60 * 0.9);
    expect(plan({ 2: 7, 4: 7, 6: 7 }, { least_bin_count_cv: 1.53 })).toEqual(standard);
  });

  test('the plan follows a forecast if half of the idle times are out of bounds', () => {
    const forecast = plan({ 3: 5, 10: 5 });
    expect(forecast.resume_at_seconds).toBeCloseTo(2550, 9);
    expect(forecast.keep_until_seconds).toBeCloseTo(3450, 9);
    expect(forecast.reason).toBe('most idle times are out of bounds: the next one is forecast at 50 min');
    expect(plan({ 3: 6, 10: 5 }).reason).toMatch(/^idle times are mostly/);
    expect(plan({ 3: 1, 10: 1 }, { forecast_margin_share: 1 })).toMatchObject({
      resume_at_seconds: 0,
      keep_until_seconds: 6000,
    });
    // A share of zero does not justify a forecast if no gap is out of bounds.
    expect(plan({ 3: 5 }, { out_of_bounds_share: 0 }).reason).toMatch(/^idle times are mostly/);
    expect(plan({ 3: 9, 10: 1 }, { out_of_bounds_share: 0 }).reason).toMatch(/^most idle times/);
  });
});

describe('the gaps that a forecast is based on', () => {
  test('a forecast uses the last 32 gaps, oldest first', () => {
    let recent: readonly number[] = [];
    for (let gap = 1; gap <= 40; gap++) recent = withRecentGap(recent, gap);
    expect(recent).toEqual(Array.from({ length: 32 }, (_, index) => index + 9));
    expect(withRecentGap([1, 2], 3)).toEqual([1, 2, 3]);
  });

  test('the next gap is forecast by the least-squares slope', () => {
    // 10 → 20, 20 → 12, 12 → 18: means 14 and 50/3, slope −0.4/… by hand.
    const before = [10, 20, 12];
    const after = [20, 12, 18];
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / 3;
    const off = (values: readonly number[], index: number) => values[index]! - mean(values);
    const covariance = [0, 1, 2].reduce((sum, index) => sum + off(before, index) * off(after, index), 0);
    const variance = [0, 1, 2].reduce((sum, index) => sum + off(before, index) * off(before, index), 0);
    const expected = mean(after) + (covariance / variance) * (18 - mean(before));
    expect(forecastGap([10, 20, 12, 18])).toBeCloseTo(expected, 12);
    expect(expected).toBeGreaterThan(12);
    expect(expected).toBeLessThan(18);
    // Slopes beyond ±1 are not used.
    expect(forecastGap([10, 11, 40, 10.5])).toBeLessThanOrEqual(40);
    expect(forecastGap([10, 12, 8, 16])).toBe(8);
    expect(forecastGap([5, 5, 9])).toBe(7);
  });

  test('bins are a minute wide, and the last one may be shorter', () => {
    expect([60, 61, 600].map(idleBins)).toEqual([1, 2, 10]);
  });
});

describe('learning in the hybrid histogram', () => {
  const hybrid = named('hybrid_histogram');
  const busy = (state: unknown, idle_seconds: number) =>
    hybrid.busy(state, { now_seconds: 0, epoch_seconds: 0, idle_seconds, found_active: true }, VALUES) as {
      readonly gaps: GapHistogram;
      readonly recent: readonly number[];
      readonly planned_at: number;
      readonly plan: object;
      readonly idle_since_seconds: number | undefined;
    };
  const start = hybrid.start(VALUES, { suspend_timeout_seconds: 300, foresight: false });

  test('gaps are counted per minute, the longest ones together, and each gap of a minute or more makes a new plan', () => {
    let last = busy(start, 59.9);
    for (const gap of [60, 599, 600, 1e6]) last = busy(last, gap);
    expect(last.recent).toEqual([60, 599, 600, 1e6]);
    expect([last.gaps.observed, last.planned_at]).toEqual([5, 5]);
    expect([last.gaps.run_bin, last.gaps.run_count]).toEqual([10, 2]);
    expect(last.gaps.counts.slice(0, 2)).toEqual([1, 1]);
    expect(last.gaps.counts[9]).toBe(1);
  });

  test('an unexpected start keeps the plan', () => {
    const learnt = [1, 2, 3].reduce<unknown>((state) => busy(state, 200), start);
    const started = (state: unknown, now_seconds: number) =>
      hybrid.idle(
        state,
        {
          now_seconds,
          epoch_seconds: now_seconds,
          cause: 'started',
          uniform: 0,
          suspend_timeout_seconds: 60,
          next_arrival_seconds: undefined,
        },
        VALUES,
      );
    const { plan } = learnt as ReturnType<typeof busy>;
    // Idle times of 200 s: resumed after three minutes less a tenth.
    const first = started(learnt, 1000);
    expect(first).toMatchObject({
      state: { plan, idle_since_seconds: 1000 },
      suspend_after_seconds: 60,
      resume_after_seconds: 162,
      reason: expect.stringMatching(/^started before it was expected: own suspend timeout; idle times are/),
    });
    const again = started(first.state, 1050);
    expect(again.state).toBe(first.state);
    expect(again.resume_after_seconds).toBe(112);
  });

  test('short gaps make a new plan only after one percent more of them', () => {
    let state = busy(start, 120);
    for (let gap = 1; gap < 200; gap++) state = busy(state, 120);
    expect(state.planned_at).toBe(200);
    const { plan: before } = state;
    state = busy(state, 1);
    expect([state.planned_at, state.plan]).toEqual([200, before]);
    state = busy(state, 1);
    expect(state.planned_at).toBe(202);
    expect(busy({ ...state, idle_since_seconds: 7 }, 1).idle_since_seconds).toBeUndefined();
  });
});
