import { z } from 'zod';
import * as vpc from '../platform/accounts/vpc-endpoints.js';
import { VPC_ASSIGNMENT, VPC_ENDPOINT, VPC_ENDPOINT_DETAILS } from '../platform/schema/sharing-schema.js';
import { call, tagged } from './call.js';

const OF_ORGANIZATION = '/organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints';
const OF_PROJECT = '/projects/{project_id}/vpc_endpoints';
const ENDPOINTS = z.object({ endpoints: z.array(VPC_ENDPOINT) });
/** The vendor does not say what the body is. */
const NOTHING = z.object({}).optional();

/** VPC endpoints of organizations, and projects that are restricted to them. */
export const VPC_CALLS = {
  ...tagged('Organizations', vpc, {
    listOrganizationVPCEndpointsAllRegions: call('GET /organizations/{org_id}/vpc/vpc_endpoints', {
      summary: 'List the VPC endpoints of an organization in every region',
      answer: z.object({ endpoints: z.array(VPC_ENDPOINT.extend({ region_id: z.string() })) }),
    }),
    listOrganizationVPCEndpoints: call(`GET ${OF_ORGANIZATION}`, {
      summary: 'List the VPC endpoints of an organization in a region',
      answer: ENDPOINTS,
    }),
    getOrganizationVPCEndpointDetails: call(`GET ${OF_ORGANIZATION}/{vpc_endpoint_id}`, {
      summary: 'Get a VPC endpoint, with the projects that are restricted to it',
      answer: VPC_ENDPOINT_DETAILS,
    }),
    assignOrganizationVPCEndpoint: call(`POST ${OF_ORGANIZATION}/{vpc_endpoint_id}`, {
      summary: 'Assign a VPC endpoint to an organization; it is noted, and nothing is connected',
      body: VPC_ASSIGNMENT,
      answer: NOTHING,
    }),
    deleteOrganizationVPCEndpoint: call(`DELETE ${OF_ORGANIZATION}/{vpc_endpoint_id}`, {
      summary: 'Remove a VPC endpoint from an organization for good',
      answer: NOTHING,
    }),
  }),
  ...tagged('Project', vpc, {
    listProjectVPCEndpoints: call(`GET ${OF_PROJECT}`, {
      summary: 'List the VPC endpoints that a project is restricted to',
      answer: ENDPOINTS,
    }),
    assignProjectVPCEndpoint: call(`POST ${OF_PROJECT}/{vpc_endpoint_id}`, {
      summary: 'Restrict a project to a VPC endpoint of its organization',
      body: VPC_ASSIGNMENT,
      answer: NOTHING,
    }),
    deleteProjectVPCEndpoint: call(`DELETE ${OF_PROJECT}/{vpc_endpoint_id}`, {
      summary: 'Lift such a restriction',
      answer: NOTHING,
    }),
  }),
};
