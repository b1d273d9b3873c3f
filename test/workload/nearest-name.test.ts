import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearestName, suggestion } from '../../src/kernel/nearest-name.js';

describe('edit distance', () => {
  it.each([
    ['kitten', 'sitting', 3],
    ['lognromal', 'lognormal', 1],
    ['', 'abc', 3],
    ['same', 'same', 0],
  ])('from %s to %s is %d', (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
  });

  it('is symmetric, and 0 only for equal words', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
      }),
      { seed: 1 },
    );
  });
});

describe('nearest name', () => {
  const keys = [
    'autoscaling_limit_min_cu',
    'autoscaling_limit_max_cu',
    'suspend_timeout_seconds',
    'type',
    'name',
  ];

  it.each([
    ['autoscaling_limit_mx_cu', 'autoscaling_limit_max_cu'],
    ['suspendTimeoutSeconds', 'suspend_timeout_seconds'],
    ['suspend_timeout', 'suspend_timeout_seconds'],
    ['tpye', 'type'],
    ['Name', 'name'],
  ])('the nearest name of %s is %s', (typed, meant) => {
    expect(nearestName(typed, keys)).toBe(meant);
  });

  it('no name is suggested for one that is far from every known name', () => {
    expect(nearestName('colour', keys)).toBeUndefined();
    expect(suggestion('colour', ['type', 'name'])).toBe('; expected one of type, name');
  });

  it('is found if one letter is missing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...keys.slice(0, 3)), fc.nat(), (key, at) => {
        const position = at % key.length;
        expect(nearestName(key.slice(0, position) + key.slice(position + 1), [key])).toBe(key);
      }),
      { seed: 1 },
    );
  });
});

it('a list of valid names that is too long to read is not printed', () => {
  const names = Array.from({ length: 430 }, (_, index) => `zone-${index}`);
  expect(suggestion('xyzzy plugh', names)).toBe('');
});
