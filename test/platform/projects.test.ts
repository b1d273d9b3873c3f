import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { DAY, demoPlatform, demoProject, refusal, SECOND, START } from './demo-platform.js';

describe('creating a project', () => {
  test('gives it a default branch with a primary compute, a role and a database, and says how to connect', () => {
    const { created } = demoProject();
    const { project, branch, endpoints, roles, databases, connection_uris } = created;
    expect(project.id).toMatch(/^[a-z]+-[a-z]+-\d{8}$/);
    expect(project).toMatchObject({
      name: 'shop',
      platform_id: 'aws',
      region_id: 'aws-us-east-2',
      provisioner: 'k8s-neonvm',
      pg_version: 17,
      locked: true,
      cpu_used_sec: 0,
      proxy_host: 'us-east-2.aws.neap.invalid',
      created_at: '2026-01-05T00:00:00Z',
      history_retention_seconds: 86_400,
    });
    expect(branch).toMatchObject({
      name: 'main',
      default: true,
      current_state: 'init',
      pending_state: 'ready',
    });
    expect(branch.id).toMatch(/^br-/);
    expect(endpoints).toMatchObject([{ type: 'read_write', branch_id: branch.id, current_state: 'init' }]);
    expect(databases).toMatchObject([{ name: 'neondb', owner_name: 'neondb_owner' }]);
    const password = roles[0]!.password!;
    expect(password).toMatch(/^npg_[a-z0-9]{12}$/);
    expect(connection_uris[0]!.connection_uri).toBe(
      `postgresql://neondb_owner:${password}@${endpoints[0]!.host}/neondb?sslmode=require&channel_binding=require`,
    );
  });

  test('without a name it is called by its id', () => {
    const { platform, admin } = demoPlatform();
    const { project } = platform.call(CONTRACT.createProject, admin.caller, { project: {} }, START);
    expect(project.name).toBe(project.id);
  });

  test('a name has 1 to 256 characters', () => {
    const { platform, admin } = demoPlatform();
    const create = (name: string) =>
      platform.call(CONTRACT.createProject, admin.caller, { project: { name } }, START);
    expect(create('x'.repeat(256)).project.name).toHaveLength(256);
    for (const name of ['', 'x'.repeat(257)]) expect(refusal(() => create(name)).kind).toBe('bad_request');
  });

  test.each([
    ['unknown region "aws-moon-1"', { region_id: 'aws-moon-1' }],
    ['pg_version must be a whole number from 14 to 18', { pg_version: 13 }],
    ['history_retention_seconds must be a whole number from 0 to 2592000', { history_retention_seconds: -1 }],
    [
      'settings.quota.active_time_seconds must be a whole number',
      { settings: { quota: { active_time_seconds: -1 } } },
    ],
    ['0.3 CU is not a size', { default_endpoint_settings: { autoscaling_limit_min_cu: 0.3 } }],
  ])('is refused with "%s" without creating a project', (words, attributes) => {
    const { platform, admin } = demoPlatform();
    const before = platform.tables();
    const call = () => platform.call(CONTRACT.createProject, admin.caller, { project: attributes }, START);
    expect(refusal(call).message).toContain(words);
    expect(platform.tables()).toEqual(before);
  });

  test('the plan limits how many there are', () => {
    const { platform, admin } = demoPlatform({ default_plan: 'free' });
    for (let count = 0; count < 100; count++)
      platform.call(CONTRACT.createProject, admin.caller, { project: {} }, START);
    const { kind, code } = refusal(() =>
      platform.call(CONTRACT.createProject, admin.caller, { project: {} }, START),
    );
    expect([kind, code]).toEqual(['unprocessable', 'PROJECTS_LIMIT_EXCEEDED']);
  });

  test('for an organization takes a member of it', () => {
    const { platform, member, outsider, org } = demoPlatform();
    const input = { project: { org_id: org.id } };
    expect(platform.call(CONTRACT.createProject, member.caller, input, START).project.owner_id).toBe(org.id);
    expect(refusal(() => platform.call(CONTRACT.createProject, outsider.caller, input, START)).kind).toBe(
      'not_found',
    );
  });
});

