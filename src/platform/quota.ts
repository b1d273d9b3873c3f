import { periodEnd, periodStart } from './billing-period.js';
import { projectUsage, settledTotals } from './metering.js';
import { computeLimits, planOf } from './plan.js';
import { PlatformError } from './platform-error.js';
import type { ProjectRecord } from './project.js';
import type { State } from './state.js';
import type { UsageTotals } from './usage.js';

const SECONDS_PER_HOUR = 3600;
/** Seconds of consumption that rounding may hide: far less than a millisecond. */
const ROUNDING_SECONDS = 1e-6;

/** What a project may consume in a billing period, by its own quota and its plan; Infinity: no limit. */
export function quotaOf(state: State, project: ProjectRecord): UsageTotals {
  const quota = project.settings.quota;
  const plan_cu_hours = computeLimits(state, planOf(state, project)).quota_cu_hours;
  return {
    active_seconds: quota?.active_time_seconds || Number.POSITIVE_INFINITY,
    compute_seconds: Math.min(
      quota?.compute_time_seconds || Number.POSITIVE_INFINITY,
      plan_cu_hours === undefined ? Number.POSITIVE_INFINITY : plan_cu_hours * SECONDS_PER_HOUR,
    ),
  };
}

/**
 * Why a project's computes may not run: its quota is used up. The texts are those that SQL clients see.
 * Source: the platform's connection errors.
 */
export function quotaProblem(state: State, project: ProjectRecord): PlatformError | undefined {
  const quota = quotaOf(state, project);
  if (
    quota.active_seconds === Number.POSITIVE_INFINITY &&
    quota.compute_seconds === Number.POSITIVE_INFINITY
  ) {
    return undefined;
  }
  const usage = projectUsage(state, project.id);
  if (usage.active_seconds >= quota.active_seconds - ROUNDING_SECONDS) {
    return new PlatformError(
      'unprocessable',
      'Your project has exceeded the active time quota. Upgrade your plan to increase limits.',
      'ACTIVE_TIME_QUOTA_EXCEEDED',
    );
  }
  if (usage.compute_seconds >= quota.compute_seconds - ROUNDING_SECONDS) {
    return new PlatformError(
      'unprocessable',
      'Your account or project has exceeded the compute time quota. Upgrade your plan to increase limits.',
      'COMPUTE_TIME_QUOTA_EXCEEDED',
    );
  }
  return undefined;
}

/**
 * When a project's quota will be used up if its computes go on as they are, or the end of the billing period
 * if that comes first; `undefined` when there is no quota, or no compute left to suspend.
 */
export function quotaDueAt(state: State, project_id: string): number | undefined {
  if (state.meteredByProject.size(project_id) === 0) return undefined;
  const project = state.get('projects', project_id);
  if (project === undefined) return undefined;
  const quota = quotaOf(state, project);
  if (
    quota.active_seconds === Number.POSITIVE_INFINITY &&
    quota.compute_seconds === Number.POSITIVE_INFINITY
  ) {
    return undefined;
  }
  const metered = state.meteredByProject.rows(project_id);
  if (metered.every((endpoint) => endpoint.pending_state === 'idle')) return undefined;
  const period_start_ms = periodStart(state.now_ms);
  const settled = settledTotals(state, project_id, period_start_ms);
  // Consumption at a time t is settled + sum of rate x (t - from): solved for the quota, whatever the time is now.
  let active_from = 0;
  let compute_from = 0;
  let compute_rate = 0;
  for (const endpoint of metered) {
    const from_ms = Math.max(endpoint.metered_from_ms!, period_start_ms);
    active_from += from_ms;
    compute_from += from_ms * endpoint.current_cu;
    compute_rate += endpoint.current_cu;
  }
  const active_end_ms =
    (active_from + (quota.active_seconds - settled.active_seconds) * 1000) / metered.length;
  const compute_end_ms =
    (compute_from + (quota.compute_seconds - settled.compute_seconds) * 1000) / compute_rate;
  const used_up_ms = Math.ceil(Math.min(active_end_ms, compute_end_ms));
  return Math.max(state.now_ms, Math.min(used_up_ms, periodEnd(state.now_ms)));
}
