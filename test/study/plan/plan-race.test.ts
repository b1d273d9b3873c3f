import { describe, expect, it } from 'vitest';
import { FIGURE_NAMES, type FigureName, type RunFigures } from '../../../src/figures/run-figures.js';
import { answer } from '../../../src/study/engine/engine.js';
import type { Study } from '../../../src/study/engine/study.js';
import type { Contender } from '../../../src/study/plan/contender.js';
import { PlanRace } from '../../../src/study/plan/plan-race.js';
import type { PlanObjective } from '../../../src/study/plan/plan-result.js';
import type { Measurement, WholeRuns } from '../../../src/study/plan/plan-runs.js';
import { raceRules } from '../../../src/study/plan/race-rules.js';
import type { Expectation, Screening } from '../../../src/study/plan/screening.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { known } from '../known.js';
import { sampled } from './sampled-contenders.js';

/** The figures of every run of a candidate. */
type Truth = Partial<Record<FigureName, number>>;

const LEAST: PlanObjective = { figure: 'wakes', sense: 'least' };
const EVENTS = 10;

/** Runs with known results, and the list of requests: `b×3` means three runs of b. */
class KnownRuns implements WholeRuns {
  readonly #truths: Readonly<Record<string, Truth>>;
  readonly asked: string[] = [];
  work = 0;
  best: string | undefined;

  constructor(truths: Readonly<Record<string, Truth>>) {
    this.#truths = truths;
  }

  workOf(): number {
    return EVENTS;
  }

  measure(wanted: readonly Measurement[], limit: number): Study<number> {
    return known(() => this.#measured(wanted, limit));
  }

  #measured(wanted: readonly Measurement[], limit: number): number {
    this.asked.push(
      wanted.map(({ contender, replications }) => `${contender.name}×${replications}`).join(' '),
    );
    const before = this.work;
    for (const { contender, replications } of wanted) {
      while (contender.whole.n < replications && this.work + EVENTS <= limit) {
        const truth = this.#truths[contender.name]!;
        const figures = Object.fromEntries(FIGURE_NAMES.map((name) => [name, truth[name] ?? null]));
        contender.whole.add({ figures: figures as unknown as RunFigures, events: EVENTS, arrived: 1 });
        this.work += EVENTS;
      }
    }
    return (this.work - before) / EVENTS;
  }
}

interface Conditions {
  readonly objective?: PlanObjective;
  readonly constraints?: readonly string[];
  readonly limit?: number;
  readonly most?: number;
  readonly expected?: Partial<Screening>;
}

/** Races candidates to the end. */
async function raced(
  truths: Readonly<Record<string, Truth>>,
  { objective = LEAST, constraints = [], limit = 1e6, most, expected }: Conditions = {},
) {
  const contenders = Object.keys(truths).map((name, index) => sampled(name, {}, { index }));
  const parsed = constraints.map((text) => parseConstraint(text));
  const levels = { confidence: 0.95, safety: 0.95 };
  const rules = raceRules(objective, parsed, levels, contenders.length, most);
  const runs = new KnownRuns(truths);
  const screening = expected && {
    expected: () => undefined,
    estimate: () => undefined,
    least: () => Number.NEGATIVE_INFINITY,
    seen: () => undefined,
    tooSlow: () => undefined,
    ...expected,
  };
  const race = new PlanRace(
    contenders,
    { limit, isExpensive: screening !== undefined, screening },
    rules,
    runs,
  );
  const winner = (await answer(race.run()))?.name;
  const out = Object.fromEntries(
    contenders.flatMap(({ name, dropped }): [string, string][] =>
      dropped === undefined ? [] : [[name, `${dropped.fate}, ${dropped.evidence}: ${dropped.reason}`]],
    ),
  );
  return { winner, out, asked: runs.asked, rounds: race.rounds };
}

const wakes = (...values: readonly number[]) =>
  Object.fromEntries(values.map((value, index) => [[...'abcdefgh'][index]!, { wakes: value }]));
const slow = (value: number, latency_p99: number): Truth => ({ wakes: value, latency_p99 });
const worseThan = (name: string, evidence: string) =>
  `worse, ${evidence}: its wakes is no better than that of ${name}`;

