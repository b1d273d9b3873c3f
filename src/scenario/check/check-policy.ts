import { ALWAYS_ACTIVE, isAlwaysActive, NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { DocumentPath, ScenarioDocument } from '../document/scenario-document.js';
import { OWN_POLICIES, type PolicySide } from '../policy/own-policies.js';
import type { ComputeForm } from '../schema/compute-schema.js';
import type { ScenarioEvent } from '../sections/events.js';
import type { ComputeItem, Item } from '../sections/sections.js';

/** Where a compute's policies are checked. */
export interface PolicyCheck {
  readonly events: readonly Item<ScenarioEvent>[];
  readonly document: ScenarioDocument;
}

/** Policies that a compute names and that its other settings leave nothing to decide. */
export function checkPolicies(item: ComputeItem, check: PolicyCheck): readonly Diagnostic[] {
  const { policy } = item.form;
  if (policy?.kind !== 'sides') return [];
  return (['size', 'suspend'] as const).flatMap((side) => {
    const pick = policy[side];
    if (pick === undefined || (pick.kind === 'named' && pick.name === OWN_POLICIES[side].fallback.name)) {
      return [];
    }
    const label = pick.kind === 'named' ? pick.name : pick.file;
    return checkPolicy(item, side, label, ['policy', side], check);
  });
}

/**
 * What of a compute's other settings contradicts a policy that is not the default.
 * @param label the policy, as messages call it
 * @param place where the policy is picked, within the compute
 */
export function checkPolicy(
  { index, form }: ComputeItem,
  side: PolicySide,
  label: string,
  place: DocumentPath,
  { events, document }: PolicyCheck,
): readonly Diagnostic[] {
  const problem = side === 'size' ? sizeProblem(form, label, events) : suspendProblem(form, label);
  if (problem === undefined) return [];
  const { message, settings } = problem;
  const related = settings.map((setting) => ['computes', index, setting]);
  return [document.diagnostic(['computes', index, ...place], message, 'value', related)];
}

interface Problem {
  readonly message: string;
  /** The other settings, one of which an override may have set. */
  readonly settings: readonly (keyof ComputeForm)[];
}

function sizeProblem(
  form: ComputeForm,
  label: string,
  events: readonly Item<ScenarioEvent>[],
): Problem | undefined {
  const { autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu } = form;
  if (min_cu !== max_cu || events.some((event) => changesLimits(event.form, form.name))) return undefined;
  return {
    message: `its size is fixed at ${max_cu} CU, so there is nothing for the size policy ${label} to decide; leave the size policy out, or set limits that differ`,
    settings: ['autoscaling_limit_min_cu', 'autoscaling_limit_max_cu'],
  };
}

function changesLimits(event: ScenarioEvent, compute: string): boolean {
  if (event.kind !== 'update' || event.compute !== compute) return false;
  const { autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu } = event.set;
  return min_cu !== undefined || max_cu !== undefined;
}

function suspendProblem(form: ComputeForm, label: string): Problem | undefined {
  const policy = `the suspension policy ${label}`;
  if (isAlwaysActive(form)) {
    return {
      message: `${ALWAYS_ACTIVE}, so there is nothing for ${policy} to decide; leave the suspension policy out`,
      settings: ['autoscaling_limit_max_cu'],
    };
  }
  if (form.suspend_timer !== undefined) {
    return {
      message: `${policy} decides when to suspend, and so does suspend_timer; leave one of them out`,
      settings: ['suspend_timer'],
    };
  }
  if (form.suspend_timeout_seconds !== NEVER_SUSPEND) return undefined;
  return {
    message: `${policy} decides when to suspend, and suspend_timeout_seconds: -1 never does; leave one of them out`,
    settings: ['suspend_timeout_seconds'],
  };
}
