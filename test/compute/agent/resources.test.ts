import { expect, test } from 'vitest';
import {
  equal,
  exceeds,
  greatest,
  less,
  multiply,
  type Resources,
  smallerOf,
  unitsAbove,
  unitsOf,
} from '../../../src/compute/agent/resources.js';

const of = (milli_cpu: number, memory_bytes: number): Resources => ({ milli_cpu, memory_bytes });
const UNIT = of(250, 1000);

test.each([
  [of(2, 3), of(2, 3), of(2, 3), of(2, 3)],
  [of(2, 3), of(1, 2), of(2, 3), of(1, 2)],
  [of(1, 2), of(2, 3), of(2, 3), of(1, 2)],
  [of(1, 3), of(2, 2), of(2, 3), of(1, 2)],
  [of(2, 2), of(1, 3), of(2, 3), of(1, 2)],
  [of(2, 3), of(2, 2), of(2, 3), of(2, 2)],
  [of(2, 3), of(3, 3), of(3, 3), of(2, 3)],
])('the maximum and minimum of %j and %j, field by field, are %j and %j', (a, b, more, fewer) => {
  expect(greatest(a, b)).toEqual(more);
  expect(smallerOf(a, b)).toEqual(fewer);
  expect(equal(a, b)).toBe(equal(more, fewer));
  // Resources exceed others if either field is larger.
  expect(exceeds(a, b)).toBe(a.milli_cpu > b.milli_cpu || a.memory_bytes > b.memory_bytes);
  expect(less(more, fewer)).toEqual(
    of(more.milli_cpu - fewer.milli_cpu, more.memory_bytes - fewer.memory_bytes),
  );
});

test('resources are equal only if both fields are', () => {
  expect([of(2, 3), of(2, 4), of(1, 3), of(1, 4)].map((each) => equal(each, of(2, 3)))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect([of(2, 3), of(2, 4), of(3, 3), of(1, 2)].map((each) => exceeds(each, of(2, 3)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('the first argument is returned unchanged if it has both extremes, so that no change is detected', () => {
  const [small, large] = [of(1, 2), of(1, 3)];
  expect(greatest(large, small)).toBe(large);
  expect(greatest(small, { ...small })).toBe(small);
  expect(smallerOf(small, large)).toBe(small);
});

test('subtracting from zero leaves zero', () => {
  expect(less(of(1, 5), of(2, 3))).toEqual(of(0, 2));
  expect(less(of(5, 1), of(3, 2))).toEqual(of(2, 0));
});

test('resources are counted in units by the field that needs more of them', () => {
  expect(multiply(UNIT, 3)).toEqual(of(750, 3000));
  expect([of(500, 3000), of(750, 2000), of(999, 0), of(0, 0)].map((each) => unitsAbove(each, UNIT))).toEqual([
    4, 4, 4, 1,
  ]);
  expect([0.25, 2, 16].map((cu) => unitsOf(cu, UNIT))).toEqual([1, 8, 64]);
});
