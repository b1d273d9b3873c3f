import { describe, expect, it } from 'vitest';
import { NOT_MEASURED, type RunFigures } from '../../../src/figures/run-figures.js';
import type { PlanResult } from '../../../src/study/plan/plan-result.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { judgeOf } from '../../../src/study/worlds/judged-run.js';
import { byPlan, inTurns, probeWorlds } from '../../../src/study/worlds/world-order.js';
import type { SeenInWorld, WorldRuns } from '../../../src/study/worlds/world-runs.js';
import { sampled } from '../plan/sampled-contenders.js';

const seen = (figures: Partial<RunFigures>, arrived = 9): SeenInWorld => ({
  figures: { ...NOT_MEASURED, ...figures },
  arrived,
});
const judgedBy = (figure: 'cost_usd' | 'success_rate', ...constraints: readonly string[]) =>
  judgeOf({
    objective: { figure },
    constraints: constraints.map(parseConstraint),
  } as unknown as PlanResult);

describe('a run in a world', () => {
  it('is compared by the objective, with its sign reversed if more is better', () => {
    expect(judgedBy('cost_usd')(seen({ cost_usd: 3 }))).toEqual({
      objective: 3,
      met: true,
      broken: [],
      excess: 0,
    });
    expect(judgedBy('success_rate')(seen({ success_rate: 0.9 })).objective).toBe(-0.9);
    expect(judgedBy('cost_usd')(seen({})).objective).toBe(0);
  });

  it('breaks constraints by a share of their bounds', () => {
    const judge = judgedBy('cost_usd', 'latency_p99 <= 200ms', 'cost_usd <= $4', 'success_rate >= 99%');
    const broken = judge(seen({ latency_p99: 300, cost_usd: 5, success_rate: 0.995 }));
    expect(broken.met).toBe(false);
    expect(broken.broken.map(({ constraint, value, excess }) => [constraint.figure, value, excess])).toEqual([
      ['latency_p99', 300, 0.5],
      ['cost_usd', 5, 0.25],
    ]);
    expect(broken.excess).toBe(0.5);
    expect(judge(seen({ latency_p99: 200, cost_usd: 4, success_rate: 0.99 })).met).toBe(true);
  });

  it('breaks a constraint on a figure that was not measured although queries arrived', () => {
    const judge = judgedBy('cost_usd', 'latency_p99 <= 200ms');
    expect(judge(seen({}))).toMatchObject({ met: false, excess: Number.POSITIVE_INFINITY });
    expect(judge(seen({}, 0)).met).toBe(true);
  });
});

/** Costs by world, and the amount beyond a bound. */
const runsOf = (rows: Readonly<Record<string, readonly (readonly [cost: number, excess?: number])[]>>) => ({
  runs: {
    seen: ({ name }: { name: string }, world: number) => rows[name]![world] as unknown,
  } as unknown as Pick<WorldRuns, 'seen'>,
  judge: (of: SeenInWorld) => {
    const [objective, excess = 0] = of as unknown as readonly [number, number?];
    return { objective, excess, met: excess === 0, broken: [] };
  },
});

describe('the worlds in which every candidate is simulated', () => {
  const probes = (...costs: readonly number[]) => {
    const { runs, judge } = runsOf({ today: costs.map((cost) => [cost]) });
    return probeWorlds(
      sampled('today', {}),
      costs.map((_, world) => world),
      judge,
      runs,
    );
  };

  it('are those in which today’s settings do best, average and worst', () => {
    expect(probes(5, 1, 9, 3, 7)).toEqual([1, 0, 2]);
    expect(probes(5, 5, 5, 5)).toEqual([0, 2, 3]);
  });

  it('are all worlds if there are not more', () => {
    expect(probes(5, 1)).toEqual([1, 0]);
    expect(probes(5)).toEqual([0]);
  });
});

describe('candidates that are simulated first', () => {
  const [today, ...others] = ['today', 'a', 'b', 'c'].map((name, index) =>
    sampled(name, {}, { index, today: name === 'today' }),
  );
  const all = [today!, ...others];

  it('are the best in the middle world, then those without a run', () => {
    const result = (sense: string) =>
      ({
        objective: { figure: 'cost_usd', sense },
        candidates: [
          { name: 'b', figures: { cost_usd: { mean: 1 } } },
          { name: 'a', figures: { cost_usd: { mean: 2 } } },
          { name: 'c', figures: { cost_usd: null } },
        ],
      }) as unknown as PlanResult;
    const names = (sense: string) => byPlan(result(sense), all.toReversed()).map(({ name }) => name);
    expect(names('least')).toEqual(['b', 'a', 'today', 'c']);
    expect(names('most')).toEqual(['a', 'b', 'today', 'c']);
  });

  it('are the best of each probed world in turn: by violations, by the objective, then by position', () => {
    const { runs, judge } = runsOf({
      today: [[9], [9]],
      a: [[1, 0.5], [9]],
      b: [[3], [4, Number.POSITIVE_INFINITY]],
      c: [[2], [4, Number.POSITIVE_INFINITY]],
    });
    const names = inTurns(all.toReversed(), [0, 1], judge, runs).map(({ name }) => name);
    // World 0: c, b, today, a; world 1: today, a, b, c.
    expect(names).toEqual(['c', 'today', 'b', 'a']);
  });
});
