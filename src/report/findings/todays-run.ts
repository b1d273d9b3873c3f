import type { RunObservations } from '../../simulation/run/observation.js';
import { type Study, takeFromRuns, unlessInterrupted, unwatched } from '../../study/engine/study.js';
import { representativePeriod, withoutEnds } from '../../study/replicate/representative-period.js';
import { type Summary, summarise } from '../../study/run/summary.js';
import { compileChanged, type SourcedVariant } from '../../study/runs/scenario-source.js';
import type { PlanWithWorlds } from '../../study/worlds/plan-worlds-result.js';
import { foreseenCause } from '../verdict/cause-and-fix.js';
import type { PresentRuns } from '../workbook/months/present-runs.js';
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

/**
 * Adds to a forecast what `neap run` reports of the present load, with the fixes of its findings. The run is the
 * forecast's, or another one if the forecast leaves out a cap that ends months. `summary` is `undefined` without a run.
 */
export function* withPresentRun<Forecast>(
  forecast: Study<Forecast>,
  today: SourcedVariant,
  present: Pick<PresentRuns, 'first'>,
) {
  const made = yield* forecast;
  const run = present.first;
  if (run === undefined) return { made, summary: undefined };
  const { scenario, source } = today;
  const set = [...source.set, ...representativePeriod(scenario).set];
  const isCapped = withoutEnds(scenario).length > 0;
  const study = isCapped
    ? todaysRun(today)
    : runWithFixes({ ...run.variant, source: { ...source, set } }, run.observations);
  return { made, summary: yield* unlessInterrupted<Summary | undefined>(unwatched(study), undefined) };
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
