import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { DAY, demoProject, HOUR, refusal, SECOND } from './demo-platform.js';

describe('a spending limit', () => {
  test('is none, or what administrators have set', () => {
    const { platform, caller, member, org, ready } = demoProject();
    const org_id = org.id;
    const get = () => platform.call(CONTRACT.getOrganizationSpendingLimit, member.caller, { org_id }, ready);
    const set = (spending_limit_cents: number) =>
      platform.call(CONTRACT.setOrganizationSpendingLimit, caller, { org_id, spending_limit_cents }, ready);
    expect(get()).toEqual({ spending_limit_cents: null });
    for (const cents of [1, 1_000_000_000]) {
      expect(set(cents)).toEqual({ spending_limit_cents: cents });
      expect(get()).toEqual({ spending_limit_cents: cents });
    }
    expect(platform.call(CONTRACT.deleteOrganizationSpendingLimit, caller, { org_id }, ready)).toEqual({});
    expect(get()).toEqual({ spending_limit_cents: null });
  });
});

describe('places of keys', () => {
  test('are noted with what they are for, listed and removed', () => {
    const { platform, caller, project_id, branch_id, ready } = demoProject();
    const asked = {
      project_id,
      branch_id,
      jwks_url: `https://auth.example/${'x'.repeat(2027)}`,
      provider_name: 'auth',
      jwt_audience: 'shop',
      role_names: ['reader'],
    };
    const { jwks, operations } = platform.call(CONTRACT.addProjectJWKS, caller, asked, ready);
    expect(jwks).toEqual({
      ...asked,
      id: expect.any(String),
      created_at: '2026-01-05T00:00:02Z',
      updated_at: '2026-01-05T00:00:02Z',
    });
    expect(operations).toEqual([]);
    const list = () => platform.call(CONTRACT.getProjectJWKS, caller, { project_id }, ready).jwks;
    expect(list()).toEqual([jwks]);
    const longer = { ...asked, jwks_url: `${asked.jwks_url}x` };
    expect(refusal(() => platform.call(CONTRACT.addProjectJWKS, caller, longer, ready)).message).toBe(
      'jwks_url must have 1 to 2048 characters',
    );
    const gone = { project_id, jwks_id: jwks.id };
    expect(platform.call(CONTRACT.deleteProjectJWKS, caller, gone, ready)).toEqual(jwks);
    expect(list()).toEqual([]);
  });
});

