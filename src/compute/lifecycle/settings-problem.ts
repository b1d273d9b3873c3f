import type { PlanLimits } from '../../vendors/plan-limits.js';
import type { RuleBook } from '../rule-book.js';
import { AUTOSCALING_MAX_SPAN_CU, sizeProblem } from '../size.js';
import type { ComputeSettings } from './settings.js';
import { ALWAYS_ACTIVE, isAlwaysActive, NEVER_SUSPEND, suspendTimeoutProblem } from './suspend-timeout.js';

/** The rules for settings, in addition to the size table. */
export interface SettingsRules {
  /** The plan's limits; `undefined` if the plan is unknown or without an account. */
  readonly plan: Omit<PlanLimits, 'quota_cu_hours'> | undefined;
  /** The rule book for the span of the autoscaling limits. */
  readonly book: RuleBook;
}

/** A rule that settings break: the setting, the reason, and whether the size table or the plan forbids it. */
export interface SettingsProblem {
  readonly setting: keyof ComputeSettings;
  readonly message: string;
  readonly rule: 'value' | 'plan';
}

/**
 * The problems of a compute's settings by the size table, the rules of suspension and the plan: at most one
 * problem of the size and one of the timeout, which is not checked if the size is invalid.
 */
export function settingsProblems(
  settings: ComputeSettings,
  { plan: limits, book }: SettingsRules,
): readonly SettingsProblem[] {
  const { autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu } = settings;
  const max_span_cu = AUTOSCALING_MAX_SPAN_CU[book];
  const plan_max_cu = min_cu === max_cu ? limits?.max_fixed_cu : limits?.max_autoscaling_cu;
  const size = sizeProblem(min_cu, max_cu, max_span_cu, plan_max_cu);
  if (size !== undefined) {
    const aboutMin = sizeProblem(min_cu, min_cu, max_span_cu) !== undefined;
    const setting = aboutMin ? 'autoscaling_limit_min_cu' : 'autoscaling_limit_max_cu';
    return [{ setting, message: size, rule: 'value' }];
  }
  const timeout = timeoutProblem(settings);
  const sizeByPlan = limits && planSizeProblem(limits, settings);
  const timeoutByPlan =
    timeout === undefined && limits !== undefined
      ? planTimeoutProblem(limits, settings.suspend_timeout_seconds)
      : undefined;
  return [
    ...problem('suspend_timeout_seconds', 'value', timeout),
    ...problem('autoscaling_limit_max_cu', 'plan', sizeByPlan),
    ...problem('suspend_timeout_seconds', 'plan', timeoutByPlan),
  ];
}

function problem(
  setting: keyof ComputeSettings,
  rule: SettingsProblem['rule'],
  message: string | undefined,
): readonly SettingsProblem[] {
  return message === undefined ? [] : [{ setting, message, rule }];
}

function timeoutProblem(settings: ComputeSettings): string | undefined {
  const { suspend_timeout_seconds } = settings;
  const value = suspendTimeoutProblem(suspend_timeout_seconds);
  if (value !== undefined || !isAlwaysActive(settings) || suspend_timeout_seconds === NEVER_SUSPEND) {
    return value;
  }
  return `${ALWAYS_ACTIVE}; expected a suspend_timeout_seconds of -1, or none`;
}

function planSizeProblem(
  limits: NonNullable<SettingsRules['plan']>,
  settings: ComputeSettings,
): string | undefined {
  const { autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu } = settings;
  const fixed = min_cu === max_cu;
  const largest = fixed ? limits.max_fixed_cu : limits.max_autoscaling_cu;
  if (max_cu <= largest) return undefined;
  return `the ${limits.plan} plan allows ${fixed ? 'sizes' : 'autoscaling'} up to ${largest} CU, not ${max_cu}`;
}

function planTimeoutProblem(
  limits: NonNullable<SettingsRules['plan']>,
  suspend_timeout_seconds: number,
): string | undefined {
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
