import { expect, it } from 'vitest';
import { NOT_MEASURED, type RunFigures } from '../../../src/figures/run-figures.js';
import { answer } from '../../../src/study/engine/engine.js';
import type { Study } from '../../../src/study/engine/study.js';
import { passingLoads } from '../../../src/study/growth/passing-loads.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import type { LevelRun, LoadLevel } from '../../../src/study/replicate/load-levels.js';

type Curves = Partial<Record<keyof RunFigures, (factor: number) => number>>;

/** The range, and the loads tried, if figures follow these curves and so many queries arrive at present. */
async function found(constraints: readonly string[], curves: Curves, arriving = 1000) {
  const tried: number[] = [];
  const pilot = function* (factor: number): Study<LoadLevel> {
    if (!tried.includes(factor)) tried.push(factor);
    const known = Object.entries(curves).map(([name, curve]) => [name, curve(factor)]);
    const queries_arrived = arriving * factor;
    const figures = { ...NOT_MEASURED, queries_arrived, ...Object.fromEntries(known) };
    const resources = { of_maximum: factor / 5000 } as LevelRun['resources'];
    return { factor, fidelity: 'exact', runs: [{ figures, resources, weekday_use: undefined, left_out: 0 }] };
  };
  const objectives = constraints.map((text) => parseConstraint(text));
  return { range: await answer(passingLoads(pilot, objectives, 0.95)), tried };
}

const RISING: Curves = { latency_p99: (factor) => 100 * factor };
const FALLING: Curves = { wake_probability: (factor) => Math.exp(-factor) };
/** Worse at low and at high loads, with its best at this load. */
const bathtub = (best: number): Curves => ({
  latency_mean: (factor) => (31.6 * best) / factor + (31.6 * factor) / best,
});

const NOT_BELOW = { lower_why: expect.stringContaining('loads below the present one were not simulated') };
const NOT_ABOVE = { upper_why: expect.stringContaining('up to 1024 times') };

it.each<readonly [string, readonly string[], Curves, object | undefined]>([
  [
    'ends above if figures get worse with load; smaller loads are reported as not simulated',
    ['latency_p99 <= 300ms'],
    RISING,
    { lower: undefined, upper: { holds: 2, breaks: 4 }, ...NOT_BELOW },
  ],
  [
    'ends below the present load if that misses an objective',
    ['latency_p99 <= 30ms'],
    RISING,
    { upper: { holds: 0.25, breaks: 0.5 } },
  ],
  [
    'ends below if figures improve with load',
    ['wake_probability <= 10%'],
    FALLING,
    { lower: { holds: 4, breaks: 2 }, upper: undefined, ...NOT_ABOVE },
  ],
  [
    'ends at the least load with enough queries',
    ['wake_probability <= 90%'],
    FALLING,
    { lower: { holds: 0.25, breaks: 0.1 } },
  ],
  [
    'has two ends if an objective breaks at too low and at too high loads',
    ['latency_mean <= 70ms'],
    bathtub(32),
    { lower: { holds: 32, breaks: 16 }, upper: { holds: 32, breaks: 64 } },
  ],
  [
    'is found between two loads that miss different objectives',
    ['wake_probability <= 30%', 'latency_p99 <= 130ms'],
    { ...RISING, ...FALLING },
    {
      lower: { holds: expect.closeTo(1.29684, 5), breaks: expect.closeTo(1.189207, 6) },
      upper: { holds: expect.closeTo(1.29684, 5), breaks: expect.closeTo(Math.SQRT2, 6) },
    },
  ],
  [
    'is empty if the objectives require different loads',
    ['wake_probability <= 5%', 'latency_p99 <= 50ms'],
    { ...RISING, ...FALLING },
    undefined,
  ],
  [
    'contains all tested loads if nothing breaks',
    ['latency_p99 <= 10s'],
    { latency_p99: () => 1 },
    { lower: undefined, upper: undefined },
  ],
])('the range of loads that meet the objectives %s', async (_, constraints, curves, expected) => {
  const { range } = await found(constraints, curves);
  if (expected === undefined) expect(range).toBeUndefined();
  else expect(range).toMatchObject(expected);
});

it('the range of loads that meet the objectives may lie below the present load', async () => {
  const { range } = await found(['latency_mean <= 70ms'], bathtub(0.0625), 10_000);
  expect(range).toMatchObject({ upper: { holds: 0.0625, breaks: 0.125 } });
});

it('a search for loads takes few runs, and none of too few queries', async () => {
  const below = await found(['latency_p99 <= 30ms'], RISING);
  expect(below.tried).toEqual([1, 0.5, 0.25]);
  const impossible = await found(['latency_mean <= 90ms'], { latency_mean: (factor) => 100 + factor });
  expect([impossible.range, impossible.tried]).toEqual([undefined, [1, 0.5, 0.25, 0.125, 0.1]]);
  const endless = await found(['latency_p99 <= 10s'], { latency_p99: () => 1 });
  expect(endless.tried.at(-1)).toBe(1024);
  expect((await found(['wake_probability <= 50%'], FALLING)).tried.length).toBeLessThan(14);
});
