import { describe, expect, it } from 'vitest';
import { FIGURE_NAMES, type FigureName, type RunFigures } from '../../../src/figures/run-figures.js';
import { normalQuantile } from '../../../src/kernel/normal.js';
import { type RandomStream, randomStream } from '../../../src/kernel/random-stream.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { binomialQuantile } from '../../../src/statistics/binomial.js';
import { answer } from '../../../src/study/engine/engine.js';
import type { Study } from '../../../src/study/engine/study.js';
import { Contender } from '../../../src/study/plan/contender.js';
import { PlanRace } from '../../../src/study/plan/plan-race.js';
import type { PlanObjective } from '../../../src/study/plan/plan-result.js';
import type { Measurement, WholeRuns } from '../../../src/study/plan/plan-runs.js';
import { raceRules } from '../../../src/study/plan/race-rules.js';
import { type Constraint, parseConstraint } from '../../../src/study/replicate/constraint.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { known } from '../known.js';
import { quickSource } from '../quick-scenario.js';

/** The distribution of a candidate's figures: known means, and noise with a given deviation. */
type Truth = Partial<Record<FigureName, { readonly mean: number; readonly deviation: number }>>;

const source = quickSource();
const { scenario } = await compileVariant(source);
const OBJECTIVE: PlanObjective = { figure: 'wakes', sense: 'least' };
/** Repetitions of each race. */
const RACES = 120;

/** Candidates in the order of the listing. */
function contendersOf(count: number, of: Scenario = scenario): readonly Contender[] {
  return Array.from(
    { length: count },
    (_, index) => new Contender(String(index), {}, { index, changes: 1 }, { scenario: of, source }),
  );
}

/** Draws instead of simulations: half of the variance is common to all candidates, as with the same arrivals. */
class DrawnRuns implements WholeRuns {
  readonly #truths: readonly Truth[];
  readonly #own: RandomStream;
  readonly #common: number[] = [];
  work = 0;
  best: string | undefined;

  constructor(truths: readonly Truth[], race: number) {
    this.#truths = truths;
    this.#own = randomStream('race', race, 'runs', 'noise');
  }

  workOf(): number {
    return 1;
  }

  measure(wanted: readonly Measurement[], limit: number): Study<number> {
    return known(() => {
      const before = this.work;
      for (const { contender, replications } of wanted) {
        while (contender.whole.n < replications && this.work < limit) {
          contender.whole.add({ figures: this.#drawn(contender), events: 1, arrived: 1 });
          this.work += 1;
        }
      }
      return this.work - before;
    });
  }

  #drawn({ index, whole }: Contender): RunFigures {
    this.#common[whole.n] ??= this.#normal();
    const noise = (this.#common[whole.n]! + this.#normal()) * Math.SQRT1_2;
    const none = Object.fromEntries(FIGURE_NAMES.map((name) => [name, null]));
    const drawn = Object.entries(this.#truths[index]!).map(([name, { mean, deviation }]) => [
      name,
      mean + deviation * noise,
    ]);
    return { ...none, ...Object.fromEntries(drawn) } as RunFigures;
  }

  #normal(): number {
    return normalQuantile(this.#own.uniform());
  }
}

/** The selected candidate of each of many races; `undefined` if none was selected. */
async function selected(
  truths: readonly Truth[],
  constraints: readonly Constraint[] = [],
  limit = 1e6,
): Promise<readonly (number | undefined)[]> {
  const winners: (number | undefined)[] = [];
  for (let number = 0; number < RACES; number++) {
    const rules = raceRules(
      OBJECTIVE,
      constraints,
      { confidence: 0.95, safety: 0.95 },
      truths.length,
      undefined,
    );
    const runs = new DrawnRuns(truths, number);
    const course = { limit, isExpensive: false, screening: undefined };
    const race = new PlanRace(contendersOf(truths.length), course, rules, runs);
    winners.push((await answer(race.run()))?.index);
  }
  return winners;
}

const wakes = (mean: number, deviation = 2): Truth => ({ wakes: { mean, deviation } });
const bounded = (objective: number, latency: number, deviation: number): Truth => ({
  wakes: { mean: objective, deviation: 0 },
  latency_p99: { mean: latency, deviation },
});
const share = (winners: readonly unknown[], of: readonly unknown[]): number =>
  winners.filter((winner) => of.includes(winner)).length;
/** If fewer of these races succeed, the probability is below 95 % with a confidence of 99.9 %. */
const LEAST = binomialQuantile(0.001, RACES, 0.95);
/** If more of these races fail, a probability of 5 % is exceeded. */
const MOST = binomialQuantile(0.999, RACES, 0.05);

describe('a race of candidates with known means', () => {
  it('selects the best in the slippage configuration, where all others are worse by the indifference', async () => {
    const winners = await selected([...Array.from({ length: 9 }, () => wakes(101)), wakes(100)]);
    expect(share(winners, [9])).toBeGreaterThanOrEqual(LEAST);
  });

  it('selects a good candidate if many are within the indifference', async () => {
    const truths = [100.2, 100, 100.6, 101.5, 103, 110, 100.9].map((mean) => wakes(mean, 3));
    expect(share(await selected(truths), [0, 1, 2, 6])).toBeGreaterThanOrEqual(LEAST);
  });

  it('selects the best if the worse ones vary more', async () => {
    const truths = [
      wakes(100, 1),
      ...[102, 104, 108, 116].map((mean, index) => wakes(mean, 4 * (index + 1))),
    ];
    expect(share(await selected(truths), [0])).toBeGreaterThanOrEqual(LEAST);
  });

  it('selects the one that meets a bound by the indifference, not the better one that misses it by as much', async () => {
    const constraints = [parseConstraint('latency_p99 <= 100ms')];
    const truths = [bounded(80, 101, 5), bounded(90, 99, 5), bounded(100, 50, 5)];
    const winners = await selected(truths, constraints);
    expect(share(winners, [1])).toBeGreaterThanOrEqual(LEAST);
    expect(share(winners, [0])).toBeLessThanOrEqual(MOST);
  });

  it('selects a candidate exactly on its bound no more often than the safety allows', async () => {
    const constraints = [parseConstraint('latency_p99 <= 100ms')];
    const winners = await selected([bounded(80, 100, 10), bounded(90, 60, 10)], constraints);
    expect(share(winners, [0])).toBeLessThanOrEqual(MOST);
    expect(share(winners, [0, 1])).toBe(RACES);
  });

  it('selects none if all miss the bound by the indifference', async () => {
    const constraints = [parseConstraint('latency_p99 <= 100ms')];
    const winners = await selected([bounded(80, 101, 5), bounded(90, 102, 5)], constraints);
    expect(share(winners, [undefined])).toBeGreaterThanOrEqual(LEAST);
  });

  it('stays within a budget, and then selects only a safe candidate', async () => {
    const constraints = [parseConstraint('latency_p99 <= 100ms')];
    const winners = await selected([bounded(80, 101, 20), bounded(90, 97, 20)], constraints, 30);
    expect(share(winners, [0])).toBeLessThanOrEqual(MOST);
    expect(share(winners, [undefined])).toBeGreaterThan(RACES / 2);
  });
});
