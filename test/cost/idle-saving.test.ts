import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idleSaving } from '../../src/cost/idle-saving.js';

const settings = { shortest_timeout_seconds: 60, min_cu: 0.5 };

/** What a run sees of idle periods of these lengths under a timeout; all of a minute or more. */
function seen(gaps: readonly number[], timeout: number) {
  return {
    ended_held: gaps.filter((gap) => gap <= timeout).length,
    ended_suspended: gaps.filter((gap) => gap > timeout).length,
    held_seconds: gaps.reduce((sum, gap) => sum + Math.min(gap, timeout), 0),
  };
}

describe('what a shorter timeout would save', () => {
  it('is what is left of each idle period after its first minute', () => {
    // Two periods held for 100 s and 300 s: 40 s and 240 s less, at half a CU for 3.60 USD an hour.
    expect(idleSaving(seen([100, 5000], 300), settings, 3.6)).toEqual({
      idle_usd: expect.closeTo(400 * 0.5 * 0.001, 12),
      saving_usd: expect.closeTo(280 * 0.5 * 0.001, 12),
      further_wakes: 1,
    });
  });

  it('is nothing where the timeout is that short already', () => {
    expect(idleSaving(seen([61, 90, 4000], 60), settings, 3.6)).toMatchObject({
      saving_usd: 0,
      further_wakes: 0,
    });
  });

  it('is what the same periods cost less under that timeout', () => {
    const gaps = fc.array(fc.double({ min: 61, max: 1e5, noNaN: true }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 61, max: 1e6 }), (list, timeout) => {
        const before = idleSaving(seen(list, timeout), settings, 1);
        const after = idleSaving(seen(list, 60), settings, 1);
        expect(before.saving_usd).toBeCloseTo(before.idle_usd - after.idle_usd, 6);
      }),
      { seed: 9, numRuns: 200 },
    );
  });
});
