import { describe, expect, it } from 'vitest';
import { evaluateObjectives } from '../../src/availability/objectives.js';
import { FigureSample } from '../../src/planner/paired-figures.js';
import { plan } from '../../src/planner/plan.js';
import { FIGURE_NAMES, type RunFigures, runFigures } from '../../src/planner/run-figures.js';
import { compileVariant } from '../../src/planner/scenario-source.js';
import { settingOverrides } from '../../src/planner/setting-change.js';
import { combinations, parseAxis } from '../../src/planner/sweep-axis.js';
import { runVariant } from '../../src/planner/variant.js';
import { ScenarioError } from '../../src/scenario/diagnostic.js';
import { BUSY, DAILY, type SmallPlan, SPARSE } from './plan-scenarios.js';

const REPLICATIONS = 10;
/** What the plan says it does not look for. */
const INDIFFERENCE = 0.01;
const SEEDS = Array.from({ length: 10 }, (_, seed) => String(seed + 1));

interface Exhausted {
  /** Mean cost by name of the settings, of those whose means meet every objective. */
  readonly feasible: ReadonlyMap<string, number>;
  readonly events: number;
}

/** Every allowed combination, all replications of the whole run, judged as a sweep judges. */
async function exhausted({ source, vary }: SmallPlan, seed: string): Promise<Exhausted> {
  const feasible = new Map<string, number>();
  let events = 0;
  for (const settings of combinations(vary.map(parseAxis))) {
    const set = Object.entries(settings).flatMap(([path, value]) =>
      settingOverrides(`${path}=${value}`, ['primary']),
    );
    const variant = await compileVariant({ ...source, set, seed }).catch((error: unknown) => {
      if (error instanceof ScenarioError) return undefined;
      throw error;
    });
    if (variant === undefined) continue;
    const sample = new FigureSample(FIGURE_NAMES);
    for (let replication = 0; replication < REPLICATIONS; replication++) {
      const run = await runVariant(variant, { replication });
      sample.add(runFigures(run));
      events += run.observations.events_fired;
    }
    const means = Object.fromEntries(
      FIGURE_NAMES.map((name) => [name, sample.interval(name, 0.95)?.mean ?? null]),
    ) as RunFigures;
    const met = evaluateObjectives(variant.scenario.slo, means, 1).every((objective) => objective.met);
    const name = Object.entries(settings)
      .map(([path, value]) => `${path}=${value}`)
      .join(' ');
    if (met) feasible.set(name, means.cost_usd!);
  }
  return { feasible, events };
}

const QUESTION = {
  objective: 'cost_usd',
  constraints: [],
  slo: true,
  compute: undefined,
  growth: [],
  sensitivity: false,
  confidence: 0.95,
  budget: { events: 1e9, replications: REPLICATIONS },
} as const;

/**
 * The strict meaning of "finds": the recommendation is a setting whose means over all ten replications meet every
 * objective in the exhaustive sweep, and its mean cost there is at most 1 % above the least of all such settings,
 * which is the difference that a plan says it does not look for.
 */
describe('a plan finds the optimum of an exhaustive sweep with a quarter of its work', () => {
  it.each([SPARSE, BUSY, DAILY])('$name, over ten seeds', { timeout: 3_600_000 }, async (small) => {
    for (const seed of SEEDS) {
      const all = await exhausted(small, seed);
      const { recommendation, work } = await plan(
        { ...small.source, seed },
        { ...QUESTION, vary: small.vary },
      );
      const least = Math.min(...all.feasible.values());
      console.info(
        `${small.name} seed ${seed}: ${recommendation}, ${(100 * (all.feasible.get(recommendation ?? '')! / least - 1)).toFixed(3)} % above the least, ${((100 * work.searched_events) / all.events).toFixed(1)} % of the events`,
      );
      expect(recommendation).not.toBeNull();
      expect(all.feasible.get(recommendation!)).toBeLessThanOrEqual(least * (1 + INDIFFERENCE));
      expect(work.searched_events / all.events).toBeLessThanOrEqual(0.25);
    }
  });
});
