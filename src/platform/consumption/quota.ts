import {
  type Consumption,
  exceededQuota,
  secondsUntilExceeded,
} from '../../compute/lifecycle/consumption.js';
import { monthStart } from '../../kernel/calendar-month.js';
import { HOUR_SECONDS } from '../../kernel/units.js';
import { computeLimits, planOf } from '../checks/plan.js';
import { PlatformError } from '../checks/platform-error.js';
import type { ProjectRecord } from '../projects/project.js';
import type { State } from '../store/state.js';
import { projectUsage, usageAt } from './metering.js';

/** The consumption that a project's quota and plan allow in a billing period; Infinity: no limit. */
export function quotaOf(state: State, project: ProjectRecord): Consumption {
  const quota = project.settings.quota;
  const plan_cu_hours = computeLimits(state, planOf(state, project)).quota_cu_hours;
  return {
    active_seconds: quota?.active_time_seconds || Number.POSITIVE_INFINITY,
    compute_seconds: Math.min(
      quota?.compute_time_seconds || Number.POSITIVE_INFINITY,
      plan_cu_hours === undefined ? Number.POSITIVE_INFINITY : plan_cu_hours * HOUR_SECONDS,
    ),
  };
}

function isUnlimited({ active_seconds, compute_seconds }: Consumption): boolean {
  return Math.min(active_seconds, compute_seconds) === Number.POSITIVE_INFINITY;
}

/** The error that SQL clients and callers receive, with its code. Source: the platform's connection errors. */
const EXCEEDED: Readonly<Record<keyof Consumption, readonly [message: string, code: string]>> = {
  active_seconds: [
    'Your project has exceeded the active time quota. Upgrade your plan to increase limits.',
    'ACTIVE_TIME_QUOTA_EXCEEDED',
  ],
  compute_seconds: [
    'Your account or project has exceeded the compute time quota. Upgrade your plan to increase limits.',
    'COMPUTE_TIME_QUOTA_EXCEEDED',
  ],
};

/** The error if a project's quota is exhausted, so that its computes may not run; `undefined` otherwise. */
export function quotaProblem(state: State, project: ProjectRecord): PlatformError | undefined {
  const quota = quotaOf(state, project);
  if (isUnlimited(quota)) return undefined;
  const part = exceededQuota(projectUsage(state, project.id), quota);
  return part && new PlatformError('unprocessable', ...EXCEEDED[part]);
}

/**
 * The time at which a project's quota will be exhausted if its computes continue unchanged, or the end of the billing
 * period if that is earlier; `undefined` without a quota or a compute to suspend.
 */
export function quotaDueAt(state: State, project_id: string): number | undefined {
  if (state.meteredByProject.size(project_id) === 0) return undefined;
  const project = state.get('projects', project_id);
  if (project === undefined) return undefined;
  const quota = quotaOf(state, project);
  if (isUnlimited(quota)) return undefined;
  const metered = state.meteredByProject.rows(project_id);
  const continuing = metered.filter((endpoint) => endpoint.pending_state !== 'idle');
  if (continuing.length === 0) return undefined;
  // Extrapolates from the latest metering start, so that the result does not depend on the current time.
  const at_ms = Math.max(monthStart(state.now_ms), ...metered.map((endpoint) => endpoint.metered_from_ms!));
  const used = usageAt(state, project_id, metered, at_ms);
  const rate_cu = metered.reduce((sum, endpoint) => sum + endpoint.current_cu, 0);
  const seconds = Math.min(
    secondsUntilExceeded(used.active_seconds, quota.active_seconds, metered.length),
    secondsUntilExceeded(used.compute_seconds, quota.compute_seconds, rate_cu),
  );
  const exhausted_ms = Math.ceil(at_ms + seconds * 1000);
  const retry_at_ms = Math.min(...continuing.map((endpoint) => endpoint.retry_at_ms ?? 0));
  return Math.max(state.now_ms, retry_at_ms, Math.min(exhausted_ms, monthStart(state.now_ms, 1)));
}
