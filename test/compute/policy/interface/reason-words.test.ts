import { expect, test } from 'vitest';
import {
  clockWords,
  durationWords,
  gibibytes,
  reasonFigure,
  reasonPercentage,
} from '../../../../src/compute/policy/interface/reason-words.js';

test.each([
  [0, '0 s'],
  [0.125, '0.13 s'],
  [119, '119 s'],
  [120, '2 min'],
  [750, '12.5 min'],
  [7199, '119.98 min'],
  [7200, '2 h'],
  [172_799, '48 h'],
  [172_800, '2 d'],
  [604_800, '7 d'],
])('%d s are %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words);
});

test.each([
  [0, 'Thu 00:00 UTC'],
  [59.9, 'Thu 00:00 UTC'],
  [-1, 'Wed 23:59 UTC'],
  [-4 * 86_400, 'Sun 00:00 UTC'],
  [-11 * 86_400 + 3600, 'Sun 01:00 UTC'],
  // Monday 2026-01-05, and the Sunday, Tuesday, Friday and Saturday about it.
  [1_767_571_200, 'Mon 00:00 UTC'],
  [1_767_571_200 + 8 * 3600 + 55 * 60, 'Mon 08:55 UTC'],
  [1_767_571_200 - 60, 'Sun 23:59 UTC'],
  [1_767_571_200 + 86_400, 'Tue 00:00 UTC'],
  [1_767_571_200 + 5 * 86_400 - 3600, 'Fri 23:00 UTC'],
  [1_767_571_200 + 5 * 86_400 + 600, 'Sat 00:10 UTC'],
])('the Unix time %d is %s', (epoch_seconds, words) => {
  expect(clockWords(epoch_seconds)).toBe(words);
});

test('figures have two decimals at most', () => {
  expect([2, 0.5, 1.234, 1.239, -0.126].map(reasonFigure)).toEqual(['2', '0.5', '1.23', '1.24', '-0.13']);
  expect([0.15, 0.125, 0.00504].map(reasonPercentage)).toEqual(['15 %', '12.5 %', '0.5 %']);
  expect(gibibytes(1.5 * 1024 * 1024 * 1024)).toBe('1.5 GiB');
});
