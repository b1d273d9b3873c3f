import {
  type SettingsProblem,
  type SettingsRules,
  settingsProblems,
} from '../compute/lifecycle/settings-problem.js';
import { OWN_POLICIES, type PolicySide, policyOf } from '../compute/policy/own-policies.js';
import { refusal } from '../scenario/document/diagnostic.js';
import type { ComputeSpecification, Scenario } from '../scenario/scenario.js';
import { planLimits } from '../vendors/plan-limits.js';

/** A setting that the simulator allows, but the real platform refuses or lacks. */
export interface PlatformRefusal extends Pick<SettingsProblem, 'message'> {
  readonly setting: SettingsProblem['setting'] | 'policy';
  /** The index of the compute, and of the event that edits it; `undefined` for its initial settings. */
  readonly compute: number;
  readonly event?: number;
}

export function platformRules({ plan, start }: Pick<Scenario, 'plan' | 'start'>): SettingsRules {
  return { plan: planLimits(plan, start.slice(0, 10)), book: 'platform' };
}

/** Settings that the real platform refuses; for a fleet, each problem once. */
export function platformRefusals(scenario: Scenario): readonly PlatformRefusal[] {
  const rules = platformRules(scenario);
  const { computes, events, fleet } = scenario;
  const first = computes.flatMap((one, compute) => [
    ...settingsProblems(one, rules).map(({ setting, message }) => ({ setting, message, compute })),
    ...policyProblem(one).map((message) => ({ setting: 'policy' as const, message, compute })),
  ]);
  const updates = events.flatMap((event, index) => (event.kind === 'update' ? [{ event, index }] : []));
  const places = new Map(updates.length === 0 ? [] : computes.map(({ name }, index) => [name, index]));
  const now: ComputeSpecification[] = [...computes];
  const edited = updates.flatMap(({ event, index }) => {
    const compute = places.get(event.compute)!;
    now[compute] = { ...now[compute]!, ...event.set };
    return settingsProblems(now[compute]!, rules).map(({ setting, message }) => ({
      setting,
      message,
      compute,
      event: index,
    }));
  });
  const all = [...first, ...edited];
  if (fleet === undefined) return all;
  return [...new Map(all.toReversed().map((one) => [one.message, one])).values()].toReversed();
}

/** At most one message: the platform only has its built-in policies. */
function policyProblem(compute: ComputeSpecification): readonly string[] {
  const sides: readonly PolicySide[] = ['size', 'suspend'];
  const foreign = sides.flatMap((side) => {
    const choice = compute[`${side}_policy`];
    return policyOf(side, choice) === OWN_POLICIES[side].fallback ? [] : choice.name;
  });
  if (foreign.length === 0) return [];
  const { size, suspend } = OWN_POLICIES;
  const own = `${size.fallback.name} for size, ${suspend.fallback.name} for suspension`;
  return [`it follows its own policies alone (${own}), not ${[...new Set(foreign)].join(' and ')}`];
}

/** Whether the real platform accepts the settings, or the scenario explicitly applies the specification's rules. */
export function isOffered(scenario: Scenario): boolean {
  return scenario.seed_rules_chosen === true || platformRefusals(scenario).length === 0;
}

/**
 * Requires settings that the real platform accepts, unless the scenario explicitly applies the specification's rules.
 * @throws ScenarioError for the first of the others
 */
export function requireOffered(scenario: Scenario): void {
  if (scenario.seed_rules_chosen === true) return;
  const [first] = platformRefusals(scenario);
  if (first === undefined) return;
  const { setting, message, compute } = first;
  const { name } = scenario.computes[compute]!;
  throw refusal(
    `computes.${name}.${setting}`,
    `the platform refuses this: ${message}; or set model.rules: seed`,
  );
}
