import { describe, expect, it } from 'vitest';
import type { RunFigures } from '../../../src/figures/run-figures.js';
import { answer } from '../../../src/study/engine/engine.js';
import { bracketOf, loadBetween } from '../../../src/study/growth/breaking-load.js';
import {
  fidelityFor,
  hybridPays,
  type Look,
  leastFactor,
  lookingAt,
  lookOf,
  nextLoad,
  overloaded,
  stepDown,
  stepUp,
  worseBy,
} from '../../../src/study/growth/load-look.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import type { LevelRun, LoadLevel, LoadLevels } from '../../../src/study/replicate/load-levels.js';
import { known } from '../known.js';

/** A level whose only run showed these figures. */
function level(factor: number, figures: Partial<RunFigures> = {}, of_maximum = 0): LoadLevel {
  const run = { figures: { queries_arrived: 1000, ...figures }, resources: { of_maximum } };
  return { factor, fidelity: 'exact', runs: [run as unknown as LevelRun] };
}

const look = (text: string, of: LoadLevel): Look => lookOf(of, [parseConstraint(text)], 0.95);
const at = (...of: Parameters<typeof level>) => look('wakes <= 20', level(...of));

describe('the next load that is looked at', () => {
  it.each([
    [0, 2],
    [0.4, 2],
    [0.6, 1.7],
    [1, 1.1],
    [3, 1.1],
  ])(
    'is twice the load, or just beyond what the largest size could serve: %s of it now',
    (of_maximum, next) => {
      expect(nextLoad(at(1, {}, of_maximum))).toBeCloseTo(next, 9);
      expect(nextLoad(at(3, {}, of_maximum))).toBeCloseTo(3 * next, 8);
    },
  );

  it('is none beyond a thousand times the load, or where a run would be too long', () => {
    expect(stepUp(at(512))).toEqual({ factor: 1024 });
    expect(stepUp(at(1024))).toEqual({ why: 'all objectives are met up to 1024 times the load' });
    expect(stepUp(at(2, { queries_arrived: 150e6 }))).toEqual({ factor: 4 });
    expect(stepUp(at(2.3456, { queries_arrived: 151e6 }))).toEqual({
      why: 'all objectives are met at 2.35 times the load, and a run of more would be of over 300 million queries; use a shorter duration',
    });
  });

  it('is no smaller than one with queries enough to tell', () => {
    expect([50, 100, 1000, 1e6].map((queries_arrived) => leastFactor(level(1, { queries_arrived })))).toEqual(
      [1, 1, 0.1, 1 / 1024],
    );
    const down = stepDown(4, at(2));
    expect([down(at(2)), down(at(0.6))]).toEqual([{ factor: 0.5 }, { factor: 0.2 }]);
    expect(down(at(0.2))).toEqual({
      why: 'all objectives are met down to 0.2 times the load; of less a run has too few queries to tell',
    });
  });

  it('is overloaded from nineteen twentieths of what can be served', () => {
    expect([0.949, 0.95].map((of_maximum) => overloaded(at(1, {}, of_maximum)))).toEqual([false, true]);
  });
});

describe('an objective at two loads', () => {
  const worse = (text: string, before: number | null, after: number | null) => {
    const of = (wakes: number | null) => look(text, level(1, { wakes } as Partial<RunFigures>));
    return worseBy(of(before), of(after), 0);
  };

  it('is worse by the logarithm of how much further beyond its bound it is', () => {
    expect(worse('wakes <= 20', 10, 40)).toBeCloseTo(Math.log(4), 12);
    expect(worse('wakes >= 20', 10, 40)).toBeCloseTo(-Math.log(4), 12);
  });

  it('is worse beyond measure where one of them is', () => {
    expect(worse('wakes <= 20', 0, 10)).toBe(Number.POSITIVE_INFINITY);
    expect(worse('wakes <= 20', 10, 0)).toBe(Number.NEGATIVE_INFINITY);
    expect(worse('wakes <= 20', 10, null)).toBe(Number.POSITIVE_INFINITY);
    expect(worse('wakes <= 20', null, null)).toBe(0);
  });

  it('goes by the figure where both are beyond measure', () => {
    expect([worse('wakes <= 0', 1, 3), worse('wakes <= 0', 3, 1), worse('wakes <= 0', 3, 3)]).toEqual([
      1, -1, 0,
    ]);
    const shares = (before: number, after: number) => {
      const of = (success_rate: number) => look('success_rate >= 100%', level(1, { success_rate }));
      return worseBy(of(before), of(after), 0);
    };
    expect([shares(0.9, 0.5), shares(0.5, 0.9)]).toEqual([1, -1]);
    expect(worse('wakes <= 0', 3, null)).toBe(0);
  });

  it('is missed where it is beyond its bound', () => {
    const both = ['wakes <= 20', 'latency_p99 <= 1s'].map((text) => parseConstraint(text));
    const missed = (wakes: number, latency_p99: number) => [
      ...lookOf(level(1, { wakes, latency_p99 }), both, 0.95).missed,
    ];
    expect([missed(20, 1000), missed(21, 1000), missed(20, 1001)]).toEqual([[], [0], [1]]);
  });
});

