import { describe, expect, it } from 'vitest';
import { type Combination, combinationsOf } from '../../../build/plan-validation/combination.js';
import { evaluateObjectives } from '../../../src/figures/objectives.js';
import type { RunFigures } from '../../../src/figures/run-figures.js';
import { plan } from '../../../src/study/plan/plan.js';
import { tableOf } from '../../table.js';
import { planQuestion } from '../plan-question.js';
import { sourceOf } from '../quick-scenario.js';

const REPLICATIONS = 10;
/** The relative difference below which the plan does not distinguish settings. */
const INDIFFERENCE = 0.01;

interface Row {
  readonly load: string;
  readonly seeds: number;
  readonly vary: readonly string[];
  readonly scenario: object;
}

const isUnfinished = ({ n }: Combination): boolean => n < REPLICATIONS;

/** Lower bound on the mean of a figure, which is never negative: the remaining replications count as 0. */
function leastMean(each: Combination, figure: keyof RunFigures): number {
  return each.n === 0 ? 0 : (each.mean(figure) * each.n) / REPLICATIONS;
}

/** Whether the means meet every objective, as a sweep judges; of an unfinished combination, whether they still may. */
function isFeasible(each: Combination): boolean {
  const { slo } = each.variant.scenario;
  const means = slo.map(({ objective }) => [objective, leastMean(each, objective)]);
  const figures = Object.fromEntries(means) as unknown as RunFigures;
  return evaluateObjectives(slo, figures, 1).every(({ met }) => met);
}

/**
 * Those that are feasible, and cheaper than a recommendation by more than the indifference of a plan. Every objective
 * here requires at most its target: once the sum of a combination is too high for it, or to be cheaper, its remaining
 * replications cannot change the result, and are skipped.
 */
async function better(all: readonly Combination[], recommended: Combination): Promise<readonly string[]> {
  const mayBeBetter = (each: Combination): boolean =>
    isFeasible(each) && leastMean(each, 'cost_usd') * (1 + INDIFFERENCE) < leastMean(recommended, 'cost_usd');
  for (const each of all) {
    while (isUnfinished(each) && mayBeBetter(each)) await each.run(each.n + 1);
  }
  return all.filter(mayBeBetter).map(({ name }) => name);
}

/**
 * Events of an exhaustive sweep. A replication has the same arrivals for every combination: missing replications are
 * assumed to have as many events, relative to the existing ones, as those of the recommendation.
 */
function eventsOfSweep(all: readonly Combination[], { events: own }: Combination): number {
  return total(all.map(({ events }) => (total(events) * total(own)) / total(own.slice(0, events.length))));
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/**
 * The strict meaning of "finds": the recommendation is a setting whose means over all ten replications meet every
 * objective in the exhaustive sweep, and its mean cost there is at most 1 % above the lowest of all such settings,
 * which is the difference below which a plan does not distinguish settings.
 */
describe('a plan finds the optimum of an exhaustive sweep with a quarter of its work', () => {
  const rows = tableOf<Row>(import.meta.url, 'plan-optimum.yaml');
  it.each(rows.map((row) => [row.load, row] as const))(
    'for %s',
    { timeout: 3_600_000 },
    async (load, row) => {
      const { seeds, vary, scenario } = row;
      for (let index = 1; index <= seeds; index++) {
        const source = { ...sourceOf(scenario), seed: String(index) };
        // As in a sweep, the mean over all replications decides.
        const budget = { queries: 5e8, replications: REPLICATIONS };
        const { recommendation, work } = await plan(source, planQuestion(vary, [], { safety: 0.5, budget }));
        expect(recommendation).not.toBeNull();
        const all = await combinationsOf(source, vary);
        const recommended = all.find((each) => each.name === recommendation)!;
        await recommended.run(REPLICATIONS);
        expect(isFeasible(recommended)).toBe(true);
        expect(await better(all, recommended)).toEqual([]);
        const sweep = eventsOfSweep(all, recommended);
        const share = (2 * work.searched_queries) / sweep;
        if (index === 1) {
          for (const each of all) await each.run(REPLICATIONS);
          expect(sweep / eventsOfSweep(all, recommended)).toBeCloseTo(1, 2);
        }
        console.info(`${load}, seed ${index}: ${recommendation}, ${(100 * share).toFixed(1)} % of a sweep`);
        expect(share).toBeLessThanOrEqual(0.25);
      }
    },
  );
});
