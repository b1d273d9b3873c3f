import { type SettingsRules, settingsProblems } from '../../compute/lifecycle/settings-problem.js';
import {
  ALWAYS_ACTIVE,
  impliedSuspendTimeout,
  isAlwaysActive,
  NEVER_SUSPEND,
} from '../../compute/lifecycle/suspend-timeout.js';
import { isSold, PLAN_NAMES, planLimits } from '../../vendors/plan-limits.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { ScenarioDocument } from '../document/scenario-document.js';
import type { ChosenPolicies } from '../policy/own-policies.js';
import type { ComputeItem } from '../sections/sections.js';
import type { ComputeSpecification } from '../specification/compute-specification.js';

/** The branch of a compute that names none. */
export const DEFAULT_BRANCH = 'main';

/** A compute with every default filled in. */
export function compileCompute(item: ComputeItem, policies: ChosenPolicies): ComputeSpecification {
  const { initial_state, ...settings } = compileSettings(item);
  return {
    ...settings,
    size_policy: policies.size.choice,
    suspend_policy: policies.suspend.choice,
    initial_state,
  };
}

/** A compute without its policies, which may come from modules. */
export function compileSettings({
  index,
  form,
}: ComputeItem): Omit<ComputeSpecification, 'size_policy' | 'suspend_policy'> {
  const suspend_timeout_seconds = form.suspend_timeout_seconds ?? impliedSuspendTimeout(form);
  const never = suspend_timeout_seconds === NEVER_SUSPEND && form.suspend_timer === undefined;
  return {
    name: form.name,
    branch: form.branch ?? DEFAULT_BRANCH,
    type: form.type ?? (index === 0 ? 'read_write' : 'read_only'),
    autoscaling_limit_min_cu: form.autoscaling_limit_min_cu,
    autoscaling_limit_max_cu: form.autoscaling_limit_max_cu,
    suspend_timeout_seconds,
    suspend_timer: form.suspend_timer,
    initial_state: form.initial_state ?? (never ? 'active' : 'idle'),
  };
}

/**
 * What is wrong with the computes: sizes and timeouts by the size table and the plan, more than one
 * primary, settings that contradict each other.
 *
 * @param day on which the scenario begins, `YYYY-MM-DD`
 */
export function checkComputes(
  computes: readonly ComputeItem[],
  rules: SettingsRules,
  day: string,
  document: ScenarioDocument,
): readonly Diagnostic[] {
  const primaries = new Map<string, string>();
  return computes.flatMap((item) => {
    const { index, form } = item;
    const compute = compileSettings(item);
    const problems = settingsProblems(compute, rules).map(({ setting, message: problem, rule }) => {
      const other = rule === 'plan' ? cheapestPlan(compute, rules, day) : undefined;
      const message = other === undefined ? problem : `${problem}; plan: ${other} allows it`;
      const related =
        setting === 'suspend_timeout_seconds' ? [] : [['computes', index, 'autoscaling_limit_min_cu']];
      return document.diagnostic(['computes', index, setting], message, 'value', related);
    });
    if (index !== 0 && form.type === undefined) {
      const message =
        '"type" is missing; expected read_write or read_only (only the first compute is read_write by itself)';
      problems.push(document.diagnostic(['computes', index, 'type'], message));
    } else if (compute.type === 'read_write') {
      const primary = primaries.get(compute.branch);
      if (primary !== undefined) {
        const message = `branch "${compute.branch}" has a read_write compute, "${primary}"; make this one read_only, or put it on a branch of its own (branch: NAME)`;
        problems.push(document.diagnostic(['computes', index, 'type'], message));
      } else primaries.set(compute.branch, compute.name);
    }
    return [...problems, ...contradictions(item, document)];
  });
}

/** The cheapest plan that allows the settings of a compute on a day; `undefined` if none does. */
function cheapestPlan(
  compute: ReturnType<typeof compileSettings>,
  rules: SettingsRules,
  day: string,
): string | undefined {
  return PLAN_NAMES.filter((name) => isSold(name, day)).find((name) => {
    const plan = planLimits({ name, as_of: undefined }, day);
    return plan !== undefined && settingsProblems(compute, { ...rules, plan }).length === 0;
  });
}

function contradictions({ index, form }: ComputeItem, document: ScenarioDocument): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  if (form.suspend_timer !== undefined && form.suspend_timeout_seconds === NEVER_SUSPEND) {
    const message =
      'suspend_timer suspends the compute and suspend_timeout_seconds: -1 never does; leave one of them out';
    found.push(document.diagnostic(['computes', index, 'suspend_timer'], message, 'key'));
  }
  if (isAlwaysActive(form) && form.suspend_timer !== undefined) {
    const message = `${ALWAYS_ACTIVE}; leave suspend_timer out`;
    found.push(document.diagnostic(['computes', index, 'suspend_timer'], message, 'key'));
  }
  if (isAlwaysActive(form) && form.initial_state === 'idle') {
    const message = `${ALWAYS_ACTIVE}; expected active or init`;
    found.push(document.diagnostic(['computes', index, 'initial_state'], message));
  }
  return found;
}
