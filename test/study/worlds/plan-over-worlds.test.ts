import { describe, expect, it } from 'vitest';
import type { PlanResult } from '../../../src/study/plan/plan-result.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { drawWorlds } from '../../../src/study/worlds/draw-worlds.js';
import type { Judged } from '../../../src/study/worlds/judged-run.js';
import { planOverWorlds } from '../../../src/study/worlds/plan-worlds-findings.js';
import type { SeenInWorld, WorldRuns } from '../../../src/study/worlds/world-runs.js';
import { compiled, exampleLoad } from '../../scenario/example.js';
import { sampled } from '../plan/sampled-contenders.js';

const WORLDS = 4;
const SLOW = parseConstraint('latency_p99 <= 200ms');
const RESIZED = parseConstraint('resizes <= 10');

const scenario = await compiled({ load: [exampleLoad({ rate: { between: ['1/h', '100/h'] } })] });
const worldsOf = () => drawWorlds(scenario, WORLDS);

/** The result of a candidate in each world; `broken` if it breaks a constraint there. */
type Row = readonly { readonly objective: number; readonly broken?: Judged['broken'] }[];

const plain = (...objectives: readonly number[]): Row => objectives.map((objective) => ({ objective }));
const slow = (value: number | null, excess: number) => ({ constraint: SLOW, value, excess });

/** Costs in four worlds. `cheap` breaks constraints in three, `tight` in the last, `expensive` in the last two. */
const ROWS: Readonly<Record<string, Row>> = {
  today: plain(2, 9, 6, 4),
  tight: [...plain(5, 4, 6), { objective: 1, broken: [slow(300, 0.5)] }],
  cheap: [
    { objective: 1 },
    { objective: 1, broken: [{ constraint: RESIZED, value: 12, excess: 0.2 }, slow(220, 0.1)] },
    { objective: 1, broken: [slow(null, Number.POSITIVE_INFINITY)] },
    { objective: 1, broken: [slow(400, 1)] },
  ],
  even: plain(4, 7, 9, 7),
  expensive: [
    ...plain(9, 9),
    { objective: 9, broken: [slow(220, 0.1)] },
    { objective: 9, broken: [slow(220, 0.1)] },
  ],
};

function found(
  over: {
    readonly sense?: 'least' | 'most';
    readonly rows?: Readonly<Record<string, Row>>;
    readonly unseen?: readonly string[];
  } = {},
) {
  const { sense = 'least', rows = ROWS, unseen = [] } = over;
  const names = [...Object.keys(rows), ...unseen];
  const order = names.map((name, index) =>
    sampled(name, {}, { index, today: name === 'today', settings: { max: name } }),
  );
  const runs = {
    seen: ({ name }: { name: string }, world: number) => rows[name]![world] as unknown as SeenInWorld,
    isComplete: ({ name }: { name: string }) => !unseen.includes(name),
    fidelity: 'hybrid',
    runs: 20,
    work: 345,
  } as unknown as WorldRuns;
  const judge = (seen: SeenInWorld): Judged => {
    const { objective, broken = [] } = seen as unknown as Row[number];
    return { objective, broken, met: broken.length === 0, excess: 0 };
  };
  const result = {
    recommendation: 'tight',
    safety: 0.75,
    objective: { figure: 'cost_usd', sense },
  } as unknown as PlanResult;
  return planOverWorlds({ scenario, result, worlds: worldsOf(), order, judge }, runs);
}

const order = (of: ReturnType<typeof found>) => of.candidates.map(({ name, fate }) => `${name}: ${fate}`);

