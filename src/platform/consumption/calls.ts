import { z } from 'zod';
import type { BranchRecord } from '../branches/branch.js';
import { organizationOf, personOf, requirePerson } from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import { type PageRequest, page } from '../checks/paging.js';
import { badRequest, notFound, PlatformError } from '../checks/platform-error.js';
import type { ProjectRecord } from '../projects/project.js';
import { REGION, REGIONS } from '../projects/regions.js';
import { call, withTag } from '../resource/call.js';
import { timestamp } from '../resource/row.js';
import { DATE_TIME, optionalSwitch, PAGINATION, pages, type QueryOf, textList } from '../resource/schema.js';
import { drawBytes, uuid } from '../store/draws.js';
import type { State } from '../store/state.js';
import { boundsOf, checkMetrics, computeConsumption, metrics } from './consumption-metrics.js';
import { type Timeframe, timeframes } from './consumption-timeframes.js';

/** Maximum ids per request. */
const MAX_IDS = 100;

const PROJECT_PAGES = pages(10, 100);
const BRANCH_PAGES = pages(100, 1000);

/** A span, the width of its intervals, and the projects or branches to report. */
const V1_CONSUMPTION_QUERY = {
  project_ids: textList(MAX_IDS).optional(),
  from: DATE_TIME,
  to: DATE_TIME,
  granularity: z.enum(['hourly', 'daily', 'monthly']),
  org_id: z.string().optional(),
};

type ConsumptionInput = QueryOf<typeof V1_CONSUMPTION_QUERY> & PageRequest;

/** The same with an organization and metrics. */
const CONSUMPTION_QUERY = { ...V1_CONSUMPTION_QUERY, org_id: z.string(), metrics: textList() };

function idsOf(list: readonly string[] | undefined, name: string): readonly string[] {
  const ids = (list ?? []).flatMap((each) => each.split(',')).filter((id) => id !== '');
  if (ids.length > MAX_IDS) throw badRequest(`${name} may name ${MAX_IDS} ids at most, not ${ids.length}`);
  return [...new Set(ids)];
}

/** The named projects of an organization, or of the user if none is named; all of them by default. */
function projectsOf(state: State, caller: Caller, input: ConsumptionInput) {
  const { id: owner_id, plan } =
    input.org_id === undefined
      ? state.get('users', requirePerson(caller).user_id)!
      : organizationOf(state, caller, { org_id: input.org_id });
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
}

/** The timeframes that end after a project or branch was created, with its consumption in each, oldest first. */
function periodsOf<Item>(
  state: State,
  { id, created_at_ms }: ProjectRecord | BranchRecord,
  plan: string,
  spans: readonly Timeframe[],
  describe: (span: Timeframe) => Item,
) {
  const period = {
    period_id: uuid(drawBytes(state.seed, 'consumption period', id)),
    period_plan: plan,
    period_start: timestamp(created_at_ms),
  };
  return [{ ...period, consumption: spans.filter((span) => span.end_ms > created_at_ms).map(describe) }];
}

/** A page of projects, newest first, with their consumption in a timeframe. */
function projectPage<Item>(
  state: State,
  { plan, projects }: { readonly plan: string; readonly projects: readonly ProjectRecord[] },
  input: ConsumptionInput,
  describe: (of: { readonly project_id: string }, span: Timeframe) => Item,
) {
  const spans = timeframes(input, state.now_ms);
  const { items, pagination } = page(
    projects,
    input,
    PROJECT_PAGES,
    ({ sequence }) => ['', sequence],
    'desc',
  );
  return {
    projects: items.map((project) => {
      const of = { project_id: project.id };
      return { ...of, periods: periodsOf(state, project, plan, spans, (span) => describe(of, span)) };
    }),
    pagination,
  };
}

function periodsWith<Shape extends z.ZodRawShape>(figures: Shape) {
  const timeframe = z.object({ timeframe_start: z.string(), timeframe_end: z.string(), ...figures });
  return z.array(
    z.object({
      period_id: z.uuid(),
      period_plan: z.string(),
      period_start: z.string(),
      period_end: z.string().optional(),
      consumption: z.array(timeframe),
    }),
  );
}

