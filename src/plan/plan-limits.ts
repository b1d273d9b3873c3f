import type { SettingsLimits } from '../compute/lifecycle/settings-problem.js';
import { DEFAULT_SUSPEND_TIMEOUT_SECONDS } from '../compute/lifecycle/suspend-timeout.js';
import { MINUTE_SECONDS, WEEK_SECONDS } from '../kernel/units.js';

/** What a plan allows a project's computes, and since when. */
export interface PlanLimits extends SettingsLimits {
  /** First day these limits applied, `YYYY-MM-DD`. */
  readonly from: string;
  /** CU-hours a project may use in a calendar month before its computes are suspended; `undefined`: no end. */
  readonly quota_cu_hours: number | undefined;
  readonly source: string;
  readonly confidence: 'high' | 'medium' | 'low';
}

/** Sources of what plans allow and cost. */
export const PLANS_PAGE = 'platform documentation, plans page of 2026-03-20';
export const PLANS_2024 = 'platform plans of September 2024';
export const CHANGE_2025 = 'platform pricing change of 2025-08-14';

const FIVE_MINUTES = DEFAULT_SUSPEND_TIMEOUT_SECONDS;

/** Newest first within a plan. */
const CATALOGUE: readonly PlanLimits[] = [
  free('2025-12-01', 100, PLANS_PAGE, 'high'),
  free('2025-08-14', 50, CHANGE_2025, 'medium'),
  free('2024-09-01', 191.9, PLANS_2024, 'medium'),
  paid('launch', '2025-08-14', 16, 16, FIVE_MINUTES, FIVE_MINUTES, PLANS_PAGE, 'high'),
  paid('launch', '2024-09-01', 4, 4, FIVE_MINUTES, WEEK_SECONDS, PLANS_2024, 'medium'),
  paid('scale', '2025-08-14', 16, 56, MINUTE_SECONDS, WEEK_SECONDS, PLANS_PAGE, 'high'),
  paid('scale', '2024-09-01', 8, 8, MINUTE_SECONDS, WEEK_SECONDS, PLANS_2024, 'medium'),
  paid('business', '2024-09-01', 10, 10, MINUTE_SECONDS, WEEK_SECONDS, PLANS_2024, 'medium'),
];

/** The plan of an account or a scenario that names none: the one that allows every size of the size table. */
export const DEFAULT_PLAN = 'scale';

/** The plans there are or were. */
export const PLAN_NAMES: readonly string[] = [...new Set(CATALOGUE.map((entry) => entry.plan))];

/** A plan, and the day whose rules and prices apply. */
export interface PlanChoice {
  readonly name: string;
  /** `YYYY-MM-DD`, or `undefined` for the newest entry. */
  readonly as_of: string | undefined;
}

/**
 * The limits of a plan on a day: the entry with the latest `from` that is not after it.
 * @returns `undefined` when there is no such plan, or none yet on that day
 */
export function planLimits({ name, as_of }: PlanChoice): PlanLimits | undefined {
  return CATALOGUE.find((entry) => entry.plan === name && (as_of === undefined || entry.from <= as_of));
}

function paid(
  plan: string,
  from: string,
  max_autoscaling_cu: number,
  max_fixed_cu: number,
  min_suspend_timeout_seconds: number,
  max_suspend_timeout_seconds: number,
  source: string,
  confidence: PlanLimits['confidence'],
): PlanLimits {
  return {
    plan,
    from,
    max_autoscaling_cu,
    max_fixed_cu,
    min_suspend_timeout_seconds,
    max_suspend_timeout_seconds,
    may_disable_suspend: true,
    quota_cu_hours: undefined,
    source,
    confidence,
  };
}

function free(
  from: string,
  quota_cu_hours: number,
  source: string,
  confidence: PlanLimits['confidence'],
): PlanLimits {
  const limits = paid('free', from, 2, 2, FIVE_MINUTES, FIVE_MINUTES, source, confidence);
  return { ...limits, may_disable_suspend: false, quota_cu_hours };
}
