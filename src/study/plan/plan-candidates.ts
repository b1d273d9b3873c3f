import { isOffered, requireOffered } from '../../findings/platform-refusals.js';
import type { Scenario } from '../../scenario/scenario.js';
import { AS_IT_IS } from '../compare/named-variants.js';
import { refuseTimeoutElsewhere } from '../compare/setting-change.js';
import { settingsOverrides } from '../compare/setting-dimension.js';
import type { SweepAxis } from '../compare/sweep-axis.js';
import { changeCounter } from '../compare/tie-break.js';
import { type Settings, triedCombinations } from '../compare/tried-combinations.js';
import { elsewhereSource } from '../elsewhere/vendor-size.js';
import { compileSource, type ScenarioSource } from '../runs/scenario-source.js';
import { Contender, contenderOf } from './contender.js';
import { settingsName } from './plan-space.js';

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
 * @param compute the one compute that is planned for; `undefined`: all
 * @throws ScenarioError for too many, for an invalid value, and the first problem if none is allowed
 */
export async function planCandidates(
  source: ScenarioSource,
  scenario: Scenario,
  axes: readonly SweepAxis[],
  compute: string | undefined,
  signal?: AbortSignal,
): Promise<PlanCandidates> {
  const asItIs = await contenderOf(AS_IT_IS, {}, { index: -1, changes: 0 }, source);
  const changesIn = changeCounter(asItIs.scenario);
  const overrides = (settings: Settings) => settingsOverrides(settings, scenario, source, compute);
  const tried = await triedCombinations(axes, MAX_COMBINATIONS, {
    overrides,
    signal,
    async make(settings, index) {
      const changed = { ...source, set: [...source.set, ...overrides(settings)] };
      const own = source.elsewhere === true ? await elsewhereSource(changed, signal) : changed;
      const made = { scenario: await compileSource(own), source: own };
      requireOffered(made.scenario);
      refuseTimeoutElsewhere(made.scenario, settings);
      const changes = changesIn(made.scenario);
      return new Contender(settingsName(settings), settings, { index, changes }, made);
    },
  });
  const allowed = tried.flatMap(({ made }) => (made === undefined ? [] : [made]));
  const forbidden = tried.flatMap(({ settings, reason }) =>
    reason === null ? [] : [{ name: settingsName(settings), settings, reason }],
  );
  const same = allowed.find(({ today }) => today);
  // A setting that the platform refuses today cannot be recommended either.
  const isOpen = same === undefined && isOffered(asItIs.scenario);
  const entrants = isOpen ? [...allowed, asItIs] : allowed;
  return { allowed, entrants, forbidden, today: same ?? asItIs };
}
