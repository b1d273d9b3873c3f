import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SHIPPED_AGENT } from '../../../src/compute/agent/configuration.js';
import { desiredResources } from '../../../src/compute/agent/desired-resources.js';
import { scalingGoal } from '../../../src/compute/agent/goal.js';
import { exceeds } from '../../../src/compute/agent/resources.js';
import { units } from './test-agent.js';

const { unit } = SHIPPED_AGENT;

test('the desired resources stay within the limits unless a denial holds it above, and never reaches the denied size', () => {
  const size = fc.record({
    milli_cpu: fc.integer({ min: 250, max: 16_000 }),
    memory_bytes: fc.integer({ min: 1, max: 64 }).map((gib) => gib * unit.memory_bytes),
  });
  const limits = fc
    .tuple(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 0, max: 63 }))
    .map(([min, more]) => ({ min: units(min), max: units(min + more) }));
  const denials = fc.option(fc.tuple(size, fc.integer({ min: 1, max: 8 })), { nil: undefined });
  const load = fc.option(fc.double({ min: 0, max: 30, noNaN: true }), { nil: undefined });
  fc.assert(
    fc.property(size, limits, load, denials, (using, bounds, load_average_1m, denial) => {
      const quiet = { load_average_5m: 0, memory_usage_bytes: 0, memory_cached_bytes: 0 };
      const system = load_average_1m === undefined ? undefined : { ...quiet, load_average_1m };
      const goal = scalingGoal(SHIPPED_AGENT.scaling, unit, system, undefined);
      const requested = {
        milli_cpu: Math.max(0, using.milli_cpu - (denial?.[1] ?? 0) * unit.milli_cpu),
        memory_bytes: Math.max(0, using.memory_bytes - (denial?.[1] ?? 0) * unit.memory_bytes),
      };
      const denied = denial === undefined ? undefined : { at_seconds: 0, current: using, requested };
      const { resources } = desiredResources(1, { using, ...bounds }, goal, SHIPPED_AGENT, undefined, denied);
      expect(exceeds(bounds.min, resources)).toBe(false);
      if (denied === undefined) expect(exceeds(resources, bounds.max)).toBe(false);
      else expect(exceeds(resources, denied.requested)).toBe(true);
    }),
    { seed: 7 },
  );
});
