import { expect, it } from 'vitest';
import { PrecisionRule } from '../../src/statistics/precision-rule.js';

const RULE = { relative: 0.05, confidence: 0.95, least: 5 };

it('the precision rule stops at the second check in a row that finds every figure precise', () => {
  const rule = new PrecisionRule(1, RULE);
  // The mean of five values about 10 with a deviation of 0.1 is known to about 1 %.
  const answers = [10, 10.1, 9.9, 10, 10.1, 9.9].map((value) => rule.add([value]));
  expect(answers).toEqual([false, false, false, false, false, true]);
  expect(rule.reached[0]).toBeLessThan(0.05);
});

it('the precision rule waits for the slowest figure, and estimates its replications', () => {
  const rule = new PrecisionRule(2, RULE);
  for (let step = 0; step < 20; step++) expect(rule.add([10, step % 2 === 0 ? 1 : 3])).toBe(false);
  expect(rule.reached[0]).toBe(0);
  expect(rule.reached[1]).toBeGreaterThan(0.2);
  // (1.96 × 1.026 ÷ (0.05 × 2))² and one check more.
  expect(rule.expectedReplications).toBeCloseTo(405, -1);
});

it('the precision rule judges a figure by the replications that measured it, and ignores unmeasured figures', () => {
  const rule = new PrecisionRule(2, RULE);
  const answers = Array.from({ length: 6 }, () => rule.add([7, null]));
  expect(answers.at(-1)).toBe(true);
  expect(rule.reached).toEqual([0, null]);
});