describe('VPC endpoints', () => {
  test('are listed by region, called otherwise in their place, and gone for good once removed', () => {
    const { platform, caller, member, org, ready } = demoProject();
    const org_id = org.id;
    const assign = (vpc_endpoint_id: string, region_id: string, label: string) =>
      platform.call(
        CONTRACT.assignOrganizationVPCEndpoint,
        caller,
        { org_id, region_id, vpc_endpoint_id, label },
        ready,
      );
    assign('vpce-1', 'aws-us-east-2', 'first');
    assign('vpce-2', 'aws-eu-west-2', 'second');
    assign('vpce-3', 'aws-us-east-2', 'third');
    expect(assign('vpce-1', 'aws-us-east-2', 'office')).toEqual({});
    const all = () =>
      platform.call(CONTRACT.listOrganizationVPCEndpointsAllRegions, member.caller, { org_id }, ready)
        .endpoints;
    const inRegion = (region_id: string) =>
      platform.call(CONTRACT.listOrganizationVPCEndpoints, member.caller, { org_id, region_id }, ready)
        .endpoints;
    expect(all()).toEqual([
      { vpc_endpoint_id: 'vpce-1', label: 'office', region_id: 'aws-us-east-2' },
      { vpc_endpoint_id: 'vpce-2', label: 'second', region_id: 'aws-eu-west-2' },
      { vpc_endpoint_id: 'vpce-3', label: 'third', region_id: 'aws-us-east-2' },
    ]);
    const removed = { org_id, region_id: 'aws-us-east-2', vpc_endpoint_id: 'vpce-1' };
    expect(platform.call(CONTRACT.deleteOrganizationVPCEndpoint, caller, removed, ready)).toEqual({});
    expect(inRegion('aws-us-east-2')).toEqual([{ vpc_endpoint_id: 'vpce-3', label: 'third' }]);
    expect(all()).toHaveLength(2);
    for (const again of [
      () => assign('vpce-1', 'aws-us-east-2', 'office'),
      () => platform.call(CONTRACT.deleteOrganizationVPCEndpoint, caller, removed, ready),
    ])
      expect(refusal(again).message).toMatch(
        /^(a VPC endpoint that was removed cannot be added again|VPC endpoint not found)$/,
      );
  });

  test('restrict projects of their organization and region, and at most three projects are named', () => {
    const { platform, caller, org, ready } = demoProject();
    const org_id = org.id;
    const vpc = { vpc_endpoint_id: 'vpce-1', label: 'office' };
    const region = { org_id, region_id: 'aws-us-east-2' };
    platform.call(CONTRACT.assignOrganizationVPCEndpoint, caller, { ...region, ...vpc }, ready);
    const ids = Array.from({ length: 4 }, () => {
      const { project } = platform.call(CONTRACT.createProject, caller, { project: { org_id } }, ready);
      platform.call(CONTRACT.assignProjectVPCEndpoint, caller, { project_id: project.id, ...vpc }, ready);
      return project.id;
    });
    const details = () =>
      platform.call(CONTRACT.getOrganizationVPCEndpointDetails, caller, { ...region, ...vpc }, ready);
    expect(details()).toEqual({
      ...vpc,
      state: 'accepted',
      num_restricted_projects: 4,
      example_restricted_projects: ids.slice(0, 3),
    });
    const first = { project_id: ids[0]! };
    const list = () => platform.call(CONTRACT.listProjectVPCEndpoints, caller, first, ready).endpoints;
    const relabelled = { ...vpc, label: 'home' };
    platform.call(CONTRACT.assignProjectVPCEndpoint, caller, { ...first, ...relabelled }, ready);
    expect(list()).toEqual([relabelled]);
    expect(platform.call(CONTRACT.deleteProjectVPCEndpoint, caller, { ...first, ...vpc }, ready)).toEqual({});
    expect(list()).toEqual([]);
    expect(details().num_restricted_projects).toBe(3);
    // A deleted project is none, nor is one of another region whose endpoint has the same id.
    platform.call(CONTRACT.deleteProject, caller, { project_id: ids[1]! }, ready + 10 * SECOND);
    const elsewhere = { org_id, region_id: 'aws-eu-west-2' };
    platform.call(CONTRACT.assignOrganizationVPCEndpoint, caller, { ...elsewhere, ...vpc }, ready);
    const { project } = platform.call(CONTRACT.createProject, caller, { project: elsewhere }, ready);
    platform.call(CONTRACT.assignProjectVPCEndpoint, caller, { project_id: project.id, ...vpc }, ready);
    expect(details()).toMatchObject({
      num_restricted_projects: 2,
      example_restricted_projects: ids.slice(2),
    });
  });
});

