import { ScenarioError } from '../scenario/diagnostic.js';
import type { Scenario } from '../scenario/scenario.js';
import { type Contender, contenderOf } from './contender.js';
import { settingsOverrides } from './plan-dimension.js';
import { settingsName } from './plan-neighbours.js';
import type { PlanSpace } from './plan-space.js';
import type { ScenarioSource } from './scenario-source.js';
import { combinations } from './sweep-axis.js';

/** A combination that the size table, the plan or the scenario forbids. */
export interface ForbiddenCandidate {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly index: number;
  /** In words. */
  readonly reason: string;
}

/** Every combination of a space. */
export interface PlanCandidates {
  readonly allowed: readonly Contender[];
  readonly forbidden: readonly ForbiddenCandidate[];
  /** The scenario as it is: the candidate with its settings, or one outside the space. */
  readonly today: Contender;
}

/** The name of today's settings where they are no combination of the space. */
const AS_IT_IS = 'as it is';
/** More combinations than this take longer to read than to search. */
const MOST_COMBINATIONS = 5000;

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
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count > MOST_COMBINATIONS) {
    const message = `${count} combinations are more than ${MOST_COMBINATIONS}; vary fewer values`;
    throw new ScenarioError([{ source: '--vary', line: undefined, column: undefined, path: '', message }]);
  }
  const allowed: Contender[] = [];
  const forbidden: ForbiddenCandidate[] = [];
  let broken: ScenarioError | undefined;
  let index = 0;
  for (const settings of combinations(axes)) {
    const name = settingsName(settings);
    const today = axes.every(({ path }) => settings[path] === own[path]);
    const set = [...source.set, ...settingsOverrides(settings, scenario, source, compute)];
    try {
      allowed.push(await contenderOf(name, settings, { index, today }, { ...source, set }));
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      broken ??= error;
      const reasons = new Set(error.diagnostics.map(({ message }) => message));
      forbidden.push({ name, settings, index, reason: [...reasons].join('; ') });
    }
    index += 1;
  }
  // A path that is wrong is wrong in every combination, and told as any override that cannot be applied.
  if (allowed.length === 0 && broken !== undefined) throw broken;
  const same = allowed.find(({ today }) => today);
  return {
    allowed,
    forbidden,
    today: same ?? (await contenderOf(AS_IT_IS, {}, { index: -1, today: true }, source)),
  };
}
