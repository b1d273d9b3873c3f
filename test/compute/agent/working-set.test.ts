import { describe, expect, test } from 'vitest';
import { estimateWorkingSet, projectNextHighest } from '../../../src/compute/agent/lfc-goal.js';
import { expectClose } from '../../vectors/closeness.js';
import { VECTORS } from './vectors.js';

describe('the plateau of a working-set series', () => {
  test.each(VECTORS.wssEstimator.map((vector) => [vector.name, vector] as const))(
    'the plateau matches the vector: %s',
    (_, vector) => {
      const { maxAllowedIncreaseFactor, initialOffset, windowSize } = vector.config;
      const window = {
        max_growth_factor: maxAllowedIncreaseFactor,
        initial_offset: initialOffset,
        window_size: windowSize,
      };
      expectClose(estimateWorkingSet(vector.series, window), vector.expected);
    },
  );

  test('the plateau is the end of a series that never grows faster than before', () => {
    const window = { max_growth_factor: 3, initial_offset: 4, window_size: 5 };
    expect(estimateWorkingSet([1, 2, 3, 4, 5, 6, 7, 8, 9], window)).toBe(9);
  });

  test('the plateau is not before the offset, and decreases do not count as growth', () => {
    const window = { max_growth_factor: 3, initial_offset: 2, window_size: 3 };
    expect(estimateWorkingSet([5, 5, 4, 4, 4, 9, 9], window)).toBe(4);
  });

  test.each([
    [{ max_growth_factor: 3, initial_offset: 4, window_size: 1 }, 'window_size must be 2 or more; it is 1'],
    [
      { max_growth_factor: 3, initial_offset: 3, window_size: 5 },
      'initial_offset must be at least window_size - 1 = 4; it is 3',
    ],
  ])('the working-set options %j are refused', (window, message) => {
    expect(() => estimateWorkingSet([1, 2, 3], window)).toThrow(new RangeError(message));
  });

  test('an empty working-set series is refused', () => {
    const window = { max_growth_factor: 3, initial_offset: 4, window_size: 5 };
    expect(() => estimateWorkingSet([], window)).toThrow('a working-set series needs at least one value');
  });
});

describe('the projected working set', () => {
  test.each(VECTORS.projectNextHighest.map((vector) => [vector.name, vector] as const))(
    'the projection matches the vector: %s',
    (_, vector) => {
      expectClose(projectNextHighest(vector.series, vector.projectLen), vector.expected);
    },
  );

  test('decreases are ignored in the projection', () => {
    expect(projectNextHighest([10, 4, 6], 1)).toBe(10);
  });

  test('a single value is not enough for a projection', () => {
    expect(() => projectNextHighest([1], 0.5)).toThrow('a projection needs two values or more; there are 1');
  });
});
