import { describe, expect, it } from 'vitest';
import { NOT_MEASURED } from '../../../src/figures/run-figures.js';
import { Contender } from '../../../src/study/plan/contender.js';
import { judgeAll, staysAlike } from '../../../src/study/plan/race-judgement.js';
import { raceRules } from '../../../src/study/plan/race-rules.js';
import type { IdleSeen } from '../../../src/study/plan/whole-sample.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { quickSource } from '../quick-scenario.js';

const { scenario } = await compileVariant(quickSource());
const LEAST = { figure: 'cost_usd', sense: 'least' } as const;
const rulesOf = (text: string, replications?: number) =>
  raceRules(LEAST, [parseConstraint(text)], { confidence: 0.95, safety: 0.95 }, 4, replications);

/** What each run showed: cost, 99th percentile, share of wakes, and how much was needed at most. */
interface Shown {
  readonly cost: number;
  readonly p99?: number;
  readonly wakes?: number;
  readonly seen?: Partial<IdleSeen>;
}

function contender(
  [min, max, timeout]: readonly [number, number, number],
  runs: readonly Shown[],
  set: readonly string[] = [],
): Contender {
  const computes = [
    {
      ...scenario.computes[0]!,
      autoscaling_limit_min_cu: min,
      autoscaling_limit_max_cu: max,
      suspend_timeout_seconds: timeout,
    },
  ];
  const source = { ...quickSource(), set };
  const name = `${min} ${max} ${timeout}`;
  const made = new Contender(
    name,
    {},
    { index: 0, today: false },
    { scenario: { ...scenario, computes }, source },
  );
  for (const { cost, p99 = null, wakes = null, seen = {} } of runs) {
    const own: IdleSeen = {
      timeout_seconds: timeout < 0 ? Number.POSITIVE_INFINITY : timeout,
      suspends: 0,
      longest_idle_seconds: 10,
      suspended_seconds: 0,
      latency: { max: 1 },
      largest_goal_cu: 0.25,
      connections: { peak: 1 },
      may_suspend: timeout > 0,
      ...seen,
    };
    const figures = { ...NOT_MEASURED, cost_usd: cost, latency_p99: p99, wake_probability: wakes };
    made.whole.add({ figures, events: 1, arrived: 1000, seen: [own] });
  }
  return made;
}
const fates = (all: readonly Contender[]) => all.map(({ dropped }) => dropped?.fate);
const times = <Value>(count: number, value: Value): readonly Value[] =>
  Array.from({ length: count }, () => value);

describe('whoever did the same as another in one run', () => {
  const rules = rulesOf('wake_probability <= 0.5%');
  const never = () => contender([0.25, 0.25, -1], [{ cost: 1, wakes: 0 }]);

  it('does as that one in all runs in which neither timeout was reached, and stands for itself after a gap', () => {
    const without = times(5, { cost: 1, wakes: 0 });
    const gap = { cost: 1, wakes: 0.1, seen: { longest_idle_seconds: 300, suspends: 3 } };
    const [quiet, broken] = [without, [...without, ...times(5, gap)]].map((runs) =>
      contender([0.25, 0.25, 300], runs),
    );
    expect([staysAlike(never(), quiet!), staysAlike(never(), broken!)]).toEqual([true, false]);
    const all = [broken!, never()];
    judgeAll(all, undefined, rules, false);
    expect(fates(all)).toEqual([undefined, undefined]);
  });

  it.each([
    ['neither maximum was wanted', {}, true],
    ['the smaller one was wanted', { largest_goal_cu: 1 }, true],
    ['more was wanted than the smaller one', { largest_goal_cu: 1.25 }, false],
    ['nobody looked', { largest_goal_cu: undefined }, false],
    ['the smaller one would have run out of connections', { connections: { peak: 430 } }, false],
  ])('does as that one with another maximum where %s', (_, seen, alike) => {
    const shown = contender([0.25, 4, 300], [{ cost: 1 }, { cost: 1, seen }]);
    expect(staysAlike(contender([0.25, 1, 300], [{ cost: 1 }]), shown)).toBe(alike);
  });

  it('is not known to do as one with another minimum, or that differs in something else', () => {
    const shown = contender([0.25, 1, 300], [{ cost: 1 }]);
    const sized = ['computes.primary.autoscaling_limit_min_cu=0.5'];
    expect(staysAlike(contender([0.5, 1, 300], [], sized), shown)).toBe(false);
    expect(staysAlike(contender([0.25, 1, 300], [], ['load.web.rate=1/s']), shown)).toBe(false);
    expect(staysAlike(contender([0.25, 1, 300], []), contender([0.25, 4, 300], []))).toBe(true);
  });
});

