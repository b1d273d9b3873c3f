import { expect, test } from 'vitest';
import { arrivalSource } from '../../../src/workload/arrival/arrival-source.js';
import { streams } from '../rate/rates.js';

function recorded(times: readonly number[], horizon?: number): number[] {
  const source = arrivalSource(
    { kind: 'arrivals', times_seconds: Float64Array.from(times) },
    streams('recorded'),
    horizon,
  );
  return Array.from({ length: 4 }, () => source.next());
}

test('recorded arrivals come as they are, from time 0 to the horizon', () => {
  expect(recorded([0, 0, 1.5])).toEqual([0, 0, 1.5, Number.POSITIVE_INFINITY]);
  expect(recorded([-2, -1, 3, 4, 5], 5)).toEqual([3, 4, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
});

test('recorded arrivals that do not ascend are refused', () => {
  expect(() => recorded([1, 3, 2])).toThrow(/2 s comes after 3 s/);
});
