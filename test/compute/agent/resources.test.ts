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
])('of %j and %j field by field the greater is %j, the lesser %j', (a, b, more, fewer) => {
  expect(greatest(a, b)).toEqual(more);
  expect(smallerOf(a, b)).toEqual(fewer);
  expect(equal(a, b)).toBe(equal(more, fewer));
  // One that has a field more exceeds, whatever the other field.
  expect(exceeds(a, b)).toBe(a.milli_cpu > b.milli_cpu || a.memory_bytes > b.memory_bytes);
  expect(less(more, fewer)).toEqual(
    of(more.milli_cpu - fewer.milli_cpu, more.memory_bytes - fewer.memory_bytes),
  );
});

test('they are equal in both fields or not at all', () => {
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

test('the first argument itself is given where it has both fields, so that nothing looks changed', () => {
  const [small, large] = [of(1, 2), of(1, 3)];
  expect(greatest(large, small)).toBe(large);
  expect(greatest(small, { ...small })).toBe(small);
  expect(smallerOf(small, large)).toBe(small);
});

test('nothing is taken from what is not there', () => {
  expect(less(of(1, 5), of(2, 3))).toEqual(of(0, 2));
  expect(less(of(5, 1), of(3, 2))).toEqual(of(2, 0));
});

test('units are counted by the field that needs more of them', () => {
  expect(multiply(UNIT, 3)).toEqual(of(750, 3000));
  expect([of(500, 3000), of(750, 2000), of(999, 0), of(0, 0)].map((each) => unitsAbove(each, UNIT))).toEqual([
    4, 4, 4, 1,
  ]);
  expect([0.25, 2, 16].map((cu) => unitsOf(cu, UNIT))).toEqual([1, 8, 64]);
});
