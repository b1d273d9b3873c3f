import type { z } from 'zod';
import { type SettingsRules, settingsProblems } from '../../compute/lifecycle/settings-problem.js';
import {
  ALWAYS_ACTIVE,
  impliedSuspendTimeout,
  isAlwaysActive,
  NEVER_SUSPEND,
} from '../../compute/lifecycle/suspend-timeout.js';
import type { ChosenPolicies } from '../../compute/policy/own-policies.js';
import { isSold, PLAN_NAMES, planLimits } from '../../vendors/plan-limits.js';
import { section } from '../form/section.js';
import { entityName, text, word } from '../form/text-schema.js';
import { COMPUTE_SETTINGS } from './compute-settings.js';
import type { Problem } from './list-section.js';

/** One compute, its keys named as in the management API. */
export const compute = section(
  {
    name: entityName('compute', 'Name of the compute; unique.'),
    description: text('a sentence', 1000, 'What the compute is for.').optional(),
    branch: entityName(
      'branch',
      'The branch it serves, "main" by default; a branch has one read_write compute.',
    ).optional(),
    type: word(
      ['read_write', 'read_only'],
      'read_write for the primary of a branch, read_only for a replica. Only the first compute may leave it out, and is read_write; every further one needs it.',
    ).optional(),
    ...COMPUTE_SETTINGS,
  },
  'One compute.',
);

/** The key of a fleet's template under `computes`. */
export const TEMPLATE = 'template';

/** A compute as read, or the template of a fleet, and its position under `computes`. */
export interface ComputeItem {
  readonly index: number | typeof TEMPLATE;
  readonly form: z.output<typeof compute>;
}

export const DEFAULT_BRANCH = 'main';

/** A compute without its policies, which may be imported from modules. */
export function completeSettings({ index, form }: ComputeItem) {
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

export function completeCompute(item: ComputeItem, policies: ChosenPolicies) {
  const { initial_state, ...settings } = completeSettings(item);
  return {
    ...settings,
    size_policy: policies.size.choice,
    suspend_policy: policies.suspend.choice,
    initial_state,
  };
}

/**
 * One compute, with the field names of the management API. A branch has at most one `read_write` compute. The initial
 * state is `idle` for suspended at time 0, `active` for running, `init` for created at time 0 and starting. A
 * `suspend_timer` is drawn for each idle period and replaces `suspend_timeout_seconds`.
 */
export interface ComputeSpecification extends Readonly<ReturnType<typeof completeCompute>> {}

/**
 * Reports sizes and timeouts that violate the size table or the plan, a second primary of a branch, and contradictory
 * settings.
 * @param day first day of the scenario, `YYYY-MM-DD`
 */
export function checkComputes(
  computes: readonly ComputeItem[],
  rules: SettingsRules,
  day: string,
  problem: Problem,
): void {
  const primaries = new Map<string, string>();
  for (const item of computes) {
    const { index, form } = item;
    const settings = completeSettings(item);
    for (const { setting, message, rule } of settingsProblems(settings, rules)) {
      const other = rule === 'plan' ? cheapestPlan(settings, rules, day) : undefined;
      const related = setting === 'suspend_timeout_seconds' ? [] : [[index, 'autoscaling_limit_min_cu']];
      problem([index, setting], other === undefined ? message : `${message}; plan: ${other} allows it`, {
        related,
      });
    }
    const { name, branch, type } = settings;
    const primary = primaries.get(branch);
    if (index !== 0 && form.type === undefined) {
      problem(
        [index, 'type'],
        '"type" is missing; expected read_write or read_only (only the first compute is read_write by default)',
      );
    } else if (type === 'read_write' && primary === undefined) primaries.set(branch, name);
    else if (type === 'read_write') {
      problem(
        [index, 'type'],
        `branch "${branch}" has a read_write compute, "${primary}"; make this one read_only, or put it on a separate branch (branch: NAME)`,
      );
    }
    checkContradictions(item, problem);
  }
}

/** The cheapest plan that allows the settings of a compute on a day; `undefined` if none does. */
function cheapestPlan(
  settings: ReturnType<typeof completeSettings>,
  rules: SettingsRules,
  day: string,
): string | undefined {
  return PLAN_NAMES.filter((name) => isSold(name, day)).find((name) => {
    const plan = planLimits({ name, as_of: undefined }, day);
    return plan !== undefined && settingsProblems(settings, { ...rules, plan }).length === 0;
  });
}

function checkContradictions({ index, form }: ComputeItem, problem: Problem): void {
  const isTimed = form.suspend_timer !== undefined;
  if (isTimed && form.suspend_timeout_seconds === NEVER_SUSPEND) {
    problem(
      [index, 'suspend_timer'],
      'suspend_timer suspends the compute and suspend_timeout_seconds: -1 never does; leave one of them out',
      { part: 'key' },
    );
  }
  if (!isAlwaysActive(form)) return;
  if (isTimed)
    problem([index, 'suspend_timer'], `${ALWAYS_ACTIVE}; leave suspend_timer out`, { part: 'key' });
  if (form.initial_state === 'idle')
    problem([index, 'initial_state'], `${ALWAYS_ACTIVE}; expected active or init`);
}
