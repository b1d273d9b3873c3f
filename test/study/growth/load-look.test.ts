import { describe, expect, it } from 'vitest';
import type { RunFigures } from '../../../src/figures/run-figures.js';
import { bracketOf, loadBetween } from '../../../src/study/growth/breaking-load.js';
import {
  leastFactor,
  lookOf,
  nextLoad,
  overloaded,
  stepDown,
  stepUp,
} from '../../../src/study/growth/load-look.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import type { LevelRun, LoadLevel } from '../../../src/study/replicate/load-levels.js';

/** A level whose only run showed these figures. */
function level(factor: number, figures: Partial<RunFigures> = {}, of_maximum = 0): LoadLevel {
  const run = { figures: { queries_arrived: 1000, ...figures }, resources: { of_maximum } };
  return { factor, fidelity: 'exact', runs: [run as unknown as LevelRun] };
}

const at = (...of: Parameters<typeof level>) => lookOf(level(...of), [parseConstraint('wakes <= 20')], 0.95);

describe('the next load to simulate', () => {
  it.each([
    [0, 2],
    [0.4, 2],
    [0.6, 1.7],
    [1, 1.1],
    [3, 1.1],
  ])('is twice the load, or just beyond the largest size: %s of it now', (of_maximum, next) => {
    expect(nextLoad(at(3, {}, of_maximum))).toBeCloseTo(3 * next, 8);
  });

  it('is none beyond a thousand times the load, or if a run would be too long', () => {
    expect(stepUp(at(512))).toEqual({ factor: 1024 });
    expect(stepUp(at(1024))).toEqual({ why: 'all objectives are met up to 1024 times the load' });
    expect(stepUp(at(2, { queries_arrived: 150e6 }))).toEqual({ factor: 4 });
    expect(stepUp(at(2.3456, { queries_arrived: 151e6 }))).toEqual({
      why: 'all objectives are met at 2.35 times the load, and a run of more would be of over 300 million queries; use a shorter duration',
    });
  });

  it('is not smaller than one with enough queries for an estimate', () => {
    const least = [50, 100, 1000, 1e6].map((queries_arrived) => leastFactor(level(1, { queries_arrived })));
    expect(least).toEqual([1, 1, 0.1, 1 / 1024]);
    const down = stepDown(4, at(2));
    expect([down(at(2)), down(at(0.6))]).toEqual([{ factor: 0.5 }, { factor: 0.2 }]);
    expect(down(at(0.2))).toEqual({
      why: 'all objectives are met down to 0.2 times the load; below that, a run has too few queries to decide',
    });
  });

  it('is overloaded from 95 % of the service capacity', () => {
    expect([0.949, 0.95].map((of_maximum) => overloaded(at(1, {}, of_maximum)))).toEqual([false, true]);
  });
});

describe('the bracket from known levels', () => {
  const levels = [1, 2, 4, 8].map((factor) => level(factor));

  it.each([
    ['upper' as const, [4, 8], { holds: 2, breaks: 4 }],
    ['upper' as const, [1], { holds: undefined, breaks: 1 }],
    ['upper' as const, [], { holds: 8, breaks: undefined }],
    ['lower' as const, [1, 2], { holds: 4, breaks: 2 }],
    ['lower' as const, [8], { holds: undefined, breaks: 8 }],
    ['lower' as const, [], { holds: 1, breaks: undefined }],
  ])('of the %s end with misses at %j is %j', (end, missed, bracket) => {
    const beyond = ({ factor }: LoadLevel) => (missed.includes(factor) ? 1 : 0);
    expect(bracketOf(levels, beyond, end)).toEqual(bracket);
  });

  it.each([
    [-1, 1, 2],
    [-1, 3, Math.SQRT2],
    [Number.NEGATIVE_INFINITY, 3, 2],
    [-3, Number.POSITIVE_INFINITY, 2],
  ])(
    'is divided where a line on a logarithmic scale crosses, or in the middle: %d to %d',
    (low, high, load) => {
      const beyond = ({ factor }: LoadLevel) => (factor === 1 ? low : high);
      expect(loadBetween(levels, { holds: 1, breaks: 4 }, beyond)).toBeCloseTo(load, 12);
    },
  );
});
