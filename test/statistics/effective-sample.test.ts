import { describe, expect, it } from 'vitest';
import { effectiveSample } from '../../src/statistics/effective-sample.js';
import { expectClose } from '../vectors/closeness.js';
import { theoryCase } from '../vectors/theory-case.js';

describe('effective sample', () => {
  it('N3: of a correlated series is a fraction of it', () => {
    const { inputs, expected } = theoryCase('N3');
    const { inflation, n_eff } = effectiveSample(inputs['n'] as number, inputs['phi'] as number);
    expectClose(inflation, expected['inflation']!);
    expectClose(n_eff, expected['n_eff']!);
    expectClose(1 / Math.sqrt(n_eff), expected['se_mean']!);
  });

  it('is all of an independent one, and more of one that alternates', () => {
    expect(effectiveSample(50, 0)).toEqual({ inflation: 1, n_eff: 50 });
    expect(effectiveSample(50, -0.5).n_eff).toBeCloseTo(150, 9);
    expect(() => effectiveSample(50, 1)).toThrow(RangeError);
  });
});
