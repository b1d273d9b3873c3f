import { expect, test } from 'vitest';
import { AUTOSCALING_MAX_SPAN_CU, FIXED_SIZES_CU, sizeProblem } from '../../src/compute/size.js';

test('the size table has .25, .5, every integer to 16 and every even one to 56', () => {
  expect(FIXED_SIZES_CU).toHaveLength(2 + 16 + 20);
  expect(FIXED_SIZES_CU.slice(0, 4)).toEqual([0.25, 0.5, 1, 2]);
  expect(FIXED_SIZES_CU.slice(-3)).toEqual([52, 54, 56]);
  expect(FIXED_SIZES_CU).not.toContain(17);
});

test("every pair of sizes from .25 to 16 CU is valid by the seed's rules", () => {
  const sizes = FIXED_SIZES_CU.filter((size) => size <= 16);
  const pairs = sizes.flatMap((min) => sizes.filter((max) => max >= min).map((max) => [min, max] as const));
  expect(pairs.filter(([min, max]) => sizeProblem(min, max, AUTOSCALING_MAX_SPAN_CU.seed))).toEqual([]);
});
