import fc from 'fast-check';
import { expect, test } from 'vitest';
import { greatest, type WindowMaximum, withSeen } from '../../src/statistics/window-maximum.js';

test('is the maximum of what the window holds', () => {
  const step = fc.record({ wait: fc.nat(4), value: fc.nat(20) });
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 12 }),
      (steps, window) => {
        let at = 0;
        let maximum: WindowMaximum = [];
        const seen: { at: number; value: number }[] = [];
        for (const { wait, value } of steps) {
          at += wait;
          seen.push({ at, value });
          const before = structuredClone(maximum);
          const next = withSeen(maximum, at, value, window);
          expect(maximum).toEqual(before);
          maximum = next;
          const inside = seen.filter((each) => each.at > at - window).map((each) => each.value);
          expect(greatest(maximum)).toBe(Math.max(...inside));
          expect(maximum.length).toBeLessThanOrEqual(window);
        }
      },
    ),
    { seed: 81, numRuns: 300 },
  );
});

test('of an empty window is 0', () => expect(greatest([])).toBe(0));