describe('a choice over worlds', () => {
  it('has the least regret among candidates that meet the constraints in enough worlds', () => {
    // The best are 1, 4, 6 and 4: of those that meet the constraints, and of equals the first.
    const expected = found({ unseen: ['late'] });
    expect(expected).toMatchObject({
      worlds: 4,
      possible_worlds: 4,
      least_worlds_met: 3,
      choice: 'tight',
      looked_at: 5,
      candidates_allowed: 6,
      fidelity: 'hybrid',
      runs: 20,
      queries: 345,
    });
    expect(order(expected)).toEqual([
      'tight: least_regret',
      'today: more_regret',
      'even: more_regret',
      'expensive: refused',
      'cheap: refused',
      'late: not_looked_at',
    ]);
  });

  it('has the regret, the spread and the broken constraints of every candidate', () => {
    const { candidates } = found({ unseen: ['late'] });
    const of = (name: string) => candidates.find((each) => each.name === name)!;
    expect(of('tight')).toMatchObject({
      settings: { max: 'tight' },
      today: false,
      best_of_middle: true,
      worlds_met: 3,
      regret: { mean: 1, greatest: 4, world: 1 },
      objective: { least: 1, greatest: 6, mean: 4 },
      broken: [{ constraint: SLOW.text, figure: 'latency_p99', worlds: 1, worst: 300, worst_world: 4 }],
    });
    expect(of('today')).toMatchObject({
      today: true,
      best_of_middle: false,
      worlds_met: 4,
      regret: { mean: 1.5, greatest: 5, world: 2 },
      broken: [],
    });
    // Candidates that break constraints in most worlds come first; the worst world is one without any answer.
    expect(of('cheap').broken).toEqual([
      { constraint: SLOW.text, figure: 'latency_p99', worlds: 3, worst: null, worst_world: 3 },
      { constraint: RESIZED.text, figure: 'resizes', worlds: 1, worst: 12, worst_world: 2 },
    ]);
    expect(of('late')).toEqual({
      name: 'late',
      settings: { max: 'late' },
      today: false,
      best_of_middle: false,
      fate: 'not_looked_at',
      worlds_met: null,
      regret: null,
      objective: null,
      broken: [],
    });
  });

  it('names the best candidate of each world, and the result of the choice there', () => {
    const { outcomes, inputs, chance } = found();
    expect(outcomes.map(({ world, best }) => [world, best])).toEqual([
      [1, 'cheap'],
      [2, 'tight'],
      [3, 'today'],
      [4, 'today'],
    ]);
    expect(outcomes.map((each) => each.best_objective)).toEqual([1, 4, 6, 4]);
    expect(outcomes.map((each) => each.choice_objective)).toEqual([5, 4, 6, 1]);
    expect(outcomes.map((each) => each.choice_regret)).toEqual([4, 0, 0, 0]);
    expect(outcomes.map((each) => each.inputs['load.web.rate'])).toEqual(
      worldsOf().map(({ set }) => set[0]!.replace('load.web.rate=', '')),
    );
    expect(inputs).toHaveLength(1);
    expect(inputs[0]).toMatchObject({ path: 'load.web.rate', low: '1/h', high: '100/h' });
    expect(chance).toBeCloseTo(2 / Math.sqrt(3), 12);
  });

  it('shows figures for which more is better with their sign', () => {
    const rows = { today: plain(-2, -1, -1, -1), tight: plain(-1, -3, -1, -2) };
    const { choice, candidates, outcomes } = found({ sense: 'most', rows });
    expect(choice).toBe('tight');
    expect(candidates[0]!.objective).toMatchObject({ least: 1, greatest: 3 });
    expect(outcomes[0]).toMatchObject({
      best: 'today',
      best_objective: 2,
      choice_objective: 1,
      choice_regret: 1,
    });
  });

  it('is none if no candidate meets the constraints: the influences on today’s settings are reported', () => {
    const broken = [slow(300, 0.5)];
    const values = worldsOf().map((world) => world.values[0]!);
    const rows = {
      tight: values.map((value) => ({ objective: -value, broken })),
      today: values.map((value) => ({ objective: value, broken })),
    };
    const none = found({ rows });
    expect(none).toMatchObject({ choice: null, possible_worlds: 0 });
    expect(none.candidates.map(({ fate, regret, worlds_met }) => [fate, regret, worlds_met])).toEqual([
      ['refused', null, 0],
      ['refused', null, 0],
    ]);
    expect(none.inputs[0]!.rank_correlation).toBeCloseTo(1, 12);
    expect(none.outcomes[0]).toMatchObject({
      best: null,
      best_objective: null,
      choice_objective: null,
      choice_regret: null,
    });
  });
});
