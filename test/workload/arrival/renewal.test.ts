import { expect, test } from 'vitest';
import type { Distribution } from '../../../src/kernel/distribution.js';
import { arrivalSource } from '../../../src/workload/arrival/arrival-source.js';
import { streams } from '../rate/rates.js';
import { KOLMOGOROV99, kolmogorov } from './statistics.js';

function renewal(gap: Distribution, count: number, horizon?: number): number[] {
  const source = arrivalSource({ kind: 'renewal', gap }, streams('renewal'), horizon);
  return Array.from({ length: count }, () => source.next());
}

test('constant gaps start at 0 and do not drift', () => {
  const times = renewal({ kind: 'constant', value: 0.1 }, 1_000_000);
  expect(times.slice(0, 2)).toEqual([0.1, 0.2]);
  expect(times.at(-1)).toBe(100_000);
});

test('renewal gaps follow their distribution', () => {
  const times = renewal({ kind: 'weibull', shape: 0.5, scale: 3 }, 50_000);
  const gaps = times.map((time, index) => time - (times[index - 1] ?? 0));
  expect(kolmogorov(gaps, (gap) => 1 - Math.exp(-Math.sqrt(gap / 3)))).toBeLessThan(KOLMOGOROV99);
});

test('renewal arrivals end at the horizon', () => {
  expect(renewal({ kind: 'constant', value: 2 }, 4, 6)).toEqual([
    2,
    4,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ]);
});
