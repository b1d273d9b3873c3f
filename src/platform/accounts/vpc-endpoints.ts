import { requireAdmin, requireManager } from '../checks/access.js';
import { notFound, PlatformError } from '../checks/platform-error.js';
import { about, ofOrganization, ofProject } from '../checks/subject.js';
import { checkKnown, checkLength, LONGEST_NAME } from '../checks/text-checks.js';
import { REGION_IDS } from '../rows/regions.js';
import type { State } from '../store/state.js';

/** Projects that the details of a VPC endpoint name. */
const MAX_EXAMPLES = 3;

type ForRegion = { readonly region_id: string };
type Named = { readonly vpc_endpoint_id: string };

function present(state: State, org_id: string) {
  return state.vpcEndpointsByOrganization.rows(org_id).filter((row) => row.removed_at_ms === undefined);
}

/** The VPC endpoints of an organization in every region. @throws PlatformError `not_found` */
export const listOrganizationVPCEndpointsAllRegions = ofOrganization((state, { id }) => ({
  endpoints: present(state, id).map(({ vpc_endpoint_id, label, region_id }) => ({
    vpc_endpoint_id,
    label,
    region_id,
  })),
}));

/** The VPC endpoints of an organization in a region. @throws PlatformError `not_found`, `bad_request` */
export const listOrganizationVPCEndpoints = ofOrganization((state, { id }, input: ForRegion) => {
  const region_id = checkKnown(input.region_id, REGION_IDS, 'region');
  const rows = present(state, id).filter((row) => row.region_id === region_id);
  return { endpoints: rows.map(({ vpc_endpoint_id, label }) => ({ vpc_endpoint_id, label })) };
});

const ofVpcEndpoint = about(
  ofOrganization((state, { id }, input: ForRegion & Named) => {
    const row = state.get(
      'vpc_endpoints',
      `${id}/${checkKnown(input.region_id, REGION_IDS, 'region')}/${input.vpc_endpoint_id}`,
    );
    if (row === undefined || row.removed_at_ms !== undefined) throw notFound('VPC endpoint');
    return row;
  }),
);

/** One of them, with the projects that are restricted to it. @throws PlatformError `not_found`, `bad_request` */
export const getOrganizationVPCEndpointDetails = ofVpcEndpoint(
  (state, { org_id, region_id, vpc_endpoint_id, label }) => {
    const restricted = state.presentProjectsByOwner
      .rows(org_id)
      .filter((project) => project.region_id === region_id)
      .map(({ id }) => id)
      .filter((id) => state.get('vpc_restrictions', `${id}/${vpc_endpoint_id}`) !== undefined);
    return {
      vpc_endpoint_id,
      label,
      state: 'accepted',
      num_restricted_projects: restricted.length,
      example_restricted_projects: restricted.slice(0, MAX_EXAMPLES),
    };
  },
);

/**
 * Assigns a VPC endpoint to an organization, or calls it otherwise; it is noted, and nothing is connected.
 * @throws PlatformError `not_found`, `forbidden`, `bad_request`, `conflict` for one that was removed
 */
export const assignOrganizationVPCEndpoint = ofOrganization(
  (state, { id: org_id }, input: ForRegion & Named & { readonly label: string }, caller) => {
    requireAdmin(state, caller, org_id);
    const region_id = checkKnown(input.region_id, REGION_IDS, 'region');
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
  },
);

/** Removes a VPC endpoint from an organization for good. @throws PlatformError `not_found`, `forbidden` */
export const deleteOrganizationVPCEndpoint = ofVpcEndpoint((state, row, _input, caller) => {
  requireAdmin(state, caller, row.org_id);
  state.put('vpc_endpoints', row.id, { ...row, removed_at_ms: state.now_ms });
  return {};
});

/** The VPC endpoints that a project takes connections from; none: from anywhere. @throws PlatformError `not_found` */
export const listProjectVPCEndpoints = ofProject((state, project) => {
  const rows = state.restrictionsByProject.rows(project.id);
  return { endpoints: rows.map(({ vpc_endpoint_id, label }) => ({ vpc_endpoint_id, label })) };
});

/**
 * Restricts a project to a VPC endpoint that its organization has in its region.
 * @throws PlatformError `not_found`, `forbidden`, `bad_request`, `unprocessable`
 */
export const assignProjectVPCEndpoint = ofProject(
  (state, project, input: Named & { readonly label: string }, caller) => {
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
  },
);

/** Lifts such a restriction. @throws PlatformError `not_found`, `forbidden` */
export const deleteProjectVPCEndpoint = ofProject((state, project, input: Named, caller) => {
  requireManager(state, caller, project, 'restrict');
  const restriction = state.get('vpc_restrictions', `${project.id}/${input.vpc_endpoint_id}`);
  if (restriction === undefined) throw notFound('VPC endpoint');
  state.remove('vpc_restrictions', restriction.id);
  return {};
});
