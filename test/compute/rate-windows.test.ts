import { expect, test } from 'vitest';
import { RateWindows } from '../../src/compute/rate-windows.js';

test('a window admits its limit, and again after it expires', () => {
  const windows = new RateWindows([{ most: 2, seconds: 1 }]);
  expect([0, 0.5, 0.9].map((now) => windows.take(now))).toEqual([true, true, false]);
  expect(windows.take(1)).toBe(true);
});

test('a window starts with the first request after the previous one, not on the clock', () => {
  const windows = new RateWindows([{ most: 1, seconds: 1 }]);
  expect([0.9, 1.5, 1.9].map((now) => windows.take(now))).toEqual([true, false, true]);
});

test('two adjacent windows can admit twice the limit within one window length', () => {
  const windows = new RateWindows([{ most: 3, seconds: 1 }]);
  windows.take(0);
  const admitted = [0.9, 0.95, 1, 1.05, 1.1].filter((now) => windows.take(now));
  expect(admitted).toHaveLength(5);
});

test('a request needs room in every window, and a refused request counts in none', () => {
  const windows = new RateWindows([
    { most: 2, seconds: 1 },
    { most: 3, seconds: 10 },
  ]);
  expect([0, 0, 0].map((now) => windows.take(now))).toEqual([true, true, false]);
  expect([1, 1].map((now) => windows.take(now))).toEqual([true, false]);
  expect([5, 9.9, 10].map((now) => windows.take(now))).toEqual([false, false, true]);
});

test('a refusal states when requests are admitted again', () => {
  const windows = new RateWindows([
    { most: 2, seconds: 1 },
    { most: 3, seconds: 10 },
  ]);
  for (const now of [5, 5.5]) windows.take(now);
  expect(windows.admitsFrom()).toBe(6);
  windows.take(6);
  expect(windows.admitsFrom()).toBe(15);
});
