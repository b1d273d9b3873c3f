import { expect, test } from 'vitest';
import { AUTOSCALING_MAX_SPAN_CU, FIXED_SIZES_CU, sizeProblem } from '../../src/compute/size.js';

test('the size table has .25, .5, every integer to 16 and every even one to 56', () => {
  const whole = Array.from({ length: 16 }, (_, index) => index + 1);
  const even = Array.from({ length: 20 }, (_, index) => 18 + 2 * index);
  expect(FIXED_SIZES_CU).toEqual([0.25, 0.5, ...whole, ...even]);
});

test("every pair of sizes from .25 to 16 CU is valid by the seed's rules", () => {
  const sizes = FIXED_SIZES_CU.filter((size) => size <= 16);
  const pairs = sizes.flatMap((min) => sizes.filter((max) => max >= min).map((max) => [min, max] as const));
  expect(pairs.filter(([min, max]) => sizeProblem(min, max, AUTOSCALING_MAX_SPAN_CU.seed))).toEqual([]);
});
