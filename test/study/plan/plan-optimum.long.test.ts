import { describe, expect, it } from 'vitest';
import { evaluateObjectives } from '../../../src/figures/objectives.js';
import { type FigureName, type RunFigures, runFigures } from '../../../src/figures/run-figures.js';
import { ScenarioError } from '../../../src/scenario/document/diagnostic.js';
import { combinations, parseAxis } from '../../../src/study/compare/sweep-axis.js';
import { plan } from '../../../src/study/plan/plan.js';
import { compileVariant, type ScenarioSource } from '../../../src/study/runs/scenario-source.js';
import { runVariant, type Variant } from '../../../src/study/runs/variant.js';
import { BUSY, DAILY, type SmallPlan, SPARSE } from './plan-scenarios.js';

const REPLICATIONS = 10;
/** The relative difference below which the plan does not distinguish settings. */
const INDIFFERENCE = 0.01;

/** All replications of one combination, made one by one as complete runs, regardless of the plan. */
class Candidate {
  readonly name: string;
  readonly #variant: Variant;
  /** The events of each replication made so far. */
  readonly events: number[] = [];
  /** Lower bound on the mean of each relevant figure: the remaining replications count as 0. */
  readonly least: Partial<Record<FigureName, number>>;

  private constructor(name: string, variant: Variant) {
    this.name = name;
    this.#variant = variant;
    const objectives = variant.scenario.slo.map(({ objective }) => [objective, 0]);
    this.least = Object.fromEntries([['cost_usd', 0], ...objectives]);
  }

  /** @returns `undefined` if the scenario forbids the settings */
  static async of(
    source: ScenarioSource,
    settings: Readonly<Record<string, string>>,
  ): Promise<Candidate | undefined> {
    const set = Object.entries(settings).map(([path, value]) => `${path}=${value}`);
    try {
      return new Candidate(set.join(' '), await compileVariant({ ...source, set }));
    } catch (error) {
      if (error instanceof ScenarioError) return undefined;
      throw error;
    }
  }

  /** Whether there are replications left. */
  get unfinished(): boolean {
    return this.events.length < REPLICATIONS;
  }

  /** Whether its means meet every objective, as judged by a sweep; while it is unfinished, whether they still may. */
  get feasible(): boolean {
    return evaluateObjectives(this.#variant.scenario.slo, this.least as RunFigures, 1).every(
      ({ met }) => met,
    );
  }

  async runNext(): Promise<void> {
    const run = await runVariant(this.#variant, { replication: this.events.length });
    const figures = runFigures(run);
    this.events.push(run.observations.events_fired);
    for (const name of Object.keys(this.least) as FigureName[]) {
      this.least[name]! += figures[name]! / REPLICATIONS;
    }
  }
}

/** Every allowed combination. */
async function candidates({ source, vary }: SmallPlan, seed: string): Promise<readonly Candidate[]> {
  const settings = [...combinations(vary.map(parseAxis))];
  const all = await Promise.all(settings.map((each) => Candidate.of({ ...source, seed }, each)));
  return all.filter((candidate) => candidate !== undefined);
}

/**
 * Those that are feasible, and cheaper than a recommendation by more than the indifference of a plan.
 *
 * No relevant figure is ever negative, and every objective here requires at most its target. If the sum of a
 * combination is already too high for an objective, or to be cheaper, its remaining replications cannot change
 * the result, and are skipped.
 */
async function better(all: readonly Candidate[], recommended: Candidate): Promise<readonly string[]> {
  const mayBeBetter = ({ feasible, least }: Candidate): boolean =>
    feasible && least.cost_usd! * (1 + INDIFFERENCE) < recommended.least.cost_usd!;
  for (const candidate of all) {
    while (candidate.unfinished && mayBeBetter(candidate)) await candidate.runNext();
  }
  return all.filter(mayBeBetter).map(({ name }) => name);
}

/**
 * Events of an exhaustive sweep. A replication has the same arrivals for every combination. Missing replications are
 * assumed to have as many events, relative to the existing ones, as those of the recommendation.
 */
function eventsOfSweep(all: readonly Candidate[], recommended: Candidate): number {
  const whole = total(recommended.events);
  return total(
    all.map(({ events }) => (total(events) * whole) / total(recommended.events.slice(0, events.length))),
  );
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

const QUESTION = {
  objective: 'cost_usd',
  constraints: [],
  compute: undefined,
  growth: [],
  sensitivity: false,
  confidence: 0.95,
  // As in a sweep, the mean over all replications decides.
  safety: 0.5,
  budget: { queries: 5e8, replications: REPLICATIONS },
} as const;

/**
 * The strict meaning of "finds": the recommendation is a setting whose means over all ten replications meet every
 * objective in the exhaustive sweep, and its mean cost there is at most 1 % above the lowest of all such settings,
 * which is the difference below which a plan does not distinguish settings.
 */
describe('a plan finds the optimum of an exhaustive sweep with a quarter of its work', () => {
  it.each([
    { small: SPARSE, seeds: 10 },
    { small: BUSY, seeds: 5 },
    { small: DAILY, seeds: 5 },
  ])('$small.name, over $seeds seeds', { timeout: 3_600_000 }, async ({ small, seeds }) => {
    for (let index = 1; index <= seeds; index++) {
      const seed = String(index);
      const { recommendation, work } = await plan(
        { ...small.source, seed },
        { ...QUESTION, vary: small.vary },
      );
      expect(recommendation).not.toBeNull();
      const all = await candidates(small, seed);
      const recommended = all.find(({ name }) => name === recommendation)!;
      while (recommended.unfinished) await recommended.runNext();
      expect(recommended.feasible).toBe(true);
      expect(await better(all, recommended)).toEqual([]);
      const sweep = eventsOfSweep(all, recommended);
      const share = (2 * work.searched_queries) / sweep;
      const made = total(all.map(({ events }) => events.length)) / (REPLICATIONS * all.length);
      if (index === 1) {
        for (const candidate of all) while (candidate.unfinished) await candidate.runNext();
        expect(sweep / eventsOfSweep(all, recommended)).toBeCloseTo(1, 2);
      }
      console.info(
        `${small.name} seed ${seed}: ${recommendation}, ${(100 * share).toFixed(1)} % of the events of a sweep; ${(100 * made).toFixed(0)} % of its runs were needed`,
      );
      expect(share).toBeLessThanOrEqual(0.25);
    }
  });
});