describe('a race in which all runs of a candidate have the same figures', () => {
  it('runs every candidate once, then the best and the second best, until a test separates them', async () => {
    expect(await raced(wakes(5, 3, 4))).toEqual({
      winner: 'b',
      out: { a: worseThan('b', 'inferred'), c: worseThan('b', 'statistical') },
      asked: ['a×1 b×1 c×1', 'c×3 b×3'],
      rounds: [
        { replications: 1, candidates: 3, dropped: 0 },
        { replications: 3, candidates: 2, dropped: 1 },
      ],
    });
  });

  it('reverses the order if more is better', async () => {
    const { winner, asked } = await raced(wakes(5, 3, 4), { objective: { figure: 'wakes', sense: 'most' } });
    expect([winner, asked]).toEqual(['a', ['a×1 b×1 c×1', 'c×3 a×3']]);
  });

  it('selects the first of candidates with equal figures', async () => {
    const { winner, out } = await raced(wakes(3.1, 3, 3, 3.1));
    expect([winner, out]).toEqual([
      'b',
      {
        a: worseThan('b', 'statistical'),
        c: worseThan('b', 'statistical'),
        d: worseThan('b', 'statistical'),
      },
    ]);
  });

  it('runs eight at a time', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`c${index}`, { wakes: 10 + index }]),
    );
    const { winner, asked } = await raced(many);
    expect([winner, ...asked.slice(0, 2).map((wanted) => wanted.split(' ').length)]).toEqual(['c0', 8, 2]);
  });

  it('continues with candidates that meet the constraints first, and drops the distant others', async () => {
    const truths = { a: slow(1, 200), b: slow(2, 50), c: slow(3, 60) };
    const { winner, out, asked } = await raced(truths, { constraints: ['latency_p99 <= 100ms'] });
    expect([winner, asked.slice(0, 2)]).toEqual(['b', ['a×1 b×1 c×1', 'b×3']]);
    expect(out).toEqual({
      a: 'infeasible, inferred: latency_p99 is beyond latency_p99 <= 100ms',
      c: worseThan('b', 'inferred'),
    });
  });

  it('continues with the one that misses by the least if none meets them, and selects none', async () => {
    const truths = { a: slow(1, 109), b: slow(2, 105), c: slow(3, 108) };
    const { winner, out, asked } = await raced(truths, { constraints: ['latency_p99 <= 100ms'] });
    expect([winner, asked[1]]).toEqual([undefined, 'b×3']);
    expect(Object.values(out)).toEqual(
      Array(3).fill('infeasible, statistical: latency_p99 is beyond latency_p99 <= 100ms'),
    );
  });

  it('ends with its budget, and then selects none whose safety is unknown', async () => {
    const free = await raced(wakes(5, 3, 1), { limit: 2 * EVENTS });
    expect([free.winner, free.out]).toEqual(['b', {}]);
    const truths = { a: slow(1, 50), b: slow(2, 50) };
    const bound = await raced(truths, { constraints: ['latency_p99 <= 100ms'], limit: 2 * EVENTS });
    expect([bound.winner, bound.out]).toEqual([undefined, {}]);
  });

  it('makes no more runs of a candidate than allowed', async () => {
    const { winner, asked } = await raced(wakes(5, 5.001), { most: 2 });
    expect([winner, asked]).toEqual(['a', ['a×1 b×1', 'b×2 a×2']]);
  });
});

describe('a race with expensive complete runs', () => {
  /** The expected figures of each candidate from cheaper runs. */
  const expecting = (objectives: Readonly<Record<string, number>>, excess = 0): Partial<Screening> => ({
    expected({ name }: Contender): Expectation | undefined {
      const objective = objectives[name];
      return objective === undefined ? undefined : { objective, excess };
    },
  });

  it('runs two close candidates at a time, and none that is far behind', async () => {
    const expected = {
      ...expecting({ a: 100, b: 50, c: 50.01, d: 52, e: 80 }),
      tooSlow: ({ name }: Contender) => (name === 'a' ? 'it is too slow' : undefined),
    };
    expect(await raced(wakes(100, 50, 50.01, 52, 80, 70), { expected })).toMatchObject({
      winner: 'b',
      out: {
        a: 'infeasible, hybrid: it is too slow',
        c: worseThan('b', 'statistical'),
        d: worseThan('b', 'statistical'),
        f: worseThan('b', 'inferred'),
      },
      // A candidate without a cheaper run comes after them; two complete runs are worth a cheaper one.
      asked: ['b×1 c×1', 'f×1', 'c×2 b×2', 'c×3 b×3', 'd×1', 'd×2 b×3', 'd×3 b×3'],
    });
  });

  it('runs the candidates that miss the constraints by the least first, even if they are not close', async () => {
    const excesses: Readonly<Record<string, number>> = { a: 0.3, b: 0.1, c: 0.2 };
    const expected: Partial<Screening> = {
      expected: ({ name }) => ({ objective: 10, excess: excesses[name]! }),
    };
    const truths = { a: slow(1, 130), b: slow(2, 110), c: slow(3, 120) };
    const { winner, asked } = await raced(truths, {
      expected,
      constraints: ['latency_p99 <= 100ms'],
      limit: 3 * EVENTS,
    });
    expect([winner, asked[0]]).toEqual([undefined, 'b×1 c×1']);
  });

  it('keeps the last of the budget for a second run of the probable best', async () => {
    const { winner, asked } = await raced(
      { a: slow(1, 50), b: slow(1.05, 50) },
      {
        expected: expecting({ a: 1, b: 1.05 }),
        constraints: ['latency_p99 <= 100ms'],
        limit: 2 * EVENTS,
      },
    );
    expect([winner, asked.slice(0, 2)]).toEqual(['a', ['a×1 b×1', 'a×2']]);
  });

  it('rules out a candidate without a run by related candidates', async () => {
    const expected: Partial<Screening> = {
      ...expecting({ a: 50, b: 90 }),
      least: ({ name }) => (name === 'b' ? 80 : Number.NEGATIVE_INFINITY),
    };
    const { winner, out } = await raced(wakes(50, 90), { expected });
    expect(winner).toBe('a');
    expect(out['b']).toBe(
      'bounded, hybrid: its wakes is at least 80.0, as cheaper settings show, no better than that of a',
    );
  });
});
