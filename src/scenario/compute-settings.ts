import { AUTOSCALING_MAX_CU, sizeProblem } from '../compute/size.js';
import { NEVER_SUSPEND } from '../compute/suspend-timeout.js';
import { type PlanLimits, planProblem } from '../platform/plan-limits.js';

/** The settings of a compute that rules are about. */
export interface ComputeSettings {
  readonly autoscaling_limit_min_cu: number;
  readonly autoscaling_limit_max_cu: number;
  readonly suspend_timeout_seconds: number;
}

/** A rule that settings break: at which of them, and why. */
export interface SettingsProblem {
  readonly setting: keyof ComputeSettings;
  readonly message: string;
}

/** Whether a size suspends at all: above 16 CU a compute is always active. */
export function isAlwaysActive(settings: { readonly autoscaling_limit_max_cu: number }): boolean {
  return settings.autoscaling_limit_max_cu > AUTOSCALING_MAX_CU;
}

/**
 * What is wrong with a compute's settings by the size table and the plan.
 * @param limits the plan's, or `undefined` when the plan is not known
 */
export function settingsProblems(
  settings: ComputeSettings,
  limits: PlanLimits | undefined,
): readonly SettingsProblem[] {
  const size = sizeProblem(settings.autoscaling_limit_min_cu, settings.autoscaling_limit_max_cu);
  if (size !== undefined) {
    const aboutMin =
      sizeProblem(settings.autoscaling_limit_min_cu, settings.autoscaling_limit_min_cu) !== undefined;
    const setting = aboutMin ? 'autoscaling_limit_min_cu' : 'autoscaling_limit_max_cu';
    return [{ setting, message: size }];
  }
  const problems: SettingsProblem[] = [];
  if (isAlwaysActive(settings) && settings.suspend_timeout_seconds !== NEVER_SUSPEND) {
    problems.push({
      setting: 'suspend_timeout_seconds',
      message: `a compute above ${AUTOSCALING_MAX_CU} CU is always active; expected -1, or to be left out`,
    });
  }
  if (limits === undefined) return problems;
  // Apart, so that each problem is told at its own setting.
  const bySize = planProblem(limits, { ...settings, suspend_timeout_seconds: 0 });
  if (bySize !== undefined) problems.push({ setting: 'autoscaling_limit_max_cu', message: bySize });
  const byTimeout = planProblem(limits, {
    ...settings,
    autoscaling_limit_min_cu: 0.25,
    autoscaling_limit_max_cu: 0.25,
  });
  if (byTimeout !== undefined && problems.every((problem) => problem.setting !== 'suspend_timeout_seconds')) {
    problems.push({ setting: 'suspend_timeout_seconds', message: byTimeout });
  }
  return problems;
}
