import { describe, expect, it } from 'vitest';
import { FIGURE_NAMES, type RunFigures } from '../../../src/figures/run-figures.js';
import { answer } from '../../../src/study/engine/engine.js';
import type { Study } from '../../../src/study/engine/study.js';
import { passingLoads } from '../../../src/study/growth/passing-loads.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import type { LevelRun, LoadLevel } from '../../../src/study/replicate/load-levels.js';

type Curve = (factor: number) => number;

/** The result, and the loads tried, if figures follow these curves and 1,000 queries arrive at present. */
async function found(
  constraints: readonly string[],
  curves: Readonly<Record<string, Curve>>,
  arriving = 1000,
) {
  const tried: number[] = [];
  const pilot = function* (factor: number): Study<LoadLevel> {
    if (!tried.includes(factor)) tried.push(factor);
    const none = Object.fromEntries(FIGURE_NAMES.map((name) => [name, null]));
    const known = Object.fromEntries(Object.entries(curves).map(([name, curve]) => [name, curve(factor)]));
    const figures = { ...none, queries_arrived: arriving * factor, ...known } as unknown as RunFigures;
    const resources = { of_maximum: factor / 5000 } as LevelRun['resources'];
    return { factor, fidelity: 'exact', runs: [{ figures, resources, weekday_use: undefined, left_out: 0 }] };
  };
  const objectives = constraints.map((text) => parseConstraint(text));
  return { answer: await answer(passingLoads(pilot, objectives, 0.95)), tried };
}

const rising: Curve = (factor) => 100 * factor;
const falling: Curve = (factor) => Math.exp(-factor);
const bathtub: Curve = (factor) => 1000 / factor + factor;

describe('the range of loads that meet the objectives', () => {
  it('ends above for figures that get worse with load, and smaller loads are reported as not simulated', async () => {
    const { answer } = await found(['latency_p99 <= 300ms'], { latency_p99: rising });
    expect(answer).toMatchObject({ lower: undefined, upper: { holds: 2, breaks: 4 } });
    expect(answer!.lower_why).toContain('loads below the present one were not simulated');
    const already = await found(['latency_p99 <= 30ms'], { latency_p99: rising });
    expect(already.answer).toMatchObject({ upper: { holds: 0.25, breaks: 0.5 } });
    expect(already.tried).toEqual([1, 0.5, 0.25]);
  });

  it('ends below for figures that improve with load', async () => {
    const { answer } = await found(['wake_probability <= 10%'], { wake_probability: falling });
    expect(answer).toMatchObject({ lower: { holds: 4, breaks: 2 }, upper: undefined });
    expect(answer!.upper_why).toContain('up to 1024 times');
    const met = await found(['wake_probability <= 90%'], { wake_probability: falling });
    expect(met.answer).toMatchObject({ lower: { holds: 0.25, breaks: 0.1 } });
  });

  it('has two ends if an objective breaks at too low and at too high loads', async () => {
    const { answer } = await found(['latency_mean <= 70ms'], { latency_mean: bathtub });
    expect(answer).toMatchObject({ lower: { holds: 32, breaks: 16 }, upper: { holds: 32, breaks: 64 } });
    const mirrored = await found(['latency_mean <= 70ms'], { latency_mean: (x) => bathtub(x * 500) }, 10_000);
    expect(mirrored.answer).toMatchObject({ upper: { holds: 0.0625, breaks: 0.125 } });
  });

  it('is found between two loads that miss different objectives', async () => {
    const curves = { latency_p99: rising, wake_probability: falling };
    const { answer } = await found(['wake_probability <= 30%', 'latency_p99 <= 130ms'], curves);
    const { holds, breaks } = answer!.upper!;
    expect(answer!.lower).toEqual({ holds, breaks: expect.closeTo(1.189207, 6) });
    expect(holds).toBeCloseTo(1.29684, 5);
    expect(breaks).toBeCloseTo(Math.SQRT2, 6);
  });

  it('is empty if the objectives require different loads, or a bound cannot be met', async () => {
    const curves = { latency_p99: rising, wake_probability: falling };
    expect((await found(['wake_probability <= 5%', 'latency_p99 <= 50ms'], curves)).answer).toBeUndefined();
    const impossible = { latency_mean: (factor: number) => 100 + factor };
    const { answer, tried } = await found(['latency_mean <= 90ms'], impossible);
    expect(answer).toBeUndefined();
    // Downwards only, and not to loads with too few queries.
    expect(tried).toEqual([1, 0.5, 0.25, 0.125, 0.1]);
  });

  it('contains all tested loads if nothing breaks', async () => {
    const { answer, tried } = await found(['latency_p99 <= 10s'], { latency_p99: () => 1 });
    expect(answer).toMatchObject({ lower: undefined, upper: undefined });
    expect(tried.at(-1)).toBe(1024);
  });

  it('ends at the capacity of the largest size for objectives that load does not affect', async () => {
    const { answer, tried } = await found(
      ['wake_probability <= 50%'],
      { wake_probability: falling, queries_arrived: (factor) => 1000 * factor },
      1000,
    );
    expect(answer).toMatchObject({ upper: undefined });
    expect(tried.length).toBeLessThan(14);
  });
});
