import { describe, expect, it } from 'vitest';
import { NOT_MEASURED, type RunFigures } from '../../../src/figures/run-figures.js';
import type { PlanResult } from '../../../src/study/plan/plan-result.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { judgeOf } from '../../../src/study/worlds/judged-run.js';
import { regretsOf, type WorldFigure } from '../../../src/study/worlds/regret.js';
import { inTurns } from '../../../src/study/worlds/world-order.js';
import { sampled } from '../plan/sampled-contenders.js';

const met = (...objectives: readonly number[]): readonly WorldFigure[] =>
  objectives.map((objective) => ({ objective, met: true }));

/** Costs in three worlds, worked by hand: the best are 2, 4 and 3. */
const COSTS = [met(2, 9, 6), met(5, 4, 6), met(6, 6, 3), met(4, 6, 5)];

describe('regret', () => {
  it('is the loss compared with the best of each world; the least mean wins, of equals the first', () => {
    const { best, regrets, possible, choice } = regretsOf(COSTS, 1);
    expect([best, possible]).toEqual([[0, 1, 2], 3]);
    expect(regrets).toMatchObject([
      { by_world: [0, 5, 3], greatest: 5, at: 1 },
      { by_world: [3, 0, 3], greatest: 3, mean: 2 },
      { by_world: [4, 2, 0], greatest: 4, mean: 2 },
      { by_world: [2, 2, 2], greatest: 2, mean: 2 },
    ]);
    expect(choice).toBe(1);
  });

  it('excludes worlds in which no candidate meets the constraints', () => {
    const broken = COSTS.map((own) => own.map((each, world) => ({ ...each, met: world !== 1 })));
    expect(regretsOf(broken, 1)).toMatchObject({
      best: [0, undefined, 2],
      possible: 2,
      least_met: 2,
      choice: 0,
    });
    expect(regretsOf(broken, 1).regrets[0]).toMatchObject({
      by_world: [0, null, 3],
      mean: 1.5,
      greatest: 3,
      at: 2,
      met: 2,
    });
    const none = COSTS.map((own) => own.map((each) => ({ ...each, met: false })));
    expect(regretsOf(none, 0.95)).toMatchObject({ possible: 0, choice: undefined });
  });

  it('does not reward breaking a constraint, and rules out candidates beyond the safety', () => {
    const cheap = [{ objective: 1, met: false }, ...met(1, 1, 1)];
    const safe = met(3, 2, 2, 2);
    expect(regretsOf([cheap, safe], 0.95)).toMatchObject({ least_met: 4, choice: 1 });
    const loose = regretsOf([cheap, safe], 0.75);
    expect(loose).toMatchObject({ least_met: 3, choice: 0 });
    expect(loose.regrets[0]!.by_world).toEqual([0, 0, 0, 0]);
  });
});

describe('a run in a world', () => {
  const judged = (
    figure: 'cost_usd' | 'success_rate',
    constraints: readonly string[],
    figures: Partial<RunFigures>,
    arrived = 9,
  ) => {
    const question = { objective: { figure }, constraints: constraints.map(parseConstraint) };
    const seen = { figures: { ...NOT_MEASURED, ...figures }, arrived };
    return judgeOf(question as unknown as PlanResult)(seen);
  };

  it('is compared by the objective, with its sign reversed if more is better', () => {
    expect(judged('cost_usd', [], { cost_usd: 3 })).toEqual({
      objective: 3,
      met: true,
      broken: [],
      excess: 0,
    });
    expect(judged('success_rate', [], { success_rate: 0.9 }).objective).toBe(-0.9);
    expect(judged('cost_usd', [], {}).objective).toBe(0);
  });

  it('breaks constraints by a share of their bounds', () => {
    const limits = ['latency_p99 <= 200ms', 'cost_usd <= $4', 'success_rate >= 99%'];
    const of = (latency_p99: number, cost_usd: number, success_rate: number) =>
      judged('cost_usd', limits, { latency_p99, cost_usd, success_rate });
    expect(of(300, 5, 0.995)).toMatchObject({
      met: false,
      excess: 0.5,
      broken: [
        { constraint: { figure: 'latency_p99' }, value: 300, excess: 0.5 },
        { constraint: { figure: 'cost_usd' }, value: 5, excess: 0.25 },
      ],
    });
    expect(of(200, 4, 0.99).met).toBe(true);
  });

  it('breaks a constraint on a figure that was not measured although queries arrived', () => {
    const limits = ['latency_p99 <= 200ms'];
    expect(judged('cost_usd', limits, {})).toMatchObject({ met: false, excess: Number.POSITIVE_INFINITY });
    expect(judged('cost_usd', limits, {}, 0).met).toBe(true);
  });
});

it('candidates are simulated in turns: the best of each probed world, by violations, then by the objective', () => {
  const rows: Readonly<Record<string, readonly (readonly [cost: number, excess?: number])[]>> = {
    today: [[9], [9]],
    a: [[1, 0.5], [9]],
    b: [[3], [4, Number.POSITIVE_INFINITY]],
    c: [[2], [4, Number.POSITIVE_INFINITY]],
  };
  const runs = { seen: ({ name }: { name: string }, world: number) => rows[name]![world] as never };
  const judge = (of: unknown) => {
    const [objective, excess = 0] = of as readonly [number, number?];
    return { objective, excess, met: excess === 0, broken: [] };
  };
  const all = Object.keys(rows).map((name, index) => sampled(name, {}, { index, today: name === 'today' }));
  // World 0: c, b, today, a; world 1: today, a, b, c.
  const names = inTurns(all.toReversed(), [0, 1], judge, runs).map(({ name }) => name);
  expect(names).toEqual(['c', 'today', 'b', 'a']);
});
