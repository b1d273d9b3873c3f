import { hasOwnPolicy } from '../../compute/policy/own-policies.js';
import { stoppingForeignCode } from '../../files/foreign-code-watch.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import type { Scenario } from '../../scenario/scenario.js';
import { fleetParts } from '../../simulation/fleet/fleet-parts.js';
import { SlicedRun } from '../../simulation/fleet/fleet-simulation.js';
import { type ComputesTold, KeptComputes, type RunShown } from '../../simulation/outcome/computes-told.js';
import { packedDecisions } from '../../simulation/outcome/decision-slices.js';
import type { Observer, RunObservations } from '../../simulation/run/observation.js';
import { type Fidelity, SLICE_EVENTS } from '../../simulation/simulation.js';
import type { ScenarioSource } from '../../study/runs/scenario-source.js';
import { longWorkText, refuseEndless } from './endless-work.js';
import type { Interruption } from './interruption.js';
import { type MakerOptions, madeWhere } from './options.js';
import { withProgress } from './progress.js';

/** Longer runs, or runs of more computes, may block the thread when they begin or are reported. */
const BLOCKING_SECONDS = 1;
const BLOCKING_COMPUTES = 300;

/** How a scenario is simulated, and where the parts of a fleet run. */
export interface SliceOptions extends MakerOptions {
  /** Whether progress is not shown. */
  readonly quiet?: boolean | undefined;
  readonly fidelity?: Fidelity;
  /** Whether a cluster that this run does not need is accepted. */
  readonly mayRunHere?: boolean;
  /** Compiles the tenants of a fleet while it runs; the scenario is then an outline. */
  readonly source?: ScenarioSource | undefined;
}

/**
 * Simulates a scenario to its end, with a line of progress, until a signal asks to stop: in this thread, or a fleet
 * in several threads.
 * @throws ScenarioError for a run that would take too long, and InvariantError or PolicyError from the run
 */
export async function simulateInSlices(
  scenario: Scenario,
  observer: Observer,
  interruption: Interruption,
  options: SliceOptions,
): Promise<RunObservations> {
  const kept = new KeptComputes();
  return kept.observations(await simulateTold(scenario, observer, interruption, kept, options));
}

/**
 * Simulates a scenario and passes on each compute, so that those of a fleet need not all be kept.
 * @returns the other observations of the run
 * @throws as {@link simulateInSlices}
 */
export async function simulateTold(
  scenario: Scenario,
  observer: Observer,
  interruption: Interruption,
  computes: ComputesTold,
  { quiet = false, fidelity = 'exact', mayRunHere = false, source, ...makers }: SliceOptions,
): Promise<RunShown> {
  const work = refuseEndless(scenario, { inParts: source !== undefined });
  if (work.cpu_seconds >= BLOCKING_SECONDS || scenario.computes.length >= BLOCKING_COMPUTES) {
    await interruption.mayBeBlocked();
    await interruption.heed();
  }
  const { workers = 1, cluster } = madeWhere(makers);
  const whole = source === undefined && (workers > 1 || cluster !== undefined) ? fleetParts(scenario) : [];
  const isDivided = source !== undefined || (whole !== undefined && whole.length > 1);
  if (cluster !== undefined && !isDivided && !mayRunHere) {
    throw refusal(
      '--cluster',
      `one run of ${scenario.name} is made in one piece, and here; use --replications or --precision, or leave --cluster out`,
    );
  }
  // The share of queries that hybrid fidelity skips is unknown beforehand.
  const long = fidelity === 'exact' ? longWorkText(work, 1, 1) : undefined;
  return withProgress(quiet, scenario.duration_seconds, interruption, (line) => {
    if (long !== undefined) line.foresee(long);
    const simulated = async (): Promise<RunShown> => {
      if (isDivided) {
        const { compiledParts, runFleet } = await import('../../study/fleet/fleet-run.js');
        const parts = source === undefined ? whole! : compiledParts(source, scenario);
        return runFleet(scenario, parts, {
          ...madeWhere(makers),
          fidelity,
          observer,
          computes,
          signal: interruption.signal,
          progress: ({ done, runs, arrived }) =>
            line.update((scenario.duration_seconds * done) / runs, arrived),
        });
      }
      const packing = packedDecisions(scenario.duration_seconds);
      const run = new SlicedRun(scenario, { observer, fidelity, packing }, computes);
      for (;;) {
        await interruption.heed();
        if (run.advance(SLICE_EVENTS)) return run.shown();
        line.update(run.now_seconds, run.arrived);
      }
    };
    return hasOwnPolicy(scenario) ? stoppingForeignCode(simulated) : simulated();
  });
}
