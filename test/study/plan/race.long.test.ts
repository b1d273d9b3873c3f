import { describe, expect, it } from 'vitest';
import type { FigureName } from '../../../src/figures/run-figures.js';
import { normalQuantile } from '../../../src/kernel/functions/normal.js';
import { randomStream } from '../../../src/kernel/random-stream.js';
import { binomialQuantile } from '../../../src/statistics/binomial.js';
import { answer } from '../../../src/study/engine/engine.js';
import { PlanRace } from '../../../src/study/plan/plan-race.js';
import { raceRules } from '../../../src/study/plan/race-rules.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { knownRuns, sampled } from './sampled-contenders.js';

/** The distribution of a candidate's figures: known means, and noise with a given deviation. */
type Truth = Partial<Record<FigureName, { readonly mean: number; readonly deviation: number }>>;

/** Repetitions of each race. */
const RACES = 120;

/** Draws instead of simulations: half of the variance is common to all candidates, as with the same arrivals. */
function drawnRuns(truths: readonly Truth[], race: number) {
  const stream = randomStream('race', race, 'runs', 'noise');
  const normal = () => normalQuantile(stream.uniform());
  const common: number[] = [];
  return knownRuns(({ index, whole }) => {
    common[whole.n] ??= normal();
    const noise = (common[whole.n]! + normal()) * Math.SQRT1_2;
    const drawn = Object.entries(truths[index]!).map(([name, of]) => [name, of.mean + of.deviation * noise]);
    return Object.fromEntries(drawn);
  });
}

/** The selected candidate of each of many races; `undefined` if none was selected. */
async function selected(truths: readonly Truth[], constraints: readonly string[] = [], limit = 1e6) {
  const winners: (number | undefined)[] = [];
  for (let race = 0; race < RACES; race++) {
    const rules = raceRules(
      { figure: 'wakes', sense: 'least' },
      constraints.map((text) => parseConstraint(text)),
      { confidence: 0.95, safety: 0.95 },
      truths.length,
      undefined,
    );
    const contenders = truths.map((_, index) => sampled(String(index), {}, { index }));
    const course = { limit, isExpensive: false };
    const winner = await answer(new PlanRace(contenders, course, rules, drawnRuns(truths, race)).run());
    winners.push(winner?.index);
  }
  return winners;
}

const wakes = (mean: number, deviation = 2): Truth => ({ wakes: { mean, deviation } });
const bounded = (objective: number, latency: number, deviation: number): Truth => ({
  wakes: { mean: objective, deviation: 0 },
  latency_p99: { mean: latency, deviation },
});
const FAST = ['latency_p99 <= 100ms'];
const share = (winners: readonly unknown[], of: readonly unknown[]): number =>
  winners.filter((winner) => of.includes(winner)).length;
/** If fewer of these races succeed, the probability is below 95 % with a confidence of 99.9 %. */
const LEAST = binomialQuantile(0.001, RACES, 0.95);
/** If more of these races fail, a probability of 5 % is exceeded. */
const MOST = binomialQuantile(0.999, RACES, 0.05);

describe('a race of candidates with known means', () => {
  it('a race selects the best candidate in the slippage configuration, where all others are worse by the indifference', async () => {
    const winners = await selected([...Array.from({ length: 9 }, () => wakes(101)), wakes(100)]);
    expect(share(winners, [9])).toBeGreaterThanOrEqual(LEAST);
  });

  it('a race selects a good candidate if many are within the indifference', async () => {
    const truths = [100.2, 100, 100.6, 101.5, 103, 110, 100.9].map((mean) => wakes(mean, 3));
    expect(share(await selected(truths), [0, 1, 2, 6])).toBeGreaterThanOrEqual(LEAST);
  });

  it('a race selects the best candidate if the worse ones vary more', async () => {
    const truths = [
      wakes(100, 1),
      ...[102, 104, 108, 116].map((mean, index) => wakes(mean, 4 * (index + 1))),
    ];
    expect(share(await selected(truths), [0])).toBeGreaterThanOrEqual(LEAST);
  });

  it('a race prefers a candidate that meets a bound by the indifference to a better one that misses it by as much', async () => {
    const truths = [bounded(80, 101, 5), bounded(90, 99, 5), bounded(100, 50, 5)];
    const winners = await selected(truths, FAST);
    expect(share(winners, [1])).toBeGreaterThanOrEqual(LEAST);
    expect(share(winners, [0])).toBeLessThanOrEqual(MOST);
  });

  it('a race selects a candidate exactly on its bound no more often than the safety allows', async () => {
    const winners = await selected([bounded(80, 100, 10), bounded(90, 60, 10)], FAST);
    expect(share(winners, [0])).toBeLessThanOrEqual(MOST);
    expect(share(winners, [0, 1])).toBe(RACES);
  });

  it('a race selects no candidate if all miss the bound by the indifference', async () => {
    const winners = await selected([bounded(80, 101, 5), bounded(90, 102, 5)], FAST);
    expect(share(winners, [undefined])).toBeGreaterThanOrEqual(LEAST);
  });

  it('a race stays within its budget, and selects only a safe candidate', async () => {
    const winners = await selected([bounded(80, 101, 20), bounded(90, 97, 20)], FAST, 30);
    expect(share(winners, [0])).toBeLessThanOrEqual(MOST);
    expect(share(winners, [undefined])).toBeGreaterThan(RACES / 2);
  });
});
