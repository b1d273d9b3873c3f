import { z } from 'zod';
import { ofPerson } from '../platform/checks/subject.js';
import * as consumption from '../platform/consumption/consumption.js';
import { REGIONS } from '../platform/rows/regions.js';
import { REGION } from '../platform/schema/account-schema.js';
import { optionalSwitch, PAGE_QUERY, PAGINATION, textList } from '../platform/schema/query-schema.js';
import { call, tagged } from './call.js';

/** A span, the width of its intervals, and whose consumption to tell. */
const FORMER_CONSUMPTION_QUERY = {
  ...PAGE_QUERY,
  project_ids: textList().optional(),
  from: z.string(),
  to: z.string(),
  granularity: z.enum(['hourly', 'daily', 'monthly']),
  org_id: z.string().optional(),
};

/** The same with metrics, of an organization. */
const CONSUMPTION_QUERY = { ...FORMER_CONSUMPTION_QUERY, org_id: z.string(), metrics: textList() };

/** Intervals with what is told of each. */
function periodsOf<Told extends z.ZodRawShape>(told: Told) {
  const timeframe = z.object({ timeframe_start: z.string(), timeframe_end: z.string(), ...told });
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

/** What was told before metrics could be chosen. */
const FORMER_PERIODS = periodsOf({
  active_time_seconds: z.int(),
  compute_time_seconds: z.int(),
  written_data_bytes: z.int(),
  synthetic_storage_size_bytes: z.int(),
});

const PERIODS = periodsOf({
  metrics: z.array(z.object({ metric_name: z.string(), value: z.number() })),
});

const RULES = { ...consumption, getActiveRegions: ofPerson(() => ({ regions: REGIONS })) };

/** Consumption and regions. */
export const CONSUMPTION_CALLS = {
  ...tagged('Consumption', RULES, {
    getConsumptionHistoryPerProject: call('GET /consumption_history/projects', {
      summary: 'Get the consumption of projects as it was told before metrics could be chosen',
      // Without effect, since the metrics of this call cannot be chosen.
      query: {
        ...FORMER_CONSUMPTION_QUERY,
        include_v1_metrics: optionalSwitch(),
        metrics: textList().optional(),
      },
      answer: z.object({
        projects: z.array(z.object({ project_id: z.string(), periods: FORMER_PERIODS })),
        ...PAGINATION,
      }),
    }),
    getConsumptionHistoryPerProjectV2: call('GET /consumption_history/v2/projects', {
      summary: 'Get the consumption of projects',
      query: CONSUMPTION_QUERY,
      answer: z.object({
        projects: z.array(z.object({ project_id: z.string(), periods: PERIODS })),
        ...PAGINATION,
      }),
    }),
    getConsumptionHistoryPerBranchV2: call('GET /consumption_history/v2/branches', {
      summary: 'Get the consumption of branches',
      query: { ...CONSUMPTION_QUERY, project_ids: textList(), branch_ids: textList().optional() },
      answer: z.object({
        branches: z.array(z.object({ project_id: z.string(), branch_id: z.string(), periods: PERIODS })),
        ...PAGINATION,
      }),
    }),
  }),
  ...tagged('Region', RULES, {
    getActiveRegions: call('GET /regions', {
      summary: 'List the regions',
      query: { org_id: z.string().optional() },
      answer: z.object({ regions: z.array(REGION) }),
    }),
  }),
};
