import { isOffered } from '../../findings/platform-refusals.js';
import { ScenarioError } from '../../scenario/document/diagnostic.js';
import type { Scenario } from '../../scenario/scenario.js';
import { isSampled } from '../../simulation/fidelity/hybrid-loads.js';
import { foreseenWork } from '../../simulation/foreseen-work.js';
import { prepare, type Study, takeFromReplications } from '../engine/study.js';
import type { Variant, VariantRun } from '../runs/variant.js';

/** All runs with changes may have as many expected events as the run itself, but at least this number. */
const MIN_EVENTS = 2e6;
/** Approximate share of an exact run's work that a run at hybrid fidelity takes, if it skips queries. */
export const HYBRID_SHARE = 1 / 7;

/** The fidelity and number of the runs with changes. */
export interface ChangePlan {
  readonly replications: number;
  readonly fidelity: 'exact' | 'hybrid';
}

/** Compiles a scenario with some overrides. @throws ScenarioError if it refuses them */
export type CompileChanged = (set: readonly string[]) => Promise<Variant>;

/**
 * The runs of changes that take about as long as the run itself, by the expected work alone.
 * @param variants the variants to run
 * @returns `undefined`: a single run of each takes too long
 */
export function affordablePlan(
  scenario: Scenario,
  variants: number,
  { replications, fidelity }: ChangePlan,
): ChangePlan | undefined {
  const { events } = foreseenWork(scenario);
  const budget = Math.max(MIN_EVENTS, replications * events);
  const times = (share: number): number =>
    Math.min(replications, Math.floor(budget / (share * variants * events)));
  const exact = times(1);
  if (fidelity === 'exact' && exact >= 1) return { fidelity, replications: exact };
  const hybrid = times(isSampled(scenario) ? HYBRID_SHARE : 1);
  return hybrid >= 1 ? { fidelity: 'hybrid', replications: hybrid } : undefined;
}

/**
 * Runs a scenario with each of some changes, all with the same random numbers.
 * @param changes overrides of each; none for the unchanged scenario
 * @param take returns the value to keep of a run
 * @returns for each change one value per replication; `undefined` if the scenario or the platform refuses it
 */
export function* triedChanges<Taken>(
  compile: CompileChanged,
  changes: readonly (readonly string[])[],
  plan: ChangePlan,
  take: (run: VariantRun) => Taken,
): Study<readonly (readonly Taken[] | undefined)[]> {
  const own = yield* prepare(() => compile([]));
  const variants = yield* prepare(() => Promise.all(changes.map((set) => changed(own, compile, set))));
  const made = variants.flatMap((variant) => variant ?? []);
  const taken = yield* takeFromReplications(made, plan, take);
  return variants.map((variant) => variant && taken[made.indexOf(variant)]);
}

/** `undefined`: it is refused. */
async function changed(
  own: Variant,
  compile: CompileChanged,
  set: readonly string[],
): Promise<Variant | undefined> {
  if (set.length === 0) return own;
  try {
    const variant = await compile(set);
    return isOffered(variant.scenario) || !isOffered(own.scenario) ? variant : undefined;
  } catch (error) {
    if (error instanceof ScenarioError) return undefined;
    throw error;
  }
}
