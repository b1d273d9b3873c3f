import { describe, expect, test } from 'vitest';
import { effectiveSuspendTimeout, suspendTimeoutProblem } from '../../src/compute/suspend-timeout.js';

describe('suspend_timeout_seconds', () => {
  test.each([
    [0, 300],
    [-1, Number.POSITIVE_INFINITY],
    [60, 60],
    [604_800, 604_800],
  ])('%d suspends after %d s', (setting, seconds) => {
    expect(suspendTimeoutProblem(setting)).toBeUndefined();
    expect(effectiveSuspendTimeout(setting)).toBe(seconds);
  });

  test.each([59, 1, -2, 604_801, 60.5, Number.NaN, Number.POSITIVE_INFINITY])('%d is none', (setting) => {
    expect(suspendTimeoutProblem(setting)).toContain('60 to 604800');
  });
});
