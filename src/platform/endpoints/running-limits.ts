import { ACTIVE_COMPUTES_EXCEEDED, countsAsLimited } from '../../compute/lifecycle/active-computes.js';
import { countsAsActive } from '../../compute/lifecycle/transition.js';
import { limitOn } from '../../vendors/plan-limits.js';
import { planOf } from '../checks/plan.js';
import { PlatformError } from '../checks/platform-error.js';
import { quotaProblem } from '../consumption/quota.js';
import type { EndpointRecord } from '../rows/endpoint.js';
import type { ProjectRecord } from '../rows/project.js';
import type { State } from '../store/state.js';

/** What a client is told of an endpoint that cannot be connected to. Source: the platform's connection errors. */
export const NOT_REACHABLE = "The requested endpoint could not be found, or you don't have access to it.";

/** How many endpoints of a project may be active at once besides the primary of its default branch. */
function activeLimit(state: State, project: ProjectRecord): number {
  const { active_endpoints_limit, plans_as_of } = state.rules;
  const ofPlan = () =>
    limitOn({ name: planOf(state, project), as_of: plans_as_of }, 'active_computes')?.value;
  return active_endpoints_limit ?? ofPlan() ?? Number.POSITIVE_INFINITY;
}

function activeLimitProblem(
  state: State,
  project: ProjectRecord,
  endpoint: Pick<EndpointRecord, 'type' | 'branch_id'>,
): PlatformError | undefined {
  if (!countsAsLimited(endpoint.type, endpoint.branch_id, project.default_branch_id)) return undefined;
  const exempt = state.primaryByBranch.only(project.default_branch_id);
  const exempt_awake = exempt !== undefined && countsAsActive(exempt) ? 1 : 0;
  const awake = state.awakeByProject.size(project.id) - exempt_awake;
  if (awake < activeLimit(state, project)) return undefined;
  return new PlatformError('unprocessable', ACTIVE_COMPUTES_EXCEEDED, 'ACTIVE_ENDPOINTS_LIMIT_EXCEEDED');
}

/** Why an endpoint that is not active may not run now; `undefined` when it may. */
export function runningProblem(
  state: State,
  project: ProjectRecord,
  endpoint: Pick<EndpointRecord, 'type' | 'branch_id' | 'disabled'>,
): PlatformError | undefined {
  if (endpoint.disabled) return new PlatformError('unprocessable', NOT_REACHABLE, 'ENDPOINT_DISABLED');
  return quotaProblem(state, project) ?? activeLimitProblem(state, project, endpoint);
}