const V1_PERIODS = periodsWith({
  active_time_seconds: z.int(),
  compute_time_seconds: z.int(),
  written_data_bytes: z.int(),
  synthetic_storage_size_bytes: z.int(),
});

const PERIODS = periodsWith({
  metrics: z.array(z.object({ metric_name: z.string(), value: z.number() })),
});

/** Consumption history and regions. */
export const CONSUMPTION_CALLS = {
  ...withTag('Consumption', {
    /** Written data is not modelled and reported as 0. */
    getConsumptionHistoryPerProject: call('GET /consumption_history/projects', {
      summary: 'Get the consumption of projects in the older form, without a choice of metrics',
      // `metrics` has no effect on this call.
      query: {
        ...V1_CONSUMPTION_QUERY,
        ...PROJECT_PAGES.query,
        include_v1_metrics: optionalSwitch(),
        metrics: textList().optional(),
      },
      answer: z.object({
        projects: z.array(z.object({ project_id: z.string(), periods: V1_PERIODS })),
        ...PAGINATION,
      }),
      on: projectsOf,
      rule(state, found, input) {
        if (found.plan === 'launch') {
          throw new PlatformError(
            'forbidden',
            'this call is not available on the launch plan; use /consumption_history/v2/projects',
          );
        }
        return projectPage(state, found, input, (of, span) => {
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
      },
    }),
    getConsumptionHistoryPerProjectV2: call('GET /consumption_history/v2/projects', {
      summary: 'Get the consumption of projects',
      query: { ...CONSUMPTION_QUERY, ...PROJECT_PAGES.query },
      answer: z.object({
        projects: z.array(z.object({ project_id: z.string(), periods: PERIODS })),
        ...PAGINATION,
      }),
      on: projectsOf,
      rule(state, found, input) {
        const names = checkMetrics(input.metrics, 'project');
        return projectPage(state, found, input, (of, span) => metrics(state, names, of, span));
      },
    }),
    getConsumptionHistoryPerBranchV2: call('GET /consumption_history/v2/branches', {
      summary: 'Get the consumption of branches',
      query: {
        ...CONSUMPTION_QUERY,
        ...BRANCH_PAGES.query,
        project_ids: textList(MAX_IDS),
        branch_ids: textList(MAX_IDS).optional(),
      },
      answer: z.object({
        branches: z.array(z.object({ project_id: z.string(), branch_id: z.string(), periods: PERIODS })),
        ...PAGINATION,
      }),
      on: projectsOf,
      rule(state, { plan, projects }, input) {
        if (idsOf(input.project_ids, 'project_ids').length === 0) throw badRequest('project_ids is required');
        const only = idsOf(input.branch_ids, 'branch_ids');
        const names = checkMetrics(input.metrics, 'branch');
        const spans = timeframes(input, state.now_ms);
        const branches = projects
          .flatMap((project) => state.branchesByProject.rows(project.id))
          .filter((branch) => only.length === 0 || only.includes(branch.id));
        const found = page(
          branches,
          input,
          BRANCH_PAGES,
          (branch) => [`${branch.project_id} ${branch.id}`, 0],
          'asc',
        );
        return {
          branches: found.items.map((branch) => {
            const of = { project_id: branch.project_id, branch_id: branch.id };
            const describe = (span: Timeframe) => metrics(state, names, of, span);
            return { ...of, periods: periodsOf(state, branch, plan, spans, describe) };
          }),
          pagination: found.pagination,
        };
      },
    }),
  }),
  ...withTag('Region', {
    getActiveRegions: call('GET /regions', {
      summary: 'List the regions',
      query: { org_id: z.string().optional() },
      answer: z.object({ regions: z.array(REGION) }),
      on: personOf,
      rule: () => ({ regions: REGIONS }),
    }),
  }),
};
