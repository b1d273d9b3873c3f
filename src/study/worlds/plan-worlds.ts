import { byTieBreak } from '../compare/tie-break.js';
import { type Study, unlessInterrupted } from '../engine/study.js';
import { compilePlan, searchPlan } from '../plan/plan.js';
import type { PlanQuestion } from '../plan/plan-work.js';
import type { ScenarioSource } from '../runs/scenario-source.js';
import { drawWorlds } from './draw-worlds.js';
import { judgeOf } from './judged-run.js';
import { planOverWorlds, type WorldsRecord } from './plan-worlds-findings.js';
import type { PlanWithWorlds } from './plan-worlds-result.js';
import { byPlan, inTurns, probeWorlds } from './world-order.js';
import { WorldRuns } from './world-runs.js';

/**
 * A plan of the middle world, and the choice of least regret over worlds drawn from the scenario's intervals.
 *
 * Every candidate is run once in every world, all with the same random numbers. If the budget is too small for that,
 * all candidates are run in the worlds where today's settings do worst, middling and best, and the best candidates
 * there are run in every world: regret is then relative to the best of those, and the answer gives their number. If it
 * is interrupted among the worlds, the answer is the plan of the middle world.
 *
 * @param count of worlds; 0 for the middle world alone
 * @throws as `planStudy`; ScenarioError for a world that is not a valid scenario
 */
export function* worldsPlanStudy(
  source: ScenarioSource,
  question: PlanQuestion,
  count: number,
): Study<PlanWithWorlds> {
  const work = yield* compilePlan(source, question);
  const { scenario } = work;
  const worlds = drawWorlds(scenario, count);
  const result = yield* searchPlan(work);
  if (worlds.length === 0) return result;
  const order = work.candidates.entrants.toSorted(byTieBreak);
  const runs = new WorldRuns(work.source, worlds, judgeOf(result), order.length * worlds.length);
  const record = { scenario, result, worlds, order };
  const warnings = [
    ...result.warnings,
    'stopped before the worlds were simulated: the plan is that of the middle world',
  ];
  return yield* unlessInterrupted(overWorlds(record, question.budget.queries, runs), { ...result, warnings });
}

function* overWorlds(record: WorldsRecord, budget: number, runs: WorldRuns): Study<PlanWithWorlds> {
  yield* runCandidates(record, budget, runs);
  return { ...record.result, worlds: planOverWorlds(record, runs) };
}

/** Runs candidates in every world, as the budget allows; today's settings and the recommendation always. */
function* runCandidates(
  { result, order, worlds }: WorldsRecord,
  budget: number,
  runs: WorldRuns,
): Study<void> {
  const all = worlds.map((_, world) => world);
  const today = order.find((each) => each.today)!;
  const must = order.filter((each) => each === today || each.name === result.recommendation);
  yield* runs.make([today], [0]);
  if (runs.work * order.length * worlds.length > budget) runs.restart('hybrid');
  const before = runs.work;
  yield* runs.make([today], all);
  // The effort of one more world: no two hybrid runs take the same effort.
  const each = (runs.work - before) / Math.max(1, worlds.length - (runs.fidelity === 'exact' ? 1 : 0));
  const room = () => Math.floor((budget - runs.work) / Math.max(1, each));
  if (order.length * worlds.length <= room()) {
    yield* runs.make(order, all);
    return;
  }
  const probes = probeWorlds(today, all, runs);
  const ranked = byPlan(result, order).slice(
    0,
    Math.max(must.length, Math.floor(room() / 2 / probes.length)),
  );
  const looked = [...new Set([...must, ...ranked])];
  yield* runs.make(looked, probes);
  yield* runs.make(must, all);
  for (const contender of inTurns(looked, probes, runs)) {
    if (runs.isComplete(contender)) continue;
    if (room() < worlds.length) break;
    yield* runs.make([contender], all);
  }
}