describe('whoever seems far off in one run', () => {
  const rules = rulesOf('latency_p99 <= 1s');
  const leader = () =>
    contender(
      [1, 1, -1],
      [100, 101, 99].map((p99) => ({ cost: 1, p99 })),
    );
  const judged = (others: readonly Contender[], by = rules) => {
    const all = [leader(), ...others];
    judgeAll(all, undefined, by, true);
    return fates(all).slice(1);
  };

  it('is not out for its cost unless it can do as much as whoever costs less', () => {
    // A burst in its first run may be the only one in ten.
    const scaling = contender([0.25, 4, -1], [{ cost: 2, p99: 100 }]);
    const larger = contender([1, 4, -1], [{ cost: 2, p99: 100 }]);
    const elsewhere = contender([1, 4, -1], [{ cost: 2, p99: 100 }], ['load.web.connection.via=pooler']);
    expect(judged([scaling, larger, elsewhere])).toEqual([undefined, 'worse', undefined]);
    // Nor unless more runs of one that can do less bear it out.
    const tested = contender(
      [0.25, 2, -1],
      [2, 2.1, 1.9].map((cost) => ({ cost, p99: 100 })),
    );
    expect(judged([scaling, tested])).toEqual(['worse', 'worse']);
  });

  it('is not out for a bound unless one that can do as much misses it in more runs', () => {
    const once = contender([0.25, 0.25, -1], [{ cost: 0.3, p99: 60_000 }]);
    expect(judged([once])).toEqual([undefined]);
    const tested = contender(
      [0.25, 0.5, -1],
      [5000, 5100, 4900].map((p99) => ({ cost: 0.5, p99 })),
    );
    const better = contender(
      [0.5, 0.5, -1],
      [5000, 5100, 4900].map((p99) => ({ cost: 0.5, p99 })),
    );
    expect(judged([once, tested])).toEqual(['infeasible', 'infeasible']);
    expect(judged([contender([0.5, 1, -1], [{ cost: 0.3, p99: 60_000 }]), tested])).toEqual([
      undefined,
      'infeasible',
    ]);
    expect(judged([once, better])).toEqual(['infeasible', 'infeasible']);
  });

  it('is out where nobody is to have as many runs as a test takes', () => {
    const two = rulesOf('latency_p99 <= 1s', 2);
    expect(judged([contender([0.25, 0.25, -1], [{ cost: 0.3, p99: 60_000 }])], two)).toEqual(['infeasible']);
  });
});

describe('a share of queries that wait, of which there was none', () => {
  const bound = parseConstraint('wake_probability <= 0.1%');
  const probability = (timeout: number, runs: number) =>
    contender([0.25, 0.25, timeout], times(runs, { cost: 1, wakes: 0 })).whole.judge(bound, 0.95).probability;

  it('is no more than that of as many queries which would have shown some', () => {
    expect(probability(300, 3)).toBeCloseTo(1 - Math.exp(-3), 12);
    expect(probability(300, 10)).toBeCloseTo(1 - Math.exp(-10), 12);
  });

  it('is none for certain where the compute is never suspended', () => {
    expect(probability(-1, 2)).toBe(1);
  });
});
