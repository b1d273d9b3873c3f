import { organizationOf, personOnly } from '../checks/access.js';
import { type PageRequest, page } from '../checks/paging.js';
import type { ForOrganization } from '../checks/path-ids.js';
import { badRequest, notFound, PlatformError } from '../checks/platform-error.js';
import { about } from '../checks/subject.js';
import type { BranchRecord } from '../rows/branch.js';
import type { ProjectRecord } from '../rows/project.js';
import { timestamp } from '../rows/timestamp.js';
import { drawnBytes, uuid } from '../store/draws.js';
import type { State } from '../store/state.js';
import { boundsOf, checkMetrics, computeConsumption, metrics } from './consumption-metrics.js';
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

/** A rule about the projects of the organization, or of the user where none is named, that are named, or all of them. */
const ofProjects = about((state, caller, input: FormerConsumptionInput) => {
  const { id: owner_id, plan } =
    input.org_id === undefined
      ? state.get('users', personOnly(caller).user_id)!
      : organizationOf(state, caller, input.org_id);
  if (plan === 'free') {
    throw new PlatformError('forbidden', 'consumption history is not available on the free plan');
  }
  const all = state.presentProjectsByOwner.rows(owner_id);
  const ids = idsOf(input.project_ids, 'project_ids');
  if (ids.length === 0) return { plan, projects: all };
  const projects = ids.map((id) => {
    const found = all.find((project) => project.id === id);
    if (found === undefined) throw notFound('project');
    return found;
  });
  return { plan, projects };
});

/** The time since a project or a branch was made, with what is told of each timeframe that ends after that, oldest first. */
function periodsOf<Told>(
  state: State,
  { id, created_at_ms }: ProjectRecord | BranchRecord,
  plan: string,
  spans: readonly Timeframe[],
  tell: (span: Timeframe) => Told,
) {
  const period = {
    period_id: uuid(drawnBytes(state.seed, 'consumption period', id)),
    period_plan: plan,
    period_start: timestamp(created_at_ms),
  };
  return [{ ...period, consumption: spans.filter((span) => span.end_ms > created_at_ms).map(tell) }];
}

/** A page of projects, newest first, with what is told of each in a timeframe. */
function toldOfProjects<Told>(
  state: State,
  { plan, projects }: { readonly plan: string; readonly projects: readonly ProjectRecord[] },
  input: FormerConsumptionInput,
  tell: (of: { readonly project_id: string }, span: Timeframe) => Told,
) {
  const spans = timeframes(input, state.now_ms);
  const limits = { usual: 10, largest: 100 };
  const { items, pagination } = page(projects, input, limits, ({ sequence }) => ['', sequence], 'desc');
  return {
    projects: items.map((project) => {
      const of = { project_id: project.id };
      return { ...of, periods: periodsOf(state, project, plan, spans, (span) => tell(of, span)) };
    }),
    pagination,
  };
}

/**
 * Consumption of an organization's projects.
 * @throws PlatformError `not_found`, `forbidden` on the free plan, `bad_request`, `not_acceptable`
 */
export const getConsumptionHistoryPerProjectV2 = ofProjects((state, found, input: ConsumptionInput) => {
  const names = checkMetrics(input.metrics, 'project');
  return toldOfProjects(state, found, input, (of, span) => metrics(state, names, of, span));
});

/**
 * Consumption of projects as it was told before metrics could be chosen. What is written is not modelled, and 0.
 * @throws PlatformError `not_found`, `forbidden` on the free and launch plans, `bad_request`, `not_acceptable`
 */
export const getConsumptionHistoryPerProject = ofProjects((state, found, input) => {
  if (found.plan === 'launch') {
    throw new PlatformError('forbidden', 'on the launch plan consumption has metrics: ask for that of v2');
  }
  return toldOfProjects(state, found, input, (of, span) => {
    const { active_seconds, compute_seconds } = computeConsumption(state, of, span);
    return {
      ...boundsOf(span),
      active_time_seconds: Math.round(active_seconds),
      compute_time_seconds: Math.round(compute_seconds),
      written_data_bytes: 0,
      synthetic_storage_size_bytes: state.branchesByProject
        .rows(of.project_id)
        .reduce((sum, { logical_size_bytes }) => sum + logical_size_bytes, 0),
    };
  });
});

/**
 * Consumption of the branches of the projects named, by project and branch.
 * @throws PlatformError `not_found`, `forbidden` on the free plan, `bad_request`, `not_acceptable`
 */
export const getConsumptionHistoryPerBranchV2 = ofProjects(
  (state, { plan, projects }, input: ConsumptionInput) => {
    if (idsOf(input.project_ids, 'project_ids').length === 0) throw badRequest('project_ids is required');
    const only = idsOf(input.branch_ids, 'branch_ids');
    const names = checkMetrics(input.metrics, 'branch');
    const spans = timeframes(input, state.now_ms);
    const branches = projects
      .flatMap((project) => state.branchesByProject.rows(project.id))
      .filter((branch) => only.length === 0 || only.includes(branch.id));
    const limits = { usual: 100, largest: 1000 };
    const found = page(branches, input, limits, (branch) => [`${branch.project_id} ${branch.id}`, 0], 'asc');
    return {
      branches: found.items.map((branch) => {
        const of = { project_id: branch.project_id, branch_id: branch.id };
        const tell = (span: Timeframe) => metrics(state, names, of, span);
        return { ...of, periods: periodsOf(state, branch, plan, spans, tell) };
      }),
      pagination: found.pagination,
    };
  },
);
