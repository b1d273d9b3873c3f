import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SHIPPED_AGENT, SHIPPED_SCALING } from '../../../src/compute/agent/configuration.js';
import { type SystemMetrics, scalingGoal } from '../../../src/compute/agent/goal.js';
import { GIB } from '../../../src/kernel/units.js';

const { unit } = SHIPPED_AGENT;

describe('the goal is monotonic in every input', () => {
  const zones = fc.record({
    cpu_stable_zone_ratio: fc.double({ min: 0, max: 1, noNaN: true }),
    cpu_mixed_zone_ratio: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const load = fc.double({ min: 0, max: 64, noNaN: true });
  const bytes = fc.double({ min: 0, max: 64 * GIB, noNaN: true });
  const growth = fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 9, maxLength: 60 });
  const series = growth.map((steps) => {
    let sum = 0;
    return steps.map((step) => {
      sum += step;
      return sum;
    });
  });
  const metrics = fc.record({
    load_average_1m: load,
    load_average_5m: load,
    memory_usage_bytes: bytes,
    memory_cached_bytes: bytes,
  });

  test('a higher load at the same 5-minute average never lowers the goal, whatever the zones', () => {
    fc.assert(
      fc.property(metrics, load, zones, (base, more, ratios) => {
        const units = (load_average_1m: number) =>
          scalingGoal({ ...SHIPPED_SCALING, ...ratios }, unit, { ...base, load_average_1m }, undefined).units;
        expect(units(base.load_average_1m + more)).toBeGreaterThanOrEqual(units(base.load_average_1m));
      }),
      { seed: 3 },
    );
  });

  test('more allocated or cached memory never lowers the goal', () => {
    fc.assert(
      fc.property(metrics, bytes, bytes, series, (base, used, cached, working_set_pages) => {
        const units = (more: Partial<SystemMetrics>) =>
          scalingGoal(SHIPPED_SCALING, unit, { ...base, ...more }, { working_set_pages }).units;
        const least = units({});
        expect(units({ memory_usage_bytes: base.memory_usage_bytes + used })).toBeGreaterThanOrEqual(least);
        expect(units({ memory_cached_bytes: base.memory_cached_bytes + cached })).toBeGreaterThanOrEqual(
          least,
        );
      }),
      { seed: 4 },
    );
  });

  test('a larger working set of the same shape never lowers the goal', () => {
    // A burst in a single look-back may end the plateau sooner, so only the scale is compared.
    fc.assert(
      fc.property(metrics, series, fc.integer({ min: 1, max: 8 }), (base, pages, factor) => {
        const units = (scale: number) =>
          scalingGoal(SHIPPED_SCALING, unit, base, { working_set_pages: pages.map((one) => one * scale) })
            .units;
        expect(units(factor)).toBeGreaterThanOrEqual(units(1));
      }),
      { seed: 5 },
    );
  });

  test('a goal is a whole number that covers memory and working set, and CPU to within half a unit', () => {
    fc.assert(
      fc.property(metrics, series, (base, working_set_pages) => {
        const { units, parts } = scalingGoal(SHIPPED_SCALING, unit, base, { working_set_pages });
        expect(Number.isInteger(units)).toBe(true);
        expect(units).toBeGreaterThanOrEqual(Math.max(parts.memory!, parts.lfc!, parts.cpu! - 0.5));
        expect(units).toBeLessThan(Math.max(parts.memory!, parts.lfc!, parts.cpu! + 0.5) + 1);
      }),
      { seed: 6 },
    );
  });
});