describe('listing projects', () => {
  function demoList() {
    const demo = demoPlatform();
    const names = Array.from({ length: 25 }, (_, index) => `project ${index}`);
    for (const name of names)
      demo.platform.call(CONTRACT.createProject, demo.admin.caller, { project: { name } }, START);
    const list = (input: object) =>
      demo.platform.call(CONTRACT.listProjects, demo.admin.caller, input, START);
    return { ...demo, names, list };
  }

  test('10 a page unless asked otherwise, newest first, until a page is not full', () => {
    const { names, list } = demoList();
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = list({}); page.projects.length > 0; page = list({ cursor })) {
      seen.push(...page.projects.map(({ name }) => name));
      expect(page.projects.length).toBeLessThanOrEqual(10);
      cursor = page.pagination!.cursor;
    }
    expect(seen).toEqual([...names].reverse());
  });

  test('what is created or deleted between two pages hides nothing', () => {
    const { platform, admin, list } = demoList();
    const first = list({ limit: 10 });
    const [, middle] = list({ limit: 25 }).projects.slice(11);
    platform.advance(START + 2 * SECOND);
    platform.call(
      CONTRACT.deleteProject,
      admin.caller,
      { project_id: first.projects[9]!.id },
      START + 2 * SECOND,
    );
    platform.call(CONTRACT.createProject, admin.caller, { project: { name: 'new' } }, START + 2 * SECOND);
    const second = list({ limit: 10, cursor: first.pagination!.cursor });
    expect(second.projects).toHaveLength(10);
    expect(second.projects.map(({ id }) => id)).toContain(middle!.id);
  });

  test('a search finds part of a name or an id, in any case', () => {
    const { list } = demoList();
    expect(list({ search: 'PROJECT 24' }).projects.map(({ name }) => name)).toEqual(['project 24']);
    const { id } = list({}).projects[0]!;
    expect(list({ search: id.slice(-8) }).projects.map((project) => project.id)).toEqual([id]);
    expect(list({ search: 'nothing like it' })).toMatchObject({ projects: [] });
  });

  test('limits are 1 to 400', () => {
    const { list } = demoList();
    expect(list({ limit: 400 }).projects).toHaveLength(25);
    for (const limit of [0, 401]) {
      expect(refusal(() => list({ limit })).message).toBe(
        `limit must be a whole number from 1 to 400, not ${limit}`,
      );
    }
  });

  test('of one organization; the platform requires a personal key to name it', () => {
    const { platform, admin, org } = demoPlatform({ rule_book: 'platform' });
    platform.call(CONTRACT.createProject, admin.caller, { project: { org_id: org.id } }, START);
    expect(
      platform.call(CONTRACT.listProjects, admin.caller, { org_id: org.id }, START).projects,
    ).toMatchObject([{ org_id: org.id, org_name: 'Acme' }]);
    const required = {
      kind: 'bad_request',
      code: '',
      message: 'org_id is required, you can find it on your organization settings page',
    };
    expect(refusal(() => platform.call(CONTRACT.listProjects, admin.caller, {}, START))).toMatchObject(
      required,
    );
    const project = { name: 'shop' };
    expect(
      refusal(() => platform.call(CONTRACT.createProject, admin.caller, { project }, START)),
    ).toMatchObject(required);
  });

  test('a project without org_id belongs to the organization of the sign-up while the user is a member', () => {
    const { platform, admin, member } = demoPlatform();
    const home = platform.createOrganization(
      { name: 'Home', admin_user_id: member.user.id, is_home: true },
      START,
    );
    const create = (caller = member.caller) =>
      platform.call(CONTRACT.createProject, caller, { project: {} }, START).project.org_id;
    expect([create(), create(admin.caller)]).toEqual([home.id, undefined]);
    const other = { org_id: home.id, user_id: admin.user.id, role: 'admin' as const };
    platform.addMember(other, START);
    expect(create(admin.caller)).toBeUndefined();
    const { members } = platform.call(
      CONTRACT.getOrganizationMembers,
      member.caller,
      { org_id: home.id },
      START,
    );
    const { id: member_id } = members.find(({ member: each }) => each.user_id === member.user.id)!.member;
    platform.call(CONTRACT.removeOrganizationMember, member.caller, { org_id: home.id, member_id }, START);
    expect(create()).toBeUndefined();
  });
});

describe('changing a project', () => {
  test('its name and settings; default endpoint settings hold for endpoints created from then on', () => {
    const { platform, caller, project_id, branch_id, show, ready } = demoProject();
    const { project, operations } = platform.call(
      CONTRACT.updateProject,
      caller,
      { project_id, project: { name: 'store', default_endpoint_settings: { autoscaling_limit_max_cu: 4 } } },
      ready,
    );
    expect([project.name, operations]).toEqual(['store', []]);
    const endpoint = { branch_id, type: 'read_only' as const };
    const added = platform.call(
      CONTRACT.createProjectEndpoint,
      caller,
      { project_id, endpoint },
      ready,
    ).endpoint;
    expect(added.autoscaling_limit_max_cu).toBe(4);
    expect(show(ready).autoscaling_limit_max_cu).toBe(2);
  });

  test('enabling logical replication suspends active computes and cannot be undone', () => {
    const { platform, caller, project_id, states, ready } = demoProject();
    const set = (enable_logical_replication: boolean, at: number) =>
      platform.call(
        CONTRACT.updateProject,
        caller,
        { project_id, project: { settings: { enable_logical_replication } } },
        at,
      );
    expect(set(true, ready).operations).toMatchObject([{ action: 'suspend_compute' }]);
    expect(states(ready + SECOND)).toBe('idle');
    expect(refusal(() => set(false, ready + SECOND)).kind).toBe('bad_request');
  });
});

