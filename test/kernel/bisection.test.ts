import { expect, it } from 'vitest';
import { bisect } from '../../src/kernel/functions/bisection.js';

it('bisection finds a threshold to the last bit', () => {
  expect(bisect((x) => x * x >= 2, 0, 10)).toBe(Math.SQRT2);
  expect(bisect((x) => x >= -3.7, -100, 100)).toBe(-3.7);
});

it('bisection finds a jump', () => {
  expect(bisect((x) => x >= 300, 0, 1e9)).toBe(300);
});

it('bisection takes few evaluations for any distance of the bounds', () => {
  let questions = 0;
  const found = bisect(
    (x) => {
      questions += 1;
      return x >= 1e-250;
    },
    0,
    1e300,
  );
  expect(found).toBe(1e-250);
  expect(questions).toBeLessThan(75);
});
