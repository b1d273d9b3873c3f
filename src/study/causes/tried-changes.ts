import { ScenarioError } from '../../scenario/load-scenario.js';
import { isOffered } from '../../scenario/platform-refusals.js';
import type { Scenario } from '../../scenario/scenario.js';
import { foreseenWork } from '../../simulation/foreseen-work.js';
import { answer } from '../engine/engine.js';
import { takeFromRuns } from '../engine/study.js';
import type { WorkOptions } from '../engine/work-options.js';
import type { RunTask } from '../runs/executor.js';
import { compileVariant, type ScenarioSource, type SourcedVariant } from '../runs/scenario-source.js';
import type { VariantRun } from '../runs/variant.js';

/** Events, as foreseen, that runs with changes may have: exact ones, and those of hybrid fidelity, which leaves most out. */
const EXACT_EVENTS = 6e6;
const HYBRID_EVENTS = 30e6;

/** How runs with changes are made. */
export interface ChangePlan {
  readonly replications: number;
  readonly fidelity: 'exact' | 'hybrid';
}

/**
 * How many runs may be made of a scenario so that nobody waits long for them, which depends on counted work alone.
 * @param variants to be run
 * @returns `undefined`: a single run of each takes too long
 */
export function affordablePlan(
  scenario: Scenario,
  variants: number,
  { replications, fidelity }: ChangePlan,
): ChangePlan | undefined {
  const events = variants * foreseenWork(scenario).events;
  if (fidelity === 'exact' && events <= EXACT_EVENTS) {
    return { fidelity, replications: Math.min(replications, times(EXACT_EVENTS / events)) };
  }
  if (events > HYBRID_EVENTS) return undefined;
  return { fidelity: 'hybrid', replications: Math.min(replications, times(HYBRID_EVENTS / events)) };
}

function times(runs: number): number {
  return Math.max(1, Math.floor(runs));
}

/**
 * Runs a scenario with each of some changes, which meet the same random numbers.
 * @param changes overrides of each; none for the scenario as it is
 * @param take what is kept of a run
 * @returns for each change one value per replication; `undefined` where the scenario or the platform refuses it
 * @throws InvariantError, PolicyError as a run does; WorkerError; the signal's reason
 */
export async function triedChanges<Taken>(
  source: ScenarioSource,
  changes: readonly (readonly string[])[],
  { replications, fidelity }: ChangePlan,
  work: WorkOptions,
  take: (run: VariantRun) => Taken,
): Promise<readonly (readonly Taken[] | undefined)[]> {
  const own = await compileVariant(source);
  const variants = await Promise.all(changes.map((set) => changed(own, source, set)));
  const made = variants.flatMap((variant) => variant ?? []);
  const tasks = made.flatMap((variant) =>
    Array.from({ length: replications }, (_, replication): RunTask => ({ variant, replication, fidelity })),
  );
  const taken = await answer(takeFromRuns(tasks, take), work);
  return variants.map((variant) => {
    if (variant === undefined) return undefined;
    const from = replications * made.indexOf(variant);
    return taken.slice(from, from + replications);
  });
}

/** `undefined`: it is refused. */
async function changed(
  own: SourcedVariant,
  source: ScenarioSource,
  set: readonly string[],
): Promise<SourcedVariant | undefined> {
  if (set.length === 0) return own;
  try {
    const variant = await compileVariant({ ...source, set: [...source.set, ...set] });
    return isOffered(variant.scenario) || !isOffered(own.scenario) ? variant : undefined;
  } catch (error) {
    if (error instanceof ScenarioError) return undefined;
    throw error;
  }
}
