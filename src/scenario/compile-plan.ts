import { PLAN_NAMES, type PlanLimits, planLimits } from '../platform/plan-limits.js';
import { suggestion } from '../workload/nearest-name.js';
import type { Diagnostic } from './diagnostic.js';
import type { PlanChoice } from './scenario.js';
import type { ScenarioDocument } from './scenario-document.js';
import { isMapping } from './schema/choice.js';

/** The plan of a scenario that names none. */
export const DEFAULT_PLAN: PlanChoice = { name: 'launch', as_of: undefined };

/** Limits of a plan, or why there are none. */
export function resolvePlan(
  plan: PlanChoice,
  document: ScenarioDocument,
): { readonly limits: PlanLimits | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const limits = planLimits(plan);
  if (limits !== undefined) return { limits, diagnostics: [] };
  const long = isMapping(document.value) && isMapping(document.value['plan']);
  if (!PLAN_NAMES.includes(plan.name)) {
    const message = `there is no plan "${plan.name}"${suggestion(plan.name, PLAN_NAMES)}`;
    return { limits, diagnostics: [document.diagnostic(long ? ['plan', 'name'] : ['plan'], message)] };
  }
  const message = `the ${plan.name} plan has no known limits on ${plan.as_of}; expected a later day, or leave as_of out for the newest`;
  return { limits, diagnostics: [document.diagnostic(['plan', 'as_of'], message)] };
}