describe('deleting a project', () => {
  test('is for administrators; for seven days it is listed as recoverable and can be recovered', () => {
    const { platform, caller, member, project_id, endpoint_id, states, ready } = demoProject();
    expect(
      refusal(() => platform.call(CONTRACT.deleteProject, member.caller, { project_id }, ready)).kind,
    ).toBe('forbidden');
    platform.call(CONTRACT.deleteProject, caller, { project_id }, ready);
    expect(refusal(() => platform.call(CONTRACT.getProject, caller, { project_id }, ready)).message).toBe(
      'project not found',
    );
    expect(refusal(() => platform.touch(endpoint_id, ready)).code).toBe('ENDPOINT_NOT_FOUND');
    expect(platform.call(CONTRACT.listProjects, caller, {}, ready).projects).toEqual([]);
    expect(platform.call(CONTRACT.listProjects, caller, { recoverable: true }, ready).projects).toMatchObject(
      [{ id: project_id, recoverable_until: '2026-01-12T00:00:02Z' }],
    );
    const later = ready + 7 * DAY - 1;
    expect(platform.call(CONTRACT.recoverProject, caller, { project_id }, later).branches).toHaveLength(1);
    expect(states(later)).toBe('idle');
  });

  test('after that everything of it is gone', () => {
    const { platform, caller, org, project_id, branch_id, ready } = demoProject();
    const vpc = { vpc_endpoint_id: 'vpce-1', label: 'office', region_id: 'aws-us-east-2', org_id: org.id };
    platform.call(CONTRACT.assignOrganizationVPCEndpoint, caller, vpc, ready);
    platform.call(CONTRACT.assignProjectVPCEndpoint, caller, { project_id, ...vpc }, ready);
    platform.call(CONTRACT.deleteOrganizationVPCEndpoint, caller, vpc, ready);
    platform.call(CONTRACT.createSnapshot, caller, { project_id, branch_id }, ready);
    platform.call(CONTRACT.grantPermissionToProject, caller, { project_id, email: 'x@example.com' }, ready);
    platform.call(CONTRACT.createProjectTransferRequest, caller, { project_id }, ready);
    const jwks = { project_id, provider_name: 'auth', jwks_url: 'https://auth.example' };
    platform.call(CONTRACT.addProjectJWKS, caller, jwks, ready);
    platform.call(CONTRACT.deleteProject, caller, { project_id }, ready);
    expect(platform.next_event_at).toBe(ready + 7 * DAY);
    platform.advance(ready + 7 * DAY);
    expect(refusal(() => platform.call(CONTRACT.recoverProject, caller, { project_id }, ready)).kind).toBe(
      'not_found',
    );
    const { clock, users, organizations, memberships, api_keys, vpc_endpoints, ...rest } = platform.tables();
    for (const rows of Object.values(rest)) expect([...rows]).toEqual([]);
  });

  test('its branches expire no longer once it is recovered', () => {
    const { platform, caller, project_id, ready } = demoProject();
    const branch = { name: 'preview', expires_at: '2026-01-05T12:00:00Z' };
    platform.call(CONTRACT.createProjectBranch, caller, { project_id, branch }, ready);
    platform.call(CONTRACT.deleteProject, caller, { project_id }, ready + SECOND);
    const later = ready + 2 * DAY;
    const { project, branches } = platform.call(CONTRACT.recoverProject, caller, { project_id }, later);
    expect([project.id, project.updated_at]).toEqual([project_id, '2026-01-07T00:00:02Z']);
    expect(
      branches.map(({ name, expires_at, ttl_interval_seconds: ttl }) => [name, expires_at, ttl]),
    ).toEqual([
      ['main', undefined, undefined],
      ['preview', undefined, undefined],
    ]);
    const list = platform.call(CONTRACT.listProjectBranches, caller, { project_id }, later + DAY).branches;
    expect(list).toHaveLength(2);
  });
});
