import { expect, test } from 'vitest';
import {
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
])('a reason writes %d s as %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words);
});

test('figures in reasons have at most two decimals', () => {
  expect([2, 0.5, 1.234, 1.239, -0.126].map(reasonFigure)).toEqual(['2', '0.5', '1.23', '1.24', '-0.13']);
  expect([0.15, 0.125, 0.00504].map(reasonPercentage)).toEqual(['15 %', '12.5 %', '0.5 %']);
  expect(gibibytes(1.5 * 1024 * 1024 * 1024)).toBe('1.5 GiB');
});
