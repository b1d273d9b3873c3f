import { ScenarioError } from '../scenario/diagnostic.js';
import { type Contender, contenderOf } from './contender.js';
import { neighboursOf, settingsName } from './plan-neighbours.js';
import type { GrowthStep } from './plan-result.js';
import { emptySample, type PlanRuns } from './plan-runs.js';
import { feasibility, type RaceRules, signedObjective, worstExcess } from './race-verdict.js';
import { sampledRun } from './stretch.js';
import type { SweepAxis } from './sweep-axis.js';

/** What growth is planned with. */
export interface GrowthPlan {
  readonly axes: readonly SweepAxis[];
  /** Every candidate that is allowed. */
  readonly allowed: readonly Contender[];
  readonly rules: RaceRules;
  /** Of the whole run, that each candidate is simulated for at the first factor; less at greater ones. */
  readonly share: number;
}

/** From the recommendation, at most. */
const MOST_STEPS = 6;

/**
 * What one would choose were the load so many times what it is: from the recommendation, step by step to the best
 * neighbour, all on a sampled run with the same random numbers. A local search: that nothing further away is better
 * is not shown.
 *
 * @param start the candidates to begin with, the recommendation first
 */
export async function planGrowth(
  factor: number,
  start: readonly Contender[],
  plan: GrowthPlan,
  runs: PlanRuns,
): Promise<GrowthStep> {
  const { rules, axes } = plan;
  const tried = new Map<string, Contender>();
  const stretch = sampledRun(start[0]!.scenario, plan.share / factor);
  const attempt = async (candidates: readonly Contender[]): Promise<void> => {
    const fresh: Contender[] = [];
    for (const candidate of candidates) {
      if (tried.has(candidate.name)) continue;
      const grown = await atFactor(candidate, factor);
      if (grown === undefined) continue;
      grown.sampled = emptySample(grown, stretch);
      tried.set(candidate.name, grown);
      fresh.push(grown);
    }
    await runs.measure(
      fresh.map((contender) => ({ contender, sample: contender.sampled!, blocks: stretch.blocks.length })),
    );
  };
  await attempt(start);
  const today = tried.get(start[0]!.name)!;
  let best = bestOf([...tried.values()], rules);
  for (let step = 0; step < MOST_STEPS; step++) {
    const names = neighboursOf(best.settings, axes).map(settingsName);
    await attempt(plan.allowed.filter(({ name }) => names.includes(name)));
    const next = bestOf([...tried.values()], rules);
    if (next === best) break;
    best = next;
  }
  const sample = best.sampled!;
  const feasible = feasibility(sample, rules).met;
  const judged = (contender: Contender) =>
    rules.constraints.map((constraint) => contender.sampled!.judge(constraint, rules.confidence));
  return {
    factor,
    candidate: feasible ? best.name : null,
    settings: feasible ? best.settings : null,
    figures: sample.intervals(rules.confidence),
    constraints: judged(best),
    stays: { feasible: feasibility(today.sampled!, rules).met, constraints: judged(today) },
    tried: tried.size,
    simulated: { duration_seconds: stretch.block_seconds, replications: stretch.blocks.length },
  };
}

/** The best feasible one, else the one that is nearest to it. */
function bestOf(contenders: readonly Contender[], rules: RaceRules): Contender {
  const rank = (contender: Contender): readonly [number, number] => {
    const sample = contender.sampled!;
    return feasibility(sample, rules).met
      ? [0, signedObjective(sample, rules.objective)]
      : [1, worstExcess(sample, rules)];
  };
  return contenders.reduce((best, each) => {
    const [a, b] = [rank(best), rank(each)];
    return b[0] < a[0] || (b[0] === a[0] && b[1] < a[1]) ? each : best;
  });
}

async function atFactor(contender: Contender, factor: number): Promise<Contender | undefined> {
  const { name, settings, source } = contender;
  return contenderOf(name, settings, contender, { ...source, load_factor: factor }).catch(unlessForbidden);
}

/** Settings that are not allowed are no candidates. */
function unlessForbidden(error: unknown): undefined {
  if (error instanceof ScenarioError) return undefined;
  throw error;
}
