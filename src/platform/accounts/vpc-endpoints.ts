import { organizationOf, projectOf, requireAdmin, requireManager } from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import type { ForOrganization, ForProject } from '../checks/path-ids.js';
import { badRequest, notFound, PlatformError } from '../checks/platform-error.js';
import { checkLength, LONGEST_NAME } from '../checks/text-checks.js';
import type { VpcEndpointRecord } from '../rows/granted.js';
import { REGION_IDS } from '../rows/regions.js';
import type { State } from '../store/state.js';

/** Projects that the details of a VPC endpoint name. */
const MAX_EXAMPLES = 3;

type ForRegion = ForOrganization & { readonly region_id: string };
type Named = { readonly vpc_endpoint_id: string };

function present(state: State, org_id: string): readonly VpcEndpointRecord[] {
  return state.vpcEndpointsByOrganization.rows(org_id).filter((row) => row.removed_at_ms === undefined);
}

function checkRegion(region_id: string): string {
  if (REGION_IDS.includes(region_id)) return region_id;
  throw badRequest(`unknown region "${region_id}"; expected one of ${REGION_IDS.join(', ')}`);
}

/** The VPC endpoints of an organization in every region. @throws PlatformError `not_found` */
export function listOrganizationVPCEndpointsAllRegions(state: State, caller: Caller, input: ForOrganization) {
  const { id } = organizationOf(state, caller, input.org_id);
  return {
    endpoints: present(state, id).map(({ vpc_endpoint_id, label, region_id }) => ({
      vpc_endpoint_id,
      label,
      region_id,
    })),
  };
}

/** The VPC endpoints of an organization in a region. @throws PlatformError `not_found`, `bad_request` */
export function listOrganizationVPCEndpoints(state: State, caller: Caller, input: ForRegion) {
  const { id } = organizationOf(state, caller, input.org_id);
  const region_id = checkRegion(input.region_id);
  const rows = present(state, id).filter((row) => row.region_id === region_id);
  return { endpoints: rows.map(({ vpc_endpoint_id, label }) => ({ vpc_endpoint_id, label })) };
}

function vpcEndpointOf(state: State, caller: Caller, input: ForRegion & Named): VpcEndpointRecord {
  const { id } = organizationOf(state, caller, input.org_id);
  const row = state.get('vpc_endpoints', `${id}/${checkRegion(input.region_id)}/${input.vpc_endpoint_id}`);
  if (row === undefined || row.removed_at_ms !== undefined) throw notFound('VPC endpoint');
  return row;
}

/** One of them, with the projects that are restricted to it. @throws PlatformError `not_found`, `bad_request` */
export function getOrganizationVPCEndpointDetails(state: State, caller: Caller, input: ForRegion & Named) {
  const { org_id, vpc_endpoint_id, label } = vpcEndpointOf(state, caller, input);
  const restricted = state.projectsByOwner
    .rows(org_id)
    .filter(({ id }) => state.get('vpc_restrictions', `${id}/${vpc_endpoint_id}`) !== undefined)
    .map(({ id }) => id);
  return {
    vpc_endpoint_id,
    label,
    state: 'accepted',
    num_restricted_projects: restricted.length,
    example_restricted_projects: restricted.slice(0, MAX_EXAMPLES),
  };
}

/**
 * Assigns a VPC endpoint to an organization, or calls it otherwise; it is noted, and nothing is connected.
 * @throws PlatformError `not_found`, `forbidden`, `bad_request`, `conflict` for one that was removed
 */
export function assignOrganizationVPCEndpoint(
  state: State,
  caller: Caller,
  input: ForRegion & Named & { readonly label: string },
) {
  const { id: org_id } = organizationOf(state, caller, input.org_id);
  requireAdmin(state, caller, org_id);
  const region_id = checkRegion(input.region_id);
  const vpc_endpoint_id = checkLength(input.vpc_endpoint_id, 'vpc_endpoint_id', LONGEST_NAME);
  const label = checkLength(input.label, 'label', LONGEST_NAME);
  const id = `${org_id}/${region_id}/${vpc_endpoint_id}`;
  const known = state.get('vpc_endpoints', id);
  if (known?.removed_at_ms !== undefined) {
    throw new PlatformError('conflict', 'a VPC endpoint that was removed cannot be added again');
  }
  const sequence = known?.sequence ?? state.nextSequence();
  state.put('vpc_endpoints', id, { id, sequence, org_id, region_id, vpc_endpoint_id, label });
  return {};
}

/** Removes a VPC endpoint from an organization for good. @throws PlatformError `not_found`, `forbidden` */
export function deleteOrganizationVPCEndpoint(state: State, caller: Caller, input: ForRegion & Named) {
  const row = vpcEndpointOf(state, caller, input);
  requireAdmin(state, caller, row.org_id);
  state.put('vpc_endpoints', row.id, { ...row, removed_at_ms: state.now_ms });
  return {};
}

/** The VPC endpoints that a project takes connections from; none: from anywhere. @throws PlatformError `not_found` */
export function listProjectVPCEndpoints(state: State, caller: Caller, input: ForProject) {
  const project = projectOf(state, caller, input.project_id);
  const rows = state.restrictionsByProject.rows(project.id);
  return { endpoints: rows.map(({ vpc_endpoint_id, label }) => ({ vpc_endpoint_id, label })) };
}

/**
 * Restricts a project to a VPC endpoint that its organization has in its region.
 * @throws PlatformError `not_found`, `forbidden`, `bad_request`, `unprocessable`
 */
export function assignProjectVPCEndpoint(
  state: State,
  caller: Caller,
  input: ForProject & Named & { readonly label: string },
) {
  const project = projectOf(state, caller, input.project_id);
  requireManager(state, caller, project, 'restrict');
  const { vpc_endpoint_id } = input;
  const label = checkLength(input.label, 'label', LONGEST_NAME);
  const assigned = state.get('vpc_endpoints', `${project.org_id}/${project.region_id}/${vpc_endpoint_id}`);
  if (assigned === undefined || assigned.removed_at_ms !== undefined) {
    throw new PlatformError(
      'unprocessable',
      "the VPC endpoint is not assigned to the project's organization in its region",
    );
  }
  const id = `${project.id}/${vpc_endpoint_id}`;
  const sequence = state.get('vpc_restrictions', id)?.sequence ?? state.nextSequence();
  state.put('vpc_restrictions', id, { id, sequence, project_id: project.id, vpc_endpoint_id, label });
  return {};
}

/** Lifts such a restriction. @throws PlatformError `not_found`, `forbidden` */
export function deleteProjectVPCEndpoint(state: State, caller: Caller, input: ForProject & Named) {
  const project = projectOf(state, caller, input.project_id);
  requireManager(state, caller, project, 'restrict');
  const restriction = state.get('vpc_restrictions', `${project.id}/${input.vpc_endpoint_id}`);
  if (restriction === undefined) throw notFound('VPC endpoint');
  state.remove('vpc_restrictions', restriction.id);
  return {};
}
