import { describe, expect, it } from 'vitest';
import { replicationsNeeded } from '../../src/statistics/replications-needed.js';
import { studentTQuantile } from '../../src/statistics/student-t.js';
import { theoryCase } from '../vectors/theory-case.js';

describe('replications needed', () => {
  it('N7: are foreseen from a pilot', () => {
    const { inputs, expected } = theoryCase('N7');
    const pilot = { mean: inputs['mean'] as number, sd: inputs['sd'] as number };
    const { n_normal, n_t } = replicationsNeeded(pilot, inputs['rel'] as number, 0.95);
    expect(n_normal).toBe(expected['n_normal']);
    expect(n_t).toBeGreaterThanOrEqual(n_normal);
    const half_width = (n: number) => (studentTQuantile(0.975, n - 1) * pilot.sd) / Math.sqrt(n);
    expect(half_width(n_t)).toBeLessThanOrEqual(0.021);
    expect(half_width(n_t - 1)).toBeGreaterThan(0.021);
  });

  it('are two where nothing varies, and never enough about a mean of 0', () => {
    expect(replicationsNeeded({ mean: 5, sd: 0 }, 0.01, 0.95)).toEqual({ n_normal: 2, n_t: 2 });
    expect(replicationsNeeded({ mean: 0, sd: 1 }, 0.01, 0.95).n_normal).toBe(Number.POSITIVE_INFINITY);
  });
});
