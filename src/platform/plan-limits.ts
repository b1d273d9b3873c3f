import { DEFAULT_SUSPEND_TIMEOUT_SECONDS, NEVER_SUSPEND } from '../compute/suspend-timeout.js';

/** What a plan allows a project's computes, and since when. */
export interface PlanLimits {
  readonly plan: string;
  /** First day these limits applied, `YYYY-MM-DD`. */
  readonly from: string;
  /** Largest autoscaling maximum, in CU. */
  readonly max_autoscaling_cu: number;
  /** Largest fixed size, in CU. */
  readonly max_fixed_cu: number;
  /** Shortest suspend timeout, in seconds. */
  readonly min_suspend_timeout_seconds: number;
  /** Longest suspend timeout, in seconds. */
  readonly max_suspend_timeout_seconds: number;
  /** Whether scale to zero can be switched off. */
  readonly may_disable_suspend: boolean;
  /** CU-hours a project may use in a calendar month before its computes are suspended; `undefined`: no end. */
  readonly quota_cu_hours: number | undefined;
  readonly source: string;
  readonly confidence: 'high' | 'medium' | 'low';
}

const FIVE_MINUTES = DEFAULT_SUSPEND_TIMEOUT_SECONDS;
const A_WEEK = 604_800;

/** Newest first within a plan. */
const CATALOGUE: readonly PlanLimits[] = [
  {
    plan: 'free',
    from: '2025-12-01',
    max_autoscaling_cu: 2,
    max_fixed_cu: 2,
    min_suspend_timeout_seconds: FIVE_MINUTES,
    max_suspend_timeout_seconds: FIVE_MINUTES,
    may_disable_suspend: false,
    quota_cu_hours: 100,
    source: 'platform documentation, plans page of 2026-03-20',
    confidence: 'high',
  },
  {
    plan: 'free',
    from: '2025-08-14',
    max_autoscaling_cu: 2,
    max_fixed_cu: 2,
    min_suspend_timeout_seconds: FIVE_MINUTES,
    max_suspend_timeout_seconds: FIVE_MINUTES,
    may_disable_suspend: false,
    quota_cu_hours: 50,
    source: 'platform pricing change of 2025-08-14',
    confidence: 'medium',
  },
  {
    plan: 'free',
    from: '2024-09-01',
    max_autoscaling_cu: 2,
    max_fixed_cu: 2,
    min_suspend_timeout_seconds: FIVE_MINUTES,
    max_suspend_timeout_seconds: FIVE_MINUTES,
    may_disable_suspend: false,
    quota_cu_hours: 191.9,
    source: 'platform plans of September 2024',
    confidence: 'medium',
  },
  {
    plan: 'launch',
    from: '2025-08-14',
    max_autoscaling_cu: 16,
    max_fixed_cu: 16,
    min_suspend_timeout_seconds: FIVE_MINUTES,
    max_suspend_timeout_seconds: FIVE_MINUTES,
    may_disable_suspend: true,
    quota_cu_hours: undefined,
    source: 'platform documentation, plans page of 2026-03-20',
    confidence: 'high',
  },
  {
    plan: 'launch',
    from: '2024-09-01',
    max_autoscaling_cu: 4,
    max_fixed_cu: 4,
    min_suspend_timeout_seconds: FIVE_MINUTES,
    max_suspend_timeout_seconds: A_WEEK,
    may_disable_suspend: true,
    quota_cu_hours: undefined,
    source: 'platform plans of September 2024',
    confidence: 'medium',
  },
  {
    plan: 'scale',
    from: '2025-08-14',
    max_autoscaling_cu: 16,
    max_fixed_cu: 56,
    min_suspend_timeout_seconds: 60,
    max_suspend_timeout_seconds: A_WEEK,
    may_disable_suspend: true,
    quota_cu_hours: undefined,
    source: 'platform documentation, plans page of 2026-03-20',
    confidence: 'high',
  },
  {
    plan: 'scale',
    from: '2024-09-01',
    max_autoscaling_cu: 8,
    max_fixed_cu: 8,
    min_suspend_timeout_seconds: 60,
    max_suspend_timeout_seconds: A_WEEK,
    may_disable_suspend: true,
    quota_cu_hours: undefined,
    source: 'platform plans of September 2024',
    confidence: 'medium',
  },
  {
    plan: 'business',
    from: '2024-09-01',
    max_autoscaling_cu: 10,
    max_fixed_cu: 10,
    min_suspend_timeout_seconds: 60,
    max_suspend_timeout_seconds: A_WEEK,
    may_disable_suspend: true,
    quota_cu_hours: undefined,
    source: 'platform plans of September 2024',
    confidence: 'medium',
  },
];

/** The plans there are or were. */
export const PLAN_NAMES: readonly string[] = [...new Set(CATALOGUE.map((entry) => entry.plan))];

/**
 * The limits of a plan on a day: the entry with the latest `from` that is not after it.
 * @param choice the plan's name, and a day as `YYYY-MM-DD` or `undefined` for the newest entry
 * @returns `undefined` when there is no such plan, or none yet on that day
 */
export function planLimits(choice: {
  readonly name: string;
  readonly as_of: string | undefined;
}): PlanLimits | undefined {
  const { name, as_of } = choice;
  return CATALOGUE.find((entry) => entry.plan === name && (as_of === undefined || entry.from <= as_of));
}

/** What a plan forbids about a compute, in words for a person; `undefined` when it allows the settings. */
export function planProblem(
  limits: PlanLimits,
  settings: {
    readonly autoscaling_limit_min_cu: number;
    readonly autoscaling_limit_max_cu: number;
    readonly suspend_timeout_seconds: number;
  },
): string | undefined {
  const fixed = settings.autoscaling_limit_min_cu === settings.autoscaling_limit_max_cu;
  const largest = fixed ? limits.max_fixed_cu : limits.max_autoscaling_cu;
  if (settings.autoscaling_limit_max_cu > largest) {
    return `the ${limits.plan} plan allows ${fixed ? 'sizes' : 'autoscaling'} up to ${largest} CU, not ${settings.autoscaling_limit_max_cu}`;
  }
  return timeoutProblem(limits, settings.suspend_timeout_seconds);
}

function timeoutProblem(limits: PlanLimits, suspend_timeout_seconds: number): string | undefined {
  if (suspend_timeout_seconds === 0) return undefined;
  if (suspend_timeout_seconds === NEVER_SUSPEND) {
    return limits.may_disable_suspend
      ? undefined
      : `the ${limits.plan} plan cannot switch scale to zero off; expected a suspend timeout of ${limits.min_suspend_timeout_seconds} s`;
  }
  const { min_suspend_timeout_seconds: shortest, max_suspend_timeout_seconds: longest } = limits;
  if (suspend_timeout_seconds >= shortest && suspend_timeout_seconds <= longest) return undefined;
  const allowed = shortest === longest ? `${shortest} s` : `${shortest} to ${longest} s`;
  return `the ${limits.plan} plan allows a suspend timeout of ${allowed}${limits.may_disable_suspend ? ' or -1 (never)' : ''}, not ${suspend_timeout_seconds} s`;
}
