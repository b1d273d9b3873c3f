import { z } from 'zod';
import { type Route, route } from '../route.js';
import { CONSUMPTION_QUERY, PERIODS } from '../schema/consumption-schema.js';
import { PAGINATION, textList } from '../schema/query-schema.js';

const REGION = z.object({
  region_id: z.string(),
  name: z.string(),
  default: z.boolean(),
  geo_lat: z.string(),
  geo_long: z.string(),
});

/** Consumption and regions. */
export const CONSUMPTION_ROUTES: readonly Route[] = [
  route({
    id: 'getConsumptionHistoryPerProjectV2',
    at: 'GET /consumption_history/v2/projects',
    tag: 'Consumption',
    summary: 'Get the consumption of projects',
    query: CONSUMPTION_QUERY,
    response: z.object({
      projects: z.array(z.object({ project_id: z.string(), periods: PERIODS })),
      ...PAGINATION,
    }),
    answer: (platform, caller, input, now) => platform.getConsumptionHistoryPerProjectV2(caller, input, now),
  }),
  route({
    id: 'getConsumptionHistoryPerBranchV2',
    at: 'GET /consumption_history/v2/branches',
    tag: 'Consumption',
    summary: 'Get the consumption of branches',
    query: { ...CONSUMPTION_QUERY, branch_ids: textList() },
    response: z.object({
      branches: z.array(z.object({ project_id: z.string(), branch_id: z.string(), periods: PERIODS })),
      ...PAGINATION,
    }),
    answer: (platform, caller, input, now) => platform.getConsumptionHistoryPerBranchV2(caller, input, now),
  }),
  route({
    id: 'getActiveRegions',
    at: 'GET /regions',
    tag: 'Region',
    summary: 'List the regions',
    response: z.object({ regions: z.array(REGION) }),
    answer: (platform) => platform.getActiveRegions(),
  }),
];
