import { test } from 'vitest';
import { CONTRACT } from '../../../src/api/contract.js';
import { REGION_IDS } from '../../../src/platform/projects/regions.js';
import { expectRefused, type Refused } from './refused-calls.js';

const ADMINS_ONLY = 'forbidden: only administrators of the organization may do this';
const UNKNOWN_REGION = `bad_request: unknown region "aws-moon-1"; expected one of ${REGION_IDS.join(', ')}`;

test('account calls are refused with these messages', () => {
  expectRefused(({ ada, bob, eve, org_id, free_id, platform, admin, now }) => {
    const [own] = platform.call(
      CONTRACT.getOrganizationMembers,
      admin.caller,
      { org_id, sort_by: 'email', sort_order: 'asc' },
      now,
    ).members;
    const mine = { org_id, member_id: own!.member.id };
    const limit = (spending_limit_cents: number) =>
      ada('setOrganizationSpendingLimit', { org_id, spending_limit_cents });
    const limited = (shown: number) =>
      `bad_request: spending_limit_cents must be a whole number from 1 to 1000000000, not ${shown}`;
    const invite = (count: number, email = 'zoe@example.com') => ({
      org_id,
      invitations: Array.from({ length: count }, () => ({ email, role: 'member' })),
    });
    const vpc = { org_id, region_id: 'aws-us-east-2', vpc_endpoint_id: 'vpce-1', label: 'office' };
    const named = { key_name: 'first', user_id: admin.user.id };
    platform.issueApiKey({ ...named, secret: 'known' }, now);
    const person = { name: 'Zoe', email: 'zoe@example.com' };
    return [
      [ada('revokeApiKey', { key_id: 999_999 }), 'not_found: API key not found'],
      [eve('getOrganization', { org_id }), 'not_found: not an organization member'],
      [ada('getOrganizationMember', { org_id, member_id: 'none' }), 'not_found: member not found'],
      [bob('updateOrganizationMember', { ...mine, role: 'member' }), ADMINS_ONLY],
      [bob('removeOrganizationMember', mine), ADMINS_ONLY],
      [
        ada('removeOrganizationMember', mine),
        'unprocessable: an organization must have at least one administrator',
      ],
      [
        ada('getOrganizationMembers', { org_id, limit: 501 }),
        'bad_request: limit must be a whole number from 1 to 500, not 501',
      ],
      [
        ada('getOrganizationMembers', { org_id, cursor: 'W10' }),
        'bad_request: invalid cursor; expected one from a previous answer',
      ],
      [bob('setOrganizationSpendingLimit', { org_id, spending_limit_cents: 1 }), ADMINS_ONLY],
      [bob('deleteOrganizationSpendingLimit', { org_id }), ADMINS_ONLY],
      [
        ada('getOrganizationSpendingLimit', { org_id: free_id }),
        'forbidden: spending limits are not available on the free plan',
      ],
      ...[0, 1_000_000_001, 1.5].map((cents): Refused => [limit(cents), limited(cents)]),
      [bob('createOrganizationInvitations', invite(1)), ADMINS_ONLY],
      ...[0, 101].map(
        (count): Refused => [
          ada('createOrganizationInvitations', invite(count)),
          'bad_request: invitations must name 1 to 100 people',
        ],
      ),
      [
        ada('createOrganizationInvitations', invite(1, 'zoe')),
        'bad_request: email "zoe" is not an address such as ada@example.com',
      ],
      [ada('listOrganizationVPCEndpoints', { org_id, region_id: 'aws-moon-1' }), UNKNOWN_REGION],
      [ada('getOrganizationVPCEndpointDetails', vpc), 'not_found: VPC endpoint not found'],
      [bob('assignOrganizationVPCEndpoint', vpc), ADMINS_ONLY],
      [
        ada('assignOrganizationVPCEndpoint', { ...vpc, label: '' }),
        'bad_request: label must have 1 to 256 characters',
      ],
      [
        ada('assignOrganizationVPCEndpoint', { ...vpc, vpc_endpoint_id: 'x'.repeat(257) }),
        'bad_request: vpc_endpoint_id must have 1 to 256 characters',
      ],
      [
        () => platform.signUp({ ...person, name: '' }, now),
        'bad_request: name must have 1 to 256 characters',
      ],
      [
        () => platform.signUp({ ...person, plan: 'gold' }, now),
        'bad_request: unknown plan "gold"; expected one of free, launch, scale, business',
      ],
      [
        () => platform.createOrganization({ name: 'New', admin_user_id: 'none' }, now),
        'not_found: user not found',
      ],
      [
        () => platform.addMember({ org_id: 'none', user_id: admin.user.id, role: 'member' }, now),
        'not_found: organization not found',
      ],
      [
        () => platform.addMember({ org_id, user_id: admin.user.id, role: 'member' }, now),
        'conflict: the user is a member of the organization already',
      ],
      [() => platform.issueApiKey({ ...named, user_id: 'none' }, now), 'not_found: user not found'],
      [
        () => platform.issueApiKey({ ...named, secret: 'known' }, now),
        'conflict: another key has this secret',
      ],
      [
        () => platform.authenticate('unknown', '192.0.2.1', now),
        'unauthorized: missing, invalid or revoked API key; expected "Authorization: Bearer <API_KEY>"',
      ],
    ];
  });
});

