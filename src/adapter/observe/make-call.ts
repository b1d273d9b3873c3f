import { type ComputeSettings, settingsOf } from '../../compute/lifecycle/settings.js';
import type { Endpoint } from '../../platform/endpoints/endpoint.js';
import type { ComputeSpecification } from '../../scenario/scenario.js';
import { AdapterError } from '../adapter-error.js';
import type { PlatformAdapter, ReportedOperation } from '../platform-adapter.js';
import type { Belongings } from './created-resources.js';
import type { ObservationStep } from './observation-plan.js';

/** Common options of an observation's calls. */
export interface StepOptions {
  /** Unique name of the project to create. */
  readonly project_name: string;
  readonly region_id?: string | undefined;
}

export interface StepAnswer {
  /** Endpoint of the step; `undefined` for a branch without one. */
  readonly endpoint: Endpoint | undefined;
  readonly operations: readonly ReportedOperation[];
}

/**
 * Makes the call of one step and records created resources in the belongings.
 * @throws AdapterError if the call fails
 */
export async function makeCall(
  adapter: PlatformAdapter,
  belongings: Belongings,
  step: ObservationStep,
  options: StepOptions,
): Promise<StepAnswer> {
  if (step.kind === 'create_project') return createProject(adapter, belongings, step, options);
  const project_id = belongings.project_id ?? '';
  switch (step.kind) {
    case 'create_branch':
      return createBranch(adapter, belongings, step);
    case 'create_endpoint':
      return createEndpoint(adapter, belongings, step.compute);
    case 'take_over': {
      const { compute, endpoint } = step;
      belongings.endpoint_ids.set(compute.name, endpoint.id);
      const settings = settingsOf(endpoint);
      if (JSON.stringify(settings) === JSON.stringify(settingsOf(compute)))
        return { endpoint, operations: [] };
      belongings.taken_over.set(compute.name, { endpoint_id: endpoint.id, settings });
      return adapter.updateProjectEndpoint({
        project_id,
        endpoint_id: endpoint.id,
        endpoint: settingsOf(compute),
      });
    }
    case 'update':
      // Only the settings that the step names.
      return adapter.updateProjectEndpoint({ ...idsOf(belongings, step.compute), endpoint: step.set });
    default:
      return adapter[`${step.kind}ProjectEndpoint`](idsOf(belongings, step.compute));
  }
}

export function endpointOfAnswer(
  { endpoint_ids }: Belongings,
  compute: string,
  endpoints: readonly Endpoint[],
): Endpoint | undefined {
  return endpoints.find(({ id }) => id === endpoint_ids.get(compute));
}

function idsOf({ project_id = '', endpoint_ids }: Belongings, compute: string) {
  return { project_id, endpoint_id: endpoint_ids.get(compute) ?? '' };
}

/** Settings of a create call. A timeout of 0 is omitted: it is the default, which some plans do not accept explicitly. */
function newSettings(compute: ComputeSettings): Partial<ComputeSettings> {
  const { suspend_timeout_seconds, ...sizes } = settingsOf(compute);
  return suspend_timeout_seconds === 0 ? sizes : { ...sizes, suspend_timeout_seconds };
}

async function createProject(
  adapter: PlatformAdapter,
  belongings: Belongings,
  { branch, compute, quota }: Extract<ObservationStep, { kind: 'create_project' }>,
  { project_name, region_id }: StepOptions,
): Promise<StepAnswer> {
  belongings.project_name = project_name;
  const creation = adapter.createProject({
    project: {
      name: project_name,
      branch: { name: branch },
      default_endpoint_settings: newSettings(compute),
      ...(Object.keys(quota).length === 0 ? {} : { settings: { quota } }),
      ...(region_id === undefined ? {} : { region_id }),
      ...(belongings.org_id === undefined ? {} : { org_id: belongings.org_id }),
    },
  });
  const created = await creation.catch((error: unknown) => {
    // The service refuses an invalid request at every attempt, so no project can exist.
    if (error instanceof AdapterError && error.status === 400) belongings.project_name = undefined;
    throw error;
  });
  const endpoint = created.endpoints.find(({ type }) => type === 'read_write');
  belongings.project_id = created.project.id;
  belongings.owns_project = true;
  belongings.branch_ids.set(branch, created.branch.id);
  if (endpoint !== undefined) belongings.endpoint_ids.set(compute.name, endpoint.id);
  return { endpoint, operations: created.operations };
}

async function createBranch(
  adapter: PlatformAdapter,
  belongings: Belongings,
  { branch: name, compute }: Extract<ObservationStep, { kind: 'create_branch' }>,
): Promise<StepAnswer> {
  const { branch, endpoints, operations } = await adapter.createProjectBranch({
    project_id: belongings.project_id ?? '',
    branch: { name },
    ...(compute === undefined ? {} : { endpoints: [{ type: compute.type, ...newSettings(compute) }] }),
  });
  belongings.branch_ids.set(name, branch.id);
  belongings.created_branches.add(branch.id);
  const [endpoint] = endpoints;
  if (endpoint !== undefined && compute !== undefined) {
    belongings.endpoint_ids.set(compute.name, endpoint.id);
    belongings.created_endpoints.add(endpoint.id);
  }
  return { endpoint, operations };
}

async function createEndpoint(
  adapter: PlatformAdapter,
  belongings: Belongings,
  compute: ComputeSpecification,
): Promise<StepAnswer> {
  const answer = await adapter.createProjectEndpoint({
    project_id: belongings.project_id ?? '',
    endpoint: {
      branch_id: belongings.branch_ids.get(compute.branch) ?? '',
      type: compute.type,
      name: compute.name,
      ...newSettings(compute),
    },
  });
  belongings.endpoint_ids.set(compute.name, answer.endpoint.id);
  belongings.created_endpoints.add(answer.endpoint.id);
  return answer;
}
