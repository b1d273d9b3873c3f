import { suggestion } from '../../kernel/nearest-name.js';
import type { PlanChoice } from '../../vendors/plan-limits.js';
import {
  DEFAULT_PLAN,
  PLAN_NAMES,
  type PlanLimits,
  planDays,
  planLimits,
} from '../../vendors/plan-limits.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { ScenarioDocument } from '../document/scenario-document.js';
import { isMapping } from '../form/choice.js';
import { DEFAULT_START_EPOCH_SECONDS } from '../sections/scenario-schema.js';

/** The plan as a scenario names it, or the default. */
export function compilePlan(plan: PlanChoice | undefined): PlanChoice {
  return plan ?? { name: DEFAULT_PLAN, as_of: undefined };
}

/** A plan as a scenario names it, and when the scenario begins. */
interface PlannedTime {
  readonly plan?: PlanChoice | undefined;
  /** Unix time. */
  readonly start?: number | undefined;
}

/** The day on which a scenario begins, `YYYY-MM-DD`. */
export function startDay({ start = DEFAULT_START_EPOCH_SECONDS }: Pick<PlannedTime, 'start'>): string {
  return new Date(start * 1000).toISOString().slice(0, 10);
}

/** Limits of a plan on the day on which the scenario begins, or why there are none. */
export function resolvePlan(
  sections: PlannedTime,
  document: ScenarioDocument,
): { readonly limits: PlanLimits | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const plan = compilePlan(sections.plan);
  const limits = planLimits(plan, startDay(sections));
  if (limits !== undefined) return { limits, diagnostics: [] };
  const long = isMapping(document.value) && isMapping(document.value['plan']);
  if (!PLAN_NAMES.includes(plan.name)) {
    const message = `there is no plan "${plan.name}"${suggestion(plan.name, PLAN_NAMES)}`;
    return { limits, diagnostics: [document.diagnostic(long ? ['plan', 'name'] : ['plan'], message)] };
  }
  const message = `the ${plan.name} plan has no known limits on ${plan.as_of}; expected ${planDays(plan.name)}, or no as_of`;
  return { limits, diagnostics: [document.diagnostic(['plan', 'as_of'], message)] };
}
