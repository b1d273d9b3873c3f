import { expect, test } from 'vitest';
import {
  effectiveSuspendTimeout,
  idleTimeout,
  impliedSuspendTimeout,
  suspendDueAt,
  suspendTimeoutProblem,
} from '../../../src/compute/lifecycle/suspend-timeout.js';

test.each([
  [0, 300],
  [-1, Number.POSITIVE_INFINITY],
  [60, 60],
  [604_800, 604_800],
])('a timeout of %d suspends after %d s', (setting, seconds) => {
  expect(suspendTimeoutProblem(setting)).toBeUndefined();
  expect(effectiveSuspendTimeout(setting)).toBe(seconds);
  expect(idleTimeout({ autoscaling_limit_max_cu: 16, suspend_timeout_seconds: setting })).toBe(seconds);
  expect(suspendDueAt(1000, seconds)).toBe(1000 + seconds);
});

test.each([59, 1, -2, 604_801, 60.5, Number.NaN, Number.POSITIVE_INFINITY])(
  'a timeout of %d is refused',
  (setting) => {
    expect(suspendTimeoutProblem(setting)).toContain('60 to 604800');
  },
);

test('above 16 CU a compute is always active, whatever the setting', () => {
  expect(idleTimeout({ autoscaling_limit_max_cu: 18, suspend_timeout_seconds: 60 })).toBe(
    Number.POSITIVE_INFINITY,
  );
  expect(impliedSuspendTimeout({ autoscaling_limit_max_cu: 18 })).toBe(-1);
  expect(impliedSuspendTimeout({ autoscaling_limit_max_cu: 16 })).toBe(0);
  expect(impliedSuspendTimeout({ autoscaling_limit_max_cu: 16 }, 60)).toBe(60);
});
