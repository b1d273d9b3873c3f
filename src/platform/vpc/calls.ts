import { z } from 'zod';
import { organizationOf, projectOf, requireAdmin, requireManager } from '../checks/access.js';
import { notFound, PlatformError } from '../checks/platform-error.js';
import { checkKnown, checkLength, MAX_NAME_LENGTH } from '../checks/text-checks.js';
import { REGION_IDS } from '../projects/regions.js';
import { call, within, withTag } from '../resource/call.js';
import type { State } from '../store/state.js';
import { VPC_ASSIGNMENT, VPC_ENDPOINT } from './vpc-endpoint.js';

/** Maximum number of example projects in the details of a VPC endpoint. */
const MAX_EXAMPLES = 3;

type ForRegion = { readonly region_id: string };

type Named = { readonly vpc_endpoint_id: string };

function assignedEndpoints(state: State, org_id: string) {
  return state.vpcEndpointsByOrganization.rows(org_id).filter((row) => row.removed_at_ms === undefined);
}

const vpcEndpointOf = within(organizationOf, (state, { id }, input: ForRegion & Named) => {
  const row = state.get(
    'vpc_endpoints',
    `${id}/${checkKnown(input.region_id, REGION_IDS, 'region')}/${input.vpc_endpoint_id}`,
  );
  if (row === undefined || row.removed_at_ms !== undefined) throw notFound('VPC endpoint');
  return row;
});

const ORGANIZATION_PATH = '/organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints';

const PROJECT_PATH = '/projects/{project_id}/vpc_endpoints';

const ENDPOINTS = z.object({ endpoints: z.array(VPC_ENDPOINT) });

/** The vendor does not document the body. */
const NOTHING = z.object({}).optional();

/** VPC endpoints of organizations, and projects that are restricted to them. */
export const VPC_CALLS = {
  ...withTag('Organizations', {
    listOrganizationVPCEndpointsAllRegions: call('GET /organizations/{org_id}/vpc/vpc_endpoints', {
      summary: 'List the VPC endpoints of an organization in every region',
      answer: z.object({ endpoints: z.array(VPC_ENDPOINT.extend({ region_id: z.string() })) }),
      on: organizationOf,
      rule: (state, { id }) => ({
        endpoints: assignedEndpoints(state, id).map(({ vpc_endpoint_id, label, region_id }) => ({
          vpc_endpoint_id,
          label,
          region_id,
        })),
      }),
    }),
    listOrganizationVPCEndpoints: call(`GET ${ORGANIZATION_PATH}`, {
      summary: 'List the VPC endpoints of an organization in a region',
      answer: ENDPOINTS,
      on: organizationOf,
      rule(state, { id }, input) {
        const region_id = checkKnown(input.region_id, REGION_IDS, 'region');
        const rows = assignedEndpoints(state, id).filter((row) => row.region_id === region_id);
        return { endpoints: rows.map(({ vpc_endpoint_id, label }) => ({ vpc_endpoint_id, label })) };
      },
    }),
    getOrganizationVPCEndpointDetails: call(`GET ${ORGANIZATION_PATH}/{vpc_endpoint_id}`, {
      summary: 'Get a VPC endpoint, with the projects that are restricted to it',
      answer: VPC_ENDPOINT.extend({
        state: z.string(),
        num_restricted_projects: z.int(),
        example_restricted_projects: z.array(z.string()),
      }),
      on: vpcEndpointOf,
      rule(state, { org_id, region_id, vpc_endpoint_id, label }) {
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
    }),
    assignOrganizationVPCEndpoint: call(`POST ${ORGANIZATION_PATH}/{vpc_endpoint_id}`, {
      summary: 'Assign a VPC endpoint to an organization; it is recorded but not connected',
      body: VPC_ASSIGNMENT,
      answer: NOTHING,
      on: organizationOf,
      rule(state, { id: org_id }, input, caller) {
        requireAdmin(state, caller, org_id);
        const region_id = checkKnown(input.region_id, REGION_IDS, 'region');
        const vpc_endpoint_id = checkLength(input.vpc_endpoint_id, 'vpc_endpoint_id', MAX_NAME_LENGTH);
        const label = checkLength(input.label, 'label', MAX_NAME_LENGTH);
        const id = `${org_id}/${region_id}/${vpc_endpoint_id}`;
        const known = state.get('vpc_endpoints', id);
        if (known?.removed_at_ms !== undefined) {
          throw new PlatformError('conflict', 'a VPC endpoint that was removed cannot be added again');
        }
        const sequence = known?.sequence ?? state.nextSequence();
        state.put('vpc_endpoints', id, { id, sequence, org_id, region_id, vpc_endpoint_id, label });
        return {};
      },
    }),
    deleteOrganizationVPCEndpoint: call(`DELETE ${ORGANIZATION_PATH}/{vpc_endpoint_id}`, {
      summary: 'Remove a VPC endpoint from an organization permanently',
      answer: NOTHING,
      on: vpcEndpointOf,
      rule(state, row, _input, caller) {
        requireAdmin(state, caller, row.org_id);
        state.put('vpc_endpoints', row.id, { ...row, removed_at_ms: state.now_ms });
        return {};
      },
    }),
  }),
  ...withTag('Project', {
    /** A project without VPC endpoints accepts connections from anywhere. */
    listProjectVPCEndpoints: call(`GET ${PROJECT_PATH}`, {
      summary: 'List the VPC endpoints that a project is restricted to',
      answer: ENDPOINTS,
      on: projectOf,
      rule(state, project) {
        const rows = state.restrictionsByProject.rows(project.id);
        return { endpoints: rows.map(({ vpc_endpoint_id, label }) => ({ vpc_endpoint_id, label })) };
      },
    }),
    assignProjectVPCEndpoint: call(`POST ${PROJECT_PATH}/{vpc_endpoint_id}`, {
      summary: 'Restrict a project to a VPC endpoint of its organization',
      body: VPC_ASSIGNMENT,
      answer: NOTHING,
      on: projectOf,
      rule(state, project, input, caller) {
        requireManager(state, caller, project, 'restrict');
        const { vpc_endpoint_id } = input;
        const label = checkLength(input.label, 'label', MAX_NAME_LENGTH);
        const assigned = state.get(
          'vpc_endpoints',
          `${project.org_id}/${project.region_id}/${vpc_endpoint_id}`,
        );
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
    }),
    deleteProjectVPCEndpoint: call(`DELETE ${PROJECT_PATH}/{vpc_endpoint_id}`, {
      summary: "Remove a project's restriction to a VPC endpoint",
      answer: NOTHING,
      on: projectOf,
      rule(state, project, input, caller) {
        requireManager(state, caller, project, 'restrict');
        const restriction = state.get('vpc_restrictions', `${project.id}/${input.vpc_endpoint_id}`);
        if (restriction === undefined) throw notFound('VPC endpoint');
        state.remove('vpc_restrictions', restriction.id);
        return {};
      },
    }),
  }),
};
