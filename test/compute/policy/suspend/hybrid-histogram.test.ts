import { describe, expect, test } from 'vitest';
import { forecastGap } from '../../../../src/compute/policy/suspend/keep-alive-plan.js';
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

describe('the forecast of the next gap', () => {
  test('the forecast of a single gap, or of equal gaps, is that gap', () => {
    expect(forecastGap([7])).toBe(7);
    expect(forecastGap([7, 7, 7])).toBe(7);
    expect(() => forecastGap([])).toThrow('at least one gap');
  });

  test('the forecast follows alternating gaps', () => {
    expect(forecastGap([6, 10, 6, 10, 6, 10])).toBeCloseTo(6, 9);
    expect(forecastGap([6, 10, 6, 10, 6])).toBeCloseTo(10, 9);
  });

  test('the forecast stays within the observed range', () => {
    expect(forecastGap([1, 2, 4, 8])).toBe(8);
  });
});
