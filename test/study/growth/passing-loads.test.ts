import { expect, it } from 'vitest';
import { NOT_MEASURED } from '../../../src/figures/run-figures.js';
import { answer } from '../../../src/study/engine/engine.js';
import { lookOf, nextLoad, overloaded } from '../../../src/study/growth/load-look.js';
import { passingLoads } from '../../../src/study/growth/passing-loads.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import type { LevelRun, LoadLevel } from '../../../src/study/replicate/load-levels.js';
import { tableOf } from '../../table.js';
import { known } from '../known.js';

interface End {
  readonly holds: number;
  readonly breaks: number;
}

interface Range {
  readonly rule: string;
  readonly limits: readonly string[];
  readonly best?: number;
  /** Queries of a run at the present load. */
  readonly arriving?: number;
  readonly lower?: End;
  readonly upper?: End;
  readonly lower_why?: string;
  readonly upper_why?: string;
  readonly empty?: true;
  readonly tried?: readonly number[];
}

function levelOf(factor: number, figures: object, of_maximum = factor / 5000): LoadLevel {
  const resources = { of_maximum } as LevelRun['resources'];
  const run = { figures: { ...NOT_MEASURED, ...figures }, resources, weekday_use: undefined, left_out: 0 };
  return { factor, fidelity: 'exact', runs: [run] };
}

const RANGES = tableOf<Range>(import.meta.url, 'passing-loads.yaml');

it.each(RANGES.map((range) => [range.rule, range] as const))(
  'the range of loads that meet the objectives %s',
  async (_, { limits, best = 1, arriving = 1000, ...expected }) => {
    const tried: number[] = [];
    const pilot = (factor: number) => {
      if (!tried.includes(factor)) tried.push(factor);
      const figures = {
        queries_arrived: arriving * factor,
        latency_p99: 100 * factor,
        wake_probability: Math.exp(-factor),
        latency_mean: (31.6 * best) / factor + (31.6 * factor) / best,
        latency_p50: 100 + factor,
      };
      return known(() => levelOf(factor, figures));
    };
    const objectives = limits.map((text) => parseConstraint(text));
    const range = await answer(passingLoads(pilot, objectives, 0.95));
    expect(range === undefined).toBe(expected.empty === true);
    for (const end of ['lower', 'upper'] as const) {
      const { holds, breaks } = expected[end] ?? {};
      if (holds !== undefined) expect(range![end].bracket!.holds).toBeCloseTo(holds, 5);
      if (breaks !== undefined) expect(range![end].bracket!.breaks).toBeCloseTo(breaks, 5);
      const why = expected[`${end}_why`];
      if (why !== undefined) expect(range![end].why).toContain(why);
    }
    if (expected.tried !== undefined) expect(tried).toEqual(expected.tried);
    expect(tried.length).toBeLessThan(14);
  },
);

it.each([
  [0.4, 2, false],
  [0.6, 1.7, false],
  [0.949, 1.1, false],
  [0.95, 1.1, true],
  [3, 1.1, true],
])('the next load is twice it, or just beyond the largest size: %s of it now', (of_maximum, next, isOver) => {
  const look = lookOf(levelOf(3, { wakes: 1 }, of_maximum), [parseConstraint('wakes <= 20')], 0.95);
  expect(nextLoad(look)).toBeCloseTo(3 * next, 8);
  expect(overloaded(look)).toBe(isOver);
});
