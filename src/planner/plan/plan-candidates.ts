import type { Scenario } from '../../scenario/scenario.js';
import { AS_IT_IS } from '../compare/named-variants.js';
import { settingsOverrides } from '../compare/setting-dimension.js';
import { triedCombinations } from '../compare/tried-combinations.js';
import type { ScenarioSource } from '../runs/scenario-source.js';
import { type Contender, contenderOf } from './contender.js';
import { settingsName } from './plan-neighbours.js';
import type { PlanSpace } from './plan-space.js';

/** A combination that the size table, the plan or the scenario forbids. */
export interface ForbiddenCandidate extends Pick<Contender, 'name' | 'settings'> {
  /** In words. */
  readonly reason: string;
}

/** Every combination of a space. */
export interface PlanCandidates {
  readonly allowed: readonly Contender[];
  /** The allowed ones and today's settings. */
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
 * @param compute the one compute that is planned for; `undefined`: all
 * @throws ScenarioError for too many, and the first problem where none is allowed
 */
export async function planCandidates(
  source: ScenarioSource,
  scenario: Scenario,
  { axes, own }: PlanSpace,
  compute: string | undefined,
): Promise<PlanCandidates> {
  const tried = await triedCombinations(axes, MAX_COMBINATIONS, (settings, index) => {
    const today = axes.every(({ path }) => settings[path] === own[path]);
    const set = [...source.set, ...settingsOverrides(settings, scenario, source, compute)];
    return contenderOf(settingsName(settings), settings, { index, today }, { ...source, set });
  });
  const allowed = tried.flatMap(({ made }) => (made === undefined ? [] : [made]));
  const forbidden = tried.flatMap(({ settings, reason }) =>
    reason === null ? [] : [{ name: settingsName(settings), settings, reason }],
  );
  const same = allowed.find(({ today }) => today);
  const today = same ?? (await contenderOf(AS_IT_IS, {}, { index: -1, today: true }, source));
  return { allowed, entrants: same === undefined ? [...allowed, today] : allowed, forbidden, today };
}
