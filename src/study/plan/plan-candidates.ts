import { isOffered } from '../../findings/platform-refusals.js';
import type { Scenario } from '../../scenario/scenario.js';
import { AS_IT_IS } from '../compare/named-variants.js';
import type { SweepAxis } from '../compare/sweep-axis.js';
import { changeCounter } from '../compare/tie-break.js';
import { settingsName, triedCombinations } from '../compare/tried-combinations.js';
import { compileVariant, type ScenarioSource } from '../runs/scenario-source.js';
import { Contender } from './contender.js';

/** A combination that the size table, the plan or the scenario forbids. */
export interface ForbiddenCandidate extends Pick<Contender, 'name' | 'settings'> {
  readonly reason: string;
}

export interface PlanCandidates {
  readonly allowed: readonly Contender[];
  /** The allowed ones, and today's settings unless the platform refuses them. */
  readonly entrants: readonly Contender[];
  readonly forbidden: readonly ForbiddenCandidate[];
  /** The scenario as it is: the candidate with its settings, or one outside the space. */
  readonly today: Contender;
}

/** More combinations than this take longer to read than to search. */
const MAX_COMBINATIONS = 5000;

/**
 * Compiles every combination of a space.
 *
 * @throws ScenarioError for too many, for an invalid value, and the first problem if none is allowed
 */
export async function planCandidates(
  source: ScenarioSource,
  scenario: Scenario,
  axes: readonly SweepAxis[],
  signal?: AbortSignal,
): Promise<PlanCandidates> {
  const asItIs = new Contender(await compileVariant(source, AS_IT_IS), {}, { index: -1, changes: 0 });
  const changesIn = changeCounter(asItIs.scenario);
  const tried = await triedCombinations(source, scenario, axes, { most: MAX_COMBINATIONS, signal });
  const allowed = tried.flatMap(({ settings, variant }, index) =>
    variant === undefined
      ? []
      : [new Contender(variant, settings, { index, changes: changesIn(variant.scenario) })],
  );
  const forbidden = tried.flatMap(({ settings, reason }) =>
    reason === null ? [] : [{ name: settingsName(settings), settings, reason }],
  );
  const same = allowed.find(({ today }) => today);
  // A setting that the platform refuses today cannot be recommended either.
  const isOpen = same === undefined && isOffered(asItIs.scenario);
  const entrants = isOpen ? [...allowed, asItIs] : allowed;
  return { allowed, entrants, forbidden, today: same ?? asItIs };
}
