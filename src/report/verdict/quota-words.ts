import { planLimits } from '../../plan/plan-limits.js';

/** What is used up where a month's computes are suspended: the plan's hours, or a quota of the project's own. */
export function quotaWords(plan: { readonly name: string; readonly as_of: string | null }): string {
  const limits = planLimits({ name: plan.name, as_of: plan.as_of ?? undefined });
  return limits?.quota_cu_hours === undefined
    ? "the project's quota of the month"
    : `the CU-hours of the ${plan.name} plan`;
}