test('project calls are refused with these messages', () => {
  expectRefused(({ ada, bob, eve, org_id, other_org, project_id, platform, outsider, now }) => {
    const theirs = platform.call(CONTRACT.createProject, outsider.caller, { project: {} }, now).project.id;
    const { id: permission_id } = platform.call(
      CONTRACT.grantPermissionToProject,
      outsider.caller,
      { project_id: theirs, email: 'ada@example.com' },
      now,
    );
    const jwks = { project_id, provider_name: 'auth', jwks_url: 'https://auth.example/jwks' };
    const move = (over: object) =>
      ada('transferProjectsFromOrgToOrg', {
        source_org_id: org_id,
        destination_org_id: org_id,
        project_ids: [project_id],
        ...over,
      });
    const updated = (project: object) => ada('updateProject', { project_id, project });
    return [
      [
        bob('deleteProject', { project_id }),
        'forbidden: only administrators of the organization may delete a project',
      ],
      [ada('deleteProject', { project_id: theirs }), 'forbidden: only its owner may delete a project'],
      [ada('recoverProject', { project_id }), 'not_found: project not found'],
      [
        ada('grantPermissionToProject', { project_id: theirs, email: 'x@example.com' }),
        'forbidden: only its owner may share a project',
      ],
      [
        eve('grantPermissionToProject', { project_id: theirs, email: 'ada@example.com' }),
        'conflict: the project is shared with this address already',
      ],
      [
        bob('revokePermissionFromProject', { project_id, permission_id }),
        'forbidden: only administrators of the organization may share a project',
      ],
      [ada('revokePermissionFromProject', { project_id, permission_id }), 'not_found: permission not found'],
      [
        bob('createProjectTransferRequest', { project_id }),
        'forbidden: only administrators of the organization may give away a project',
      ],
      ...[0, 30 * 86_400 + 1].map(
        (ttl_seconds): Refused => [
          ada('createProjectTransferRequest', { project_id, ttl_seconds }),
          `bad_request: ttl_seconds must be a whole number from 1 to 2592000, not ${ttl_seconds}`,
        ],
      ),
      [
        ada('acceptProjectTransferRequest', { project_id, request_id: 'none' }),
        'not_found: transfer request not found',
      ],
      [move({}), 'bad_request: the projects belong to the organization already'],
      [move({ destination_org_id: other_org.id }), 'not_found: not an organization member'],
      [ada('addProjectJWKS', { ...jwks, branch_id: 'none' }), 'not_found: branch not found'],
      [
        ada('addProjectJWKS', { ...jwks, jwks_url: 'http://auth.example' }),
        'bad_request: jwks_url "http://auth.example" is not an https address',
      ],
      [
        ada('addProjectJWKS', { ...jwks, jwks_url: 'auth' }),
        'bad_request: jwks_url "auth" is not an https address',
      ],
      [
        ada('addProjectJWKS', { ...jwks, provider_name: '' }),
        'bad_request: provider_name must have 1 to 256 characters',
      ],
      [ada('deleteProjectJWKS', { project_id, jwks_id: 'none' }), 'not_found: JWKS not found'],
      [
        ada('assignProjectVPCEndpoint', { project_id, vpc_endpoint_id: 'vpce-1', label: 'x' }),
        "unprocessable: the VPC endpoint is not assigned to the project's organization in its region",
      ],
      [
        bob('assignProjectVPCEndpoint', { project_id, vpc_endpoint_id: 'vpce-1', label: 'x' }),
        'forbidden: only administrators of the organization may restrict a project',
      ],
      [
        ada('deleteProjectVPCEndpoint', { project_id, vpc_endpoint_id: 'vpce-1' }),
        'not_found: VPC endpoint not found',
      ],
      [updated({ name: '' }), 'bad_request: name must have 1 to 256 characters'],
      [
        updated({ settings: { quota: { compute_time_seconds: 0.5 } } }),
        'bad_request: settings.quota.compute_time_seconds must be a whole number from 0, not 0.5',
      ],
      [
        updated({ history_retention_seconds: 2_592_001 }),
        'bad_request: history_retention_seconds must be a whole number from 0 to 2592000, not 2592001',
      ],
      [
        updated({ default_endpoint_settings: { pg_settings: { work_mem: 4 } } }),
        'bad_request: pg_settings.work_mem is not a string',
      ],
      [ada('createProject', { project: { region_id: 'aws-moon-1' } }), UNKNOWN_REGION],
      [
        ada('createProject', { project: { branch: { name: '' } } }),
        'bad_request: branch.name must have 1 to 256 characters',
      ],
      [
        ada('createProject', { project: { branch: { database_name: 'postgres' } } }),
        'bad_request: the database name "postgres" is reserved',
      ],
      [
        ada('createProject', { project: { branch: { role_name: 'pg_owner' } } }),
        'bad_request: names that begin with "pg_" are reserved',
      ],
      [
        ada('createProject', { project: { branch: { database_name: '' } } }),
        'bad_request: database_name must have 1 to 63 bytes and no zero byte',
      ],
      [
        ada('createProject', { project: { branch: { role_name: '..' } } }),
        'bad_request: role_name ".." cannot be part of an address',
      ],
      [ada('getProjectOperation', { project_id, operation_id: 'none' }), 'not_found: operation not found'],
    ];
  });
});
