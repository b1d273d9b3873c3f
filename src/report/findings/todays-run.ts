import type { RunObservations } from '../../simulation/run/observation.js';
import { type Study, takeFromRuns, unlessInterrupted, unwatched } from '../../study/engine/study.js';
import { type Summary, summarise } from '../../study/run/summary.js';
import { compileChanged, type SourcedVariant } from '../../study/runs/scenario-source.js';
import type { PlanWithWorlds } from '../../study/worlds/plan-worlds-result.js';
import { foreseenCause } from '../verdict/cause-and-fix.js';
import { triedFixes } from './tried-fixes.js';

/**
 * Adds to a plan that keeps today's settings what `neap run` reports of them, with the fixes of its findings, if the
 * scenario has a finding with a fix. `summary` is `undefined` otherwise, and if it is interrupted.
 */
export function* withTodaysRun(plan: Study<PlanWithWorlds>, today: SourcedVariant) {
  const planned = yield* plan;
  const best = planned.candidates.find(({ name }) => name === planned.recommendation);
  const isOpen =
    planned.worlds === undefined && best?.today === true && foreseenCause(today).command !== undefined;
  const summary = isOpen
    ? yield* unlessInterrupted<Summary | undefined>(unwatched(todaysRun(today)), undefined)
    : undefined;
  return { planned, summary };
}

function* todaysRun(variant: SourcedVariant): Study<Summary> {
  const [made] = yield* takeFromRuns([{ variant, replication: 0 }], (run) => run.observations);
  return yield* runWithFixes(variant, made!);
}

/** What `neap run` reports of an exact run, with the fixes of its findings. */
export function runWithFixes(
  { scenario, source }: SourcedVariant,
  observations: RunObservations,
): Study<Summary> {
  const plan = { replications: 1, fidelity: 'exact' } as const;
  return triedFixes(summarise(scenario, observations), scenario, compileChanged(source), plan);
}
