import { planHoursName } from '../../cost/bill/quota-use.js';
import { monthsOf } from '../../cost/compute-cost.js';
import type { ForecastMonth } from '../../planner/growth/forecast-result.js';
import { planLimits } from '../../vendors/plan-limits.js';
import type { Summary } from '../figures/summary.js';

/** A month that has used so much of the plan's hours has come to their end, or some of its replications have. */
const USED_UP = 0.9;

/**
 * What is used up where the computes of a run are suspended until the month ends, or would be: the plan's hours, or,
 * where neither a month of the run nor one at its rate comes near these, a quota of the project's own.
 */
export function quotaWords({
  plan,
  cost_by_month,
  total,
  running_time,
}: Pick<Summary, 'plan' | 'cost_by_month' | 'running_time'> & {
  readonly total: Pick<Summary['total'], 'cu_hours'>;
}): string {
  const hours =
    planLimits({ name: plan.name, as_of: plan.as_of ?? undefined })?.quota_cu_hours ??
    Number.POSITIVE_INFINITY;
  const rated = running_time === undefined ? 0 : total.cu_hours * monthsOf(running_time);
  const isOfPlan = [rated, ...cost_by_month.map(({ cu_hours }) => cu_hours)].some(
    (used) => used >= USED_UP * hours,
  );
  return isOfPlan ? `the CU-hours of the ${plan.name} plan` : "the project's quota of the month";
}

/** A cap in a sentence. @param name as a bill has it */
export function capWords(name: string): string {
  return name.startsWith('hours of') ? `the ${name}` : `quota.${name}`;
}

type UsedUp = Pick<ForecastMonth, 'hours_used_up' | 'cap_used_up'>;

/** The column of the day on which a cap is used up, with its name where it is not that of the plan; none where all last. */
export function usedUpColumn(
  months: readonly UsedUp[],
  plan: string,
): { readonly head: string; readonly cell: (month: UsedUp) => string } | undefined {
  const caps = new Set(months.map(({ cap_used_up }) => cap_used_up).filter((cap) => cap !== null));
  if (caps.size === 0) return undefined;
  const [only] = caps;
  if (caps.size === 1 && only === planHoursName(plan)) {
    return { head: `${plan} hours used up on`, cell: ({ hours_used_up }) => hours_used_up ?? '' };
  }
  return {
    head: 'cap used up on',
    cell: ({ hours_used_up, cap_used_up }) =>
      hours_used_up === null ? '' : `${hours_used_up}: ${cap_used_up}`,
  };
}
