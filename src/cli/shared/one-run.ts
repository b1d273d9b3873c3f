import { duration } from '../../report/figures/figure-text.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { Observer, RunObservations } from '../../simulation/run/observation.js';
import { observedRun, type Study } from '../../study/engine/study.js';
import { type AsideOptions, answerAside } from './answer-study.js';
import { longWorkText, refuseEndless } from './endless-work.js';
import type { Interruption } from './interruption.js';

/** Longer runs, or runs of more computes, may block the thread when they begin or are reported. */
const BLOCKING_SECONDS = 1;
const BLOCKING_COMPUTES = 300;

/** Where a run is made, and how it is announced. */
export interface OneRunOptions extends AsideOptions {
  /** Whether the tenants of a fleet are compiled while it runs. */
  readonly inParts?: boolean;
  /** Whether queries are skipped; their share is unknown beforehand. */
  readonly isHybrid?: boolean;
}

/**
 * Answers a study of one run, with a line of progress in simulated time, until a signal asks to stop.
 * @throws ScenarioError for a run that would take too long; as the run does
 */
export async function answerOneRun<Answer>(
  scenario: Scenario,
  study: Study<Answer>,
  interruption: Interruption,
  { inParts = false, isHybrid = false, ...options }: OneRunOptions,
): Promise<Answer> {
  const work = refuseEndless(scenario, { inParts });
  if (work.cpu_seconds >= BLOCKING_SECONDS || scenario.computes.length >= BLOCKING_COMPUTES) {
    await interruption.mayBeBlocked();
    await interruption.heed();
  }
  return answerAside(study, interruption, options, {
    whole: () => duration(scenario.duration_seconds),
    foreseen: isHybrid ? undefined : longWorkText(work, 1, 1),
  });
}

/** Simulates a scenario to its end in this thread. @throws as {@link answerOneRun} */
export function simulateOnce(
  scenario: Scenario,
  observer: Observer,
  interruption: Interruption,
  { quiet }: Pick<OneRunOptions, 'quiet'>,
): Promise<RunObservations> {
  return answerOneRun(scenario, observedRun(scenario, observer), interruption, { quiet });
}
