import { organizationOf, personOnly } from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import { type PageRequest, page } from '../checks/paging.js';
import type { ForOrganization } from '../checks/path-ids.js';
import { badRequest, notFound, PlatformError } from '../checks/platform-error.js';
import type { ProjectRecord } from '../rows/project.js';
import { timestamp } from '../rows/timestamp.js';
import { drawnBytes, uuid } from '../store/draws.js';
import type { State } from '../store/state.js';
import { checkMetrics, computeConsumption, metric } from './consumption-metrics.js';
import { type Timeframe, timeframes } from './consumption-timeframes.js';

/** Which consumption to tell. Lists may hold ids separated by commas. */
export interface ConsumptionInput extends ForOrganization, PageRequest {
  readonly project_ids?: readonly string[] | undefined;
  /** For branches only. */
  readonly branch_ids?: readonly string[] | undefined;
  readonly from: string;
  readonly to: string;
  readonly granularity: string;
  readonly metrics: readonly string[];
}

/** Which consumption to tell as it was told before metrics could be chosen. */
export type FormerConsumptionInput = Omit<ConsumptionInput, 'org_id' | 'metrics'> & {
  readonly org_id?: string | undefined;
};

/** Ids that a request may name at once. */
const MAX_IDS = 100;

function idsOf(list: readonly string[] | undefined, name: string): readonly string[] {
  const ids = (list ?? []).flatMap((each) => each.split(',')).filter((id) => id !== '');
  if (ids.length > MAX_IDS) throw badRequest(`${name} may name ${MAX_IDS} ids at most, not ${ids.length}`);
  return [...new Set(ids)];
}

/** The projects of the organization, or of the user where none is named, that are named, or all of them. */
function projectsAsked(
  state: State,
  caller: Caller,
  input: FormerConsumptionInput,
): { readonly plan: string; readonly projects: readonly ProjectRecord[] } {
  const { id: owner_id, plan } =
    input.org_id === undefined
      ? state.get('users', personOnly(caller).user_id)!
      : organizationOf(state, caller, input.org_id);
  if (plan === 'free') {
    throw new PlatformError('forbidden', 'consumption history is not available on the free plan');
  }
  const all = state.projectsByOwner.rows(owner_id).filter((project) => project.deleted_at_ms === undefined);
  const ids = idsOf(input.project_ids, 'project_ids');
  if (ids.length === 0) return { plan, projects: all };
  const projects = ids.map((id) => {
    const found = all.find((project) => project.id === id);
    if (found === undefined) throw notFound('project');
    return found;
  });
  return { plan, projects };
}

function period(
  state: State,
  of: { readonly project_id: string; readonly branch_id?: string; readonly plan: string },
  since_ms: number,
  spans: readonly Timeframe[],
  metrics: readonly string[],
) {
  const there = spans.filter((span) => span.end_ms > since_ms);
  return {
    period_id: uuid(drawnBytes(state.seed, 'consumption period', of.branch_id ?? of.project_id)),
    period_plan: of.plan,
    period_start: timestamp(since_ms),
    consumption: there.map((span) => ({
      timeframe_start: timestamp(span.start_ms),
      timeframe_end: timestamp(span.end_ms),
      metrics: metrics.map((metric_name) => ({ metric_name, value: metric(state, metric_name, of, span) })),
    })),
  };
}

/**
 * Consumption of an organization's projects, newest project first, oldest timeframe first.
 * @throws PlatformError `not_found`, `forbidden` on the free plan, `bad_request`, `not_acceptable`
 */
export function getConsumptionHistoryPerProjectV2(state: State, caller: Caller, input: ConsumptionInput) {
  const { plan, projects } = projectsAsked(state, caller, input);
  const metrics = checkMetrics(input.metrics, 'project');
  const spans = timeframes(input, state.now_ms);
  const limits = { usual: 10, largest: 100 };
  const found = page(projects, input, limits, (project) => ['', project.sequence], 'desc');
  return {
    projects: found.items.map(({ id: project_id, created_at_ms }) => ({
      project_id,
      periods: [period(state, { project_id, plan }, created_at_ms, spans, metrics)],
    })),
    pagination: found.pagination,
  };
}

/**
 * Consumption of projects as it was told before metrics could be chosen. What is written is not modelled, and 0.
 * @throws PlatformError `not_found`, `forbidden` on the free plan, `bad_request`, `not_acceptable`
 */
export function getConsumptionHistoryPerProject(state: State, caller: Caller, input: FormerConsumptionInput) {
  const { plan, projects } = projectsAsked(state, caller, input);
  const spans = timeframes(input, state.now_ms);
  const limits = { usual: 10, largest: 100 };
  const found = page(projects, input, limits, (project) => ['', project.sequence], 'desc');
  return {
    projects: found.items.map(({ id: project_id, created_at_ms }) => ({
      project_id,
      periods: [
        {
          period_id: uuid(drawnBytes(state.seed, 'consumption period', project_id)),
          period_plan: plan,
          period_start: timestamp(created_at_ms),
          consumption: spans
            .filter((span) => span.end_ms > created_at_ms)
            .map((span) => formerConsumption(state, project_id, span)),
        },
      ],
    })),
    pagination: found.pagination,
  };
}

function formerConsumption(state: State, project_id: string, span: Timeframe) {
  const { active_seconds, compute_seconds } = computeConsumption(state, { project_id }, span);
  const stored = state.branchesByProject
    .rows(project_id)
    .reduce((sum, { logical_size_bytes }) => sum + logical_size_bytes, 0);
  return {
    timeframe_start: timestamp(span.start_ms),
    timeframe_end: timestamp(span.end_ms),
    active_time_seconds: Math.round(active_seconds),
    compute_time_seconds: Math.round(compute_seconds),
    written_data_bytes: 0,
    synthetic_storage_size_bytes: stored,
  };
}

/**
 * Consumption of the branches of the projects named, by project and branch.
 * @throws PlatformError `not_found`, `forbidden` on the free plan, `bad_request`, `not_acceptable`
 */
export function getConsumptionHistoryPerBranchV2(state: State, caller: Caller, input: ConsumptionInput) {
  const { plan, projects } = projectsAsked(state, caller, input);
  if (idsOf(input.project_ids, 'project_ids').length === 0) throw badRequest('project_ids is required');
  const only = idsOf(input.branch_ids, 'branch_ids');
  const metrics = checkMetrics(input.metrics, 'branch');
  const spans = timeframes(input, state.now_ms);
  const branches = projects
    .flatMap((project) => state.branchesByProject.rows(project.id))
    .filter((branch) => only.length === 0 || only.includes(branch.id));
  const limits = { usual: 100, largest: 1000 };
  const found = page(branches, input, limits, (branch) => [`${branch.project_id} ${branch.id}`, 0], 'asc');
  return {
    branches: found.items.map(({ id: branch_id, project_id, created_at_ms }) => ({
      project_id,
      branch_id,
      periods: [period(state, { project_id, branch_id, plan }, created_at_ms, spans, metrics)],
    })),
    pagination: found.pagination,
  };
}
