import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SHIPPED_AGENT } from '../../../src/compute/agent/configuration.js';
import { desiredResources } from '../../../src/compute/agent/desired-resources.js';
import { scalingGoal } from '../../../src/compute/agent/goal.js';
import { exceeds, multiply } from '../../../src/compute/agent/resources.js';
import { configurationOf, lfcMetricsOf, resourcesOf, systemMetricsOf, VECTORS } from './vectors.js';

const { unit } = SHIPPED_AGENT;
const units = (count: number) => multiply(unit, count);

test.each(VECTORS.desiredResources.map((vector) => [vector.name, vector] as const))(
  'the desired resources match the vector: %s',
  (_, vector) => {
    const configuration = configurationOf(vector);
    const goal = scalingGoal(
      configuration.scaling,
      configuration.unit,
      systemMetricsOf(vector),
      lfcMetricsOf(vector),
    );
    const using = resourcesOf(vector.vm.using);
    const compute = { using, min: resourcesOf(vector.vm.min), max: resourcesOf(vector.vm.max) };
    const asked = vector.requestedUpscale;
    const denied = vector.deniedDownscale;
    const desired = desiredResources(
      10,
      compute,
      goal,
      configuration,
      asked === null ? undefined : { ...asked, at_seconds: 10, base: resourcesOf(asked.base) },
      denied === null
        ? undefined
        : { at_seconds: 10, current: using, requested: resourcesOf(denied.requested) },
    );
    expect(desired.resources).toEqual(resourcesOf(vector.expected.desired));
    expect(desired.units_after_requests).toBe(vector.expected.goalAfterRequests);
    expect(desired.warnings).toEqual(vector.expected.warnings);
  },
);

describe('monitor requests expire', () => {
  const idle = scalingGoal(
    SHIPPED_AGENT.scaling,
    unit,
    { load_average_1m: 0, load_average_5m: 0, memory_usage_bytes: 0, memory_cached_bytes: 0 },
    undefined,
  );
  const compute = { using: units(6), min: units(1), max: units(8) };

  test('a requested upscale is honored for 10 s', () => {
    const requested = { at_seconds: 100, base: units(3), cpu: false, memory: true };
    const at = (now: number) => desiredResources(now, compute, idle, SHIPPED_AGENT, requested, undefined);
    expect(at(109.9)).toMatchObject({ resources: units(4), upscale_lapses_at: 110 });
    expect(at(110)).toMatchObject({ resources: units(1), upscale_lapses_at: undefined });
  });

  test('a denied downscale holds for 5 s, one unit above the denied size', () => {
    const denied = { at_seconds: 100, current: units(6), requested: units(3) };
    const at = (now: number) => desiredResources(now, compute, idle, SHIPPED_AGENT, undefined, denied);
    expect(at(104.9)).toMatchObject({ resources: units(4), denial_lapses_at: 105 });
    expect(at(105)).toMatchObject({ resources: units(1), denial_lapses_at: undefined });
  });

  test('the greater of a requested upscale and a denied downscale applies, and both are reported', () => {
    const requested = { at_seconds: 100, base: units(6), cpu: true, memory: false };
    const denied = { at_seconds: 100, current: units(6), requested: units(3) };
    expect(desiredResources(101, compute, idle, SHIPPED_AGENT, requested, denied)).toMatchObject({
      resources: units(7),
      upscale_lapses_at: 110,
      denial_lapses_at: 105,
    });
  });
});

test('the result stays within the limits unless a denial holds it above, and never reaches the denied size', () => {
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
