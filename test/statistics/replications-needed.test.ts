import { expect, it } from 'vitest';
import { normalQuantile } from '../../src/kernel/normal.js';
import { replicationsNeeded } from '../../src/statistics/replications-needed.js';
import { studentTQuantile } from '../../src/statistics/student-t.js';
import { theoryCase } from '../vectors/theory-case.js';

it('N7: are foreseen from a pilot', () => {
  const { inputs, expected } = theoryCase('N7');
  const pilot = { mean: inputs['mean'] as number, sd: inputs['sd'] as number };
  const needed = replicationsNeeded(pilot, inputs['rel'] as number, 0.95);
  expect(needed).toBe(expected['n_normal']);
  const half_width = (n: number) => (normalQuantile(0.975) * pilot.sd) / Math.sqrt(n);
  expect(half_width(needed)).toBeLessThanOrEqual(0.021);
  expect(half_width(needed - 1)).toBeGreaterThan(0.021);
  // By Student's t it would be a little more.
  expect((studentTQuantile(0.975, needed - 1) * pilot.sd) / Math.sqrt(needed)).toBeGreaterThan(0.021);
});

it('are two where nothing varies, and never enough about a mean of 0', () => {
  expect(replicationsNeeded({ mean: 5, sd: 0 }, 0.01, 0.95)).toBe(2);
  expect(replicationsNeeded({ mean: 0, sd: 1 }, 0.01, 0.95)).toBe(Number.POSITIVE_INFINITY);
});
