import { describe, expect, test } from 'vitest';
import type { GapHistogram } from '../../../../src/compute/policy/suspend/gap-histogram.js';
import { named, replay, valuesOf } from './replay.js';

const hybrid = named('hybrid_histogram');
const MINUTE = 60;
const HOUR = 3600;

test('idle times spread evenly over the range keep the compute active for the whole range', () => {
  const spread = Array.from({ length: 480 }, (_, index) => ({
    gap_seconds: ((index * 7) % 240) * MINUTE + 1,
  }));
  const outcome = replay(hybrid, [...spread, { gap_seconds: 12 * HOUR }]).at(-1);
  expect(outcome).toMatchObject({ suspended_at: [4 * HOUR], resumed_at: [], woken: true });
});

describe('a compute that is started by a call', () => {
  const values = valuesOf(hybrid);
  const context = { suspend_timeout_seconds: 300, foresight: false };
  const at = (now_seconds: number, cause: 'work_done' | 'started') => ({
    now_seconds,
    epoch_seconds: now_seconds,
    cause,
    uniform: 0,
    suspend_timeout_seconds: 300,
    next_arrival_seconds: undefined,
  });
  const learnt = Array.from({ length: 20 }).reduce<unknown>(
    (state) =>
      hybrid.busy(
        state,
        { now_seconds: 0, epoch_seconds: 0, idle_seconds: 1800, found_active: true },
        values,
      ),
    hybrid.start(values, context),
  );

  test('a started compute stays active for the standard time while nothing is known', () => {
    const decided = hybrid.idle(hybrid.start(values, context), at(0, 'started'), values);
    expect(decided.suspend_after_seconds).toBe(4 * HOUR);
  });

  test('a compute started long before its expected time gets its configured timeout, and is still resumed', () => {
    const { state } = hybrid.idle(learnt, at(0, 'work_done'), values);
    const decided = hybrid.idle(state, at(600, 'started'), values);
    expect(decided.suspend_after_seconds).toBe(300);
    expect(decided.resume_after_seconds).toBeCloseTo(27 * MINUTE - 600, 9);
  });

  test('a compute started within its timeout of the expected time stays active until that time is over', () => {
    const { state } = hybrid.idle(learnt, at(0, 'work_done'), values);
    const decided = hybrid.idle(state, at(25 * MINUTE, 'started'), values);
    expect(decided.suspend_after_seconds).toBeCloseTo((31 * 1.1 - 25) * MINUTE, 9);
    expect(decided.resume_after_seconds).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('learning in the hybrid histogram', () => {
  const VALUES = valuesOf(hybrid, { range_seconds: 600 });
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
