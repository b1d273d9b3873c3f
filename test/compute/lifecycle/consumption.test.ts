import { expect, test } from 'vitest';
import {
  consumed,
  exceededQuota,
  NO_CONSUMPTION,
  secondsUntilExceeded,
} from '../../../src/compute/lifecycle/consumption.js';

const ENDLESS = { active_seconds: Number.POSITIVE_INFINITY, compute_seconds: Number.POSITIVE_INFINITY };

test('consumption is the integral of the current size over active time', () => {
  const small = consumed(NO_CONSUMPTION, 0.25, 300);
  expect(consumed(small, 2, 60)).toEqual({ active_seconds: 360, compute_seconds: 75 + 120 });
});

test.each([
  ['nothing, without a limit', NO_CONSUMPTION, ENDLESS, undefined],
  ['less', { active_seconds: 9, compute_seconds: 9 }, { ...ENDLESS, compute_seconds: 10 }, undefined],
  ['all', { active_seconds: 9, compute_seconds: 10 }, { ...ENDLESS, compute_seconds: 10 }, 'compute_seconds'],
  [
    'all active time',
    { active_seconds: 5, compute_seconds: 9 },
    { ...ENDLESS, active_seconds: 5 },
    'active_seconds',
  ],
  [
    'all but rounding',
    { active_seconds: 0, compute_seconds: 10 - 1e-9 },
    { ...ENDLESS, compute_seconds: 10 },
    'compute_seconds',
  ],
] as const)('the exhausted part of a quota is found: %s', (_what, used, quota, part) => {
  expect(exceededQuota(used, quota)).toBe(part);
});

test.each([
  [0, 100, 0.5, 200],
  [90, 100, 2, 5],
  [110, 100, 2, 0],
  [0, 100, 0, Number.POSITIVE_INFINITY],
  [100, 100, 0, Number.POSITIVE_INFINITY],
  [0, Number.POSITIVE_INFINITY, 2, Number.POSITIVE_INFINITY],
])('a quota with %d of %d used at %d per second is exhausted in %d s', (used, quota, rate, seconds) => {
  expect(secondsUntilExceeded(used, quota, rate)).toBe(seconds);
});
