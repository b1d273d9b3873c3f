import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SHIPPED_AGENT, SHIPPED_SCALING } from '../../../src/compute/agent/configuration.js';
import { plainGoal, type SystemMetrics, scalingGoal } from '../../../src/compute/agent/goal.js';
import { expectClose } from '../../vectors/closeness.js';
import { configurationOf, lfcMetricsOf, systemMetricsOf, VECTORS } from './vectors.js';

const { unit } = SHIPPED_AGENT;
const GIB = 1_073_741_824;

const quiet: SystemMetrics = {
  load_average_1m: 0,
  load_average_5m: 0,
  memory_usage_bytes: 200 * 1_048_576,
  memory_cached_bytes: 0,
};

function expectPart(actual: number | undefined, expected: number | null): void {
  if (expected === null) expect(actual).toBeUndefined();
  else expectClose(actual ?? Number.NaN, expected);
}

test.each(VECTORS.vectors.map((vector) => [vector.name, vector] as const))(
  'the goal matches the vector: %s',
  (_, vector) => {
    const { scaling, unit } = configurationOf(vector);
    const goal = scalingGoal(scaling, unit, systemMetricsOf(vector), lfcMetricsOf(vector));
    const { expected } = vector;
    expect(goal.units).toBe(expected.goal);
    expect(goal.units * 0.25).toBe(expected.productCU);
    expectPart(goal.parts.cpu, expected.parts.cpu);
    expectPart(goal.parts.memory, expected.parts.mem);
    expectPart(goal.parts.lfc, expected.parts.lfc);
    expect(goal.has_all_metrics).toBe(expected.hasAllMetrics);
    expect(goal.warnings).toEqual(expected.warnings);
    if (expected.lfcDetail !== undefined) {
      expectClose(goal.working_set!.estimate_pages, expected.lfcDetail.estimateWssPages);
      expect(goal.working_set!.projected_values).toBe(expected.lfcDetail.projectedSliceLength);
      expectClose(goal.working_set!.projected_pages, expected.lfcDetail.predictedNextWssPages);
      expectClose(goal.working_set!.bytes, expected.lfcDetail.wssBytes);
    }
  },
);

describe('the component that determines the goal', () => {
  const goal = (over: Partial<SystemMetrics>, pages?: number) =>
    scalingGoal(
      SHIPPED_SCALING,
      unit,
      { ...quiet, ...over },
      pages === undefined ? undefined : { working_set_pages: new Float64Array(60).fill(pages) },
    );

  test('under load the CPU component determines the goal', () => {
    expect(goal({ load_average_1m: 1.8 })).toMatchObject({ units: 8, winner: 'cpu' });
  });

  test('halfway between the zones the load is half of each average', () => {
    const zones = { cpu_stable_zone_ratio: 0.25, cpu_mixed_zone_ratio: 0.25 };
    const cpu = (load_average_1m: number) =>
      scalingGoal(
        { ...SHIPPED_SCALING, ...zones, load_average_fraction_target: 1 },
        unit,
        { ...quiet, load_average_1m, load_average_5m: 4 },
        undefined,
      ).parts.cpu!;
    expect([cpu(4.9), cpu(5), cpu(6), cpu(6.1)]).toEqual([16, 16, 24, 24.4]);
    expect(cpu(5.5)).toBeCloseTo(19, 4);
    expect(cpu(2.5)).toBeCloseTo(13, 4);
  });

  test('a policy other than the agent uses no metrics', () => {
    expect(plainGoal(3)).toMatchObject({ units: 3, winner: undefined, has_all_metrics: true, warnings: [] });
  });

  test('with much allocated memory the memory component determines the goal', () => {
    expect(goal({ memory_usage_bytes: 3 * GIB })).toMatchObject({ units: 4, winner: 'memory' });
  });

  test('when the working set fills the cache, the working set determines the goal', () => {
    expect(goal({}, 393_216)).toMatchObject({ units: 4, winner: 'lfc' });
  });

  test('CPU takes precedence in a tie, and no component determines a goal of 0', () => {
    expect(goal({ load_average_1m: 0.9, memory_usage_bytes: 3 * GIB })).toMatchObject({
      units: 4,
      winner: 'cpu',
    });
    expect(scalingGoal(SHIPPED_SCALING, unit, undefined, undefined).winner).toBeUndefined();
  });

  test('the longest look-back is used instead of the plateau, if so configured', () => {
    const working_set_pages = Float64Array.from({ length: 60 }, (_, minute) => (minute < 20 ? 100 : 900_000));
    const units = (lfc_use_largest_window: boolean) =>
      scalingGoal({ ...SHIPPED_SCALING, lfc_use_largest_window }, unit, quiet, { working_set_pages }).units;
    expect(units(false)).toBe(1);
    expect(units(true)).toBeGreaterThan(9);
  });
});

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