describe('what levels say of an end', () => {
  const levels = [1, 2, 4, 8].map((factor) => level(factor));
  const missedAt =
    (...factors: readonly number[]) =>
    ({ factor }: LoadLevel) =>
      factors.includes(factor) ? 1 : 0;

  it.each([
    ['upper' as const, [4, 8], { holds: 2, breaks: 4 }],
    ['upper' as const, [1], { holds: undefined, breaks: 1 }],
    ['upper' as const, [], { holds: 8, breaks: undefined }],
    ['lower' as const, [1, 2], { holds: 4, breaks: 2 }],
    ['lower' as const, [8], { holds: undefined, breaks: 8 }],
    ['lower' as const, [], { holds: 1, breaks: undefined }],
  ])('%s: missed at %j', (end, factors, bracket) => {
    expect(bracketOf(levels, missedAt(...factors), end)).toEqual(bracket);
  });

  it('is where a straight line on a logarithmic scale crosses the bound, or in the middle', () => {
    const between = (low: number, high: number) =>
      loadBetween(levels, { holds: 1, breaks: 4 }, ({ factor }) => (factor === 1 ? low : high));
    expect(between(-1, 1)).toBeCloseTo(2, 12);
    expect(between(-1, 3)).toBeCloseTo(Math.SQRT2, 12);
    expect(between(Number.NEGATIVE_INFINITY, 3)).toBeCloseTo(2, 12);
    expect(between(-3, Number.POSITIVE_INFINITY)).toBeCloseTo(2, 12);
  });
});

it('loads are looked at exactly where few queries come, and at hybrid fidelity elsewhere', async () => {
  const asked: (string | undefined)[] = [];
  const levels = {
    at: (factor: number, _replications: number, fidelity?: string) =>
      known(() => {
        asked.push(fidelity);
        return level(factor, { queries_arrived: 1e6 * factor });
      }),
  } as unknown as LoadLevels;
  const looks = lookingAt(levels, fidelityFor(1));
  for (const factor of [0.99, 1, 1.01]) await answer(looks(factor, 1));
  await answer(lookingAt(levels, fidelityFor(1, 'hybrid'))(1, 1));
  expect(asked).toEqual(['exact', 'exact', 'hybrid', 'hybrid']);
});

describe('whether hybrid fidelity saves enough near a load', () => {
  const hybrid = (factor: number, left_out: number, cost_usd: number | null = 1): LoadLevel => {
    const run = { figures: { cost_usd }, left_out };
    return { factor, fidelity: 'hybrid', runs: [run as unknown as LevelRun] };
  };

  it('is what the closest look at that fidelity says that came to its end', () => {
    const looks = [hybrid(2, 0.45), hybrid(8, 0.8), hybrid(16, 0.1, null)];
    expect(hybridPays(looks, 3)).toBe(false);
    expect(hybridPays(looks, 5)).toBe(true);
    expect(hybridPays(looks, 16)).toBe(true);
  });

  it('is to be seen where no such look has been made', () => {
    expect(hybridPays([level(1, { cost_usd: 1 }), hybrid(4, 0.1, null)], 2)).toBe(true);
  });
});