describe('a project that changes hands', () => {
  function demoGifts() {
    const demo = demoProject();
    const { platform, caller, outsider, project_id, ready } = demo;
    const offer = (at = ready, ttl_seconds?: number) =>
      platform.call(CONTRACT.createProjectTransferRequest, caller, { project_id, ttl_seconds }, at);
    const take = (request_id: string, at: number, over: object = {}, by = outsider.caller) =>
      platform.call(CONTRACT.acceptProjectTransferRequest, by, { project_id, request_id, ...over }, at);
    const shown = (by = outsider.caller) =>
      platform.call(CONTRACT.getProject, by, { project_id }, ready).project;
    return { ...demo, offer, take, shown };
  }

  test('is on offer for a day unless told otherwise', () => {
    const { offer, take, ready, shown, outsider } = demoGifts();
    expect(offer()).toMatchObject({ created_at: '2026-01-05T00:00:02Z', expires_at: '2026-01-06T00:00:02Z' });
    expect(offer(ready, 2_592_000).expires_at).toBe('2026-02-04T00:00:02Z');
    const { id } = offer(ready, 1);
    expect(refusal(() => take(id, ready + SECOND)).message).toBe('transfer request not found');
    expect(take(offer(ready + SECOND, 1).id, ready + 2 * SECOND - 1)).toBeUndefined();
    expect(shown().owner_id).toBe(outsider.user.id);
    expect(shown().org_id).toBeUndefined();
  });

  test("leaves its keys, restrictions and other offers behind, for one's organization or by its key", () => {
    const { platform, caller, outsider, org, other_org, project_id, offer, take, shown, ready, signIn } =
      demoGifts();
    const region = { org_id: org.id, region_id: 'aws-us-east-2' };
    const vpc = { vpc_endpoint_id: 'vpce-1', label: 'office' };
    platform.call(CONTRACT.assignOrganizationVPCEndpoint, caller, { ...region, ...vpc }, ready);
    platform.call(CONTRACT.assignProjectVPCEndpoint, caller, { project_id, ...vpc }, ready);
    const other = offer();
    expect(refusal(() => take(other.id, ready, { org_id: org.id })).message).toBe(
      'not an organization member',
    );
    take(offer().id, ready, { org_id: other_org.id });
    expect(shown()).toMatchObject({ owner_id: other_org.id, org_id: other_org.id });
    expect(
      platform.call(CONTRACT.listProjectVPCEndpoints, outsider.caller, { project_id }, ready).endpoints,
    ).toEqual([]);
    expect(refusal(() => take(other.id, ready)).message).toBe('transfer request not found');
    const { key } = platform.call(CONTRACT.createOrgApiKey, caller, { org_id: org.id, key_name: 'k' }, ready);
    const robot = signIn(key, ready);
    const back = platform.call(CONTRACT.createProjectTransferRequest, outsider.caller, { project_id }, ready);
    expect(refusal(() => take(back.id, ready, { org_id: other_org.id }, robot)).message).toBe(
      'not allowed for organization API keys',
    );
    take(back.id, ready, {}, robot);
    expect(shown(caller).org_id).toBe(org.id);
  });

  test('cannot be taken once it is deleted, or while operations are in flight', () => {
    const { platform, caller, ids, project_id, offer, take, ready } = demoGifts();
    const { id } = offer(ready, 86_400);
    platform.call(CONTRACT.restartProjectEndpoint, caller, ids, ready);
    expect(refusal(() => take(id, ready)).kind).toBe('locked');
    platform.call(CONTRACT.deleteProject, caller, { project_id }, ready + HOUR);
    expect(refusal(() => take(id, ready + HOUR)).message).toBe('transfer request not found');
  });

  test("may be one's own, moved to an organization one is in", () => {
    const { platform, member, org, other_org, project_id, ready } = demoGifts();
    const own = platform.call(CONTRACT.createProject, member.caller, { project: {} }, ready).project.id;
    const later = ready + HOUR;
    const move = (destination_org_id: string, ...project_ids: readonly string[]) =>
      platform.call(
        CONTRACT.transferProjectsFromUserToOrg,
        member.caller,
        { destination_org_id, project_ids },
        later,
      );
    expect(refusal(() => move(other_org.id, own)).message).toBe('not an organization member');
    expect(refusal(() => move(org.id, own, project_id)).message).toBe('project not found');
    expect(move(org.id, own)).toEqual({});
    expect(platform.call(CONTRACT.getProject, member.caller, { project_id: own }, later).project.org_id).toBe(
      org.id,
    );
  });

  test('needs room in the plan of the organization', () => {
    const { platform, caller, admin, org, project_id, ready } = demoGifts();
    const small = { name: 'Small', admin_user_id: admin.user.id, plan: 'free' };
    const destination_org_id = platform.createOrganization(small, ready).id;
    const move = (count: number) =>
      refusal(() =>
        platform.call(
          CONTRACT.transferProjectsFromOrgToOrg,
          caller,
          { source_org_id: org.id, destination_org_id, project_ids: Array(count).fill(project_id) },
          ready,
        ),
      ).message;
    // The plan allows 100; of the same project a second one is not there any more.
    expect(move(101)).toBe('the target organization has too many projects');
    expect(move(100)).toBe('project not found');
  });
});

describe('a project that is shared', () => {
  test('is listed with its users until it is shared no longer', () => {
    const { platform, caller, outsider, project_id, ready } = demoProject();
    const grant = (email: string) =>
      platform.call(CONTRACT.grantPermissionToProject, caller, { project_id, email }, ready);
    const first = grant('eve@example.com');
    expect(first).toEqual({
      id: expect.any(String),
      granted_to_email: 'eve@example.com',
      granted_at: '2026-01-05T00:00:02Z',
      revoked_at: undefined,
    });
    const second = grant('zoe@example.com');
    const list = () =>
      platform.call(CONTRACT.listProjectPermissions, outsider.caller, { project_id }, ready)
        .project_permissions;
    expect(list()).toEqual([first, second]);
    const revoked = platform.call(
      CONTRACT.revokePermissionFromProject,
      caller,
      { project_id, permission_id: second.id },
      ready + DAY,
    );
    expect(revoked).toEqual({ ...second, revoked_at: '2026-01-06T00:00:02Z' });
    expect(list()).toEqual([first]);
  });

  test('is in the list of what others share as long as it is there, and searched', () => {
    const { platform, caller, outsider, project_id, ready } = demoProject();
    platform.call(CONTRACT.grantPermissionToProject, caller, { project_id, email: 'eve@example.com' }, ready);
    const shared = (search: string, at = ready) =>
      platform
        .call(CONTRACT.listSharedProjects, outsider.caller, { search }, at)
        .projects.map(({ id }) => id);
    expect([shared('SHOP'), shared('none')]).toEqual([[project_id], []]);
    expect(platform.call(CONTRACT.listProjects, outsider.caller, {}, ready).projects).toEqual([]);
    platform.call(CONTRACT.deleteProject, caller, { project_id }, ready);
    expect(shared('')).toEqual([]);
  });
});
