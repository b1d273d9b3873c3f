import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { demoPlatform, demoProject, refusal, START } from './demo-platform.js';

describe('personal API keys', () => {
  test('any user can create one; names have 1 to 64 characters', () => {
    const { platform, outsider } = demoPlatform();
    expect(
      platform.call(CONTRACT.createApiKey, outsider.caller, { key_name: 'x'.repeat(64) }, START).key,
    ).toBeTruthy();
    for (const key_name of ['', 'x'.repeat(65)]) {
      const { kind, message } = refusal(() =>
        platform.call(CONTRACT.createApiKey, outsider.caller, { key_name }, START),
      );
      expect([kind, message]).toEqual(['bad_request', 'key_name must have 1 to 64 characters']);
    }
  });

  test('only the account owner revokes them: others find no such key', () => {
    const { platform, admin, member } = demoPlatform();
    const attempt = refusal(() =>
      platform.call(CONTRACT.revokeApiKey, admin.caller, { key_id: member.key_id }, START),
    );
    const missing = refusal(() =>
      platform.call(CONTRACT.revokeApiKey, admin.caller, { key_id: 999_999 }, START),
    );
    expect(attempt.kind).toBe('not_found');
    expect(attempt.message).toBe(missing.message);
  });

  test("they reach the user's personal projects and those of organizations the user is in", () => {
    const { platform, admin, member, outsider, project_id, ready } = demoProject();
    const own = platform.call(
      CONTRACT.createProject,
      member.caller,
      { project: { name: 'mine' } },
      ready,
    ).project;
    expect(own.owner_id).toBe(member.user.id);
    const seen = platform
      .call(CONTRACT.listProjects, member.caller, {}, ready)
      .projects.map((project) => project.id);
    expect(seen).toEqual([own.id, project_id]);
    expect(platform.call(CONTRACT.getProject, member.caller, { project_id }, ready).project.id).toBe(
      project_id,
    );
    for (const caller of [admin.caller, outsider.caller]) {
      expect(
        refusal(() => platform.call(CONTRACT.getProject, caller, { project_id: own.id }, ready)).kind,
      ).toBe('not_found');
    }
  });

  test('access to organization projects ends when the user leaves; the key stays valid', () => {
    const { platform, admin, member, org, membership, project_id, signIn, ready } = demoProject();
    platform.call(
      CONTRACT.removeOrganizationMember,
      admin.caller,
      { org_id: org.id, member_id: membership.id },
      ready,
    );
    const caller = signIn(member.key, ready);
    expect(refusal(() => platform.call(CONTRACT.getProject, caller, { project_id }, ready)).message).toBe(
      'project not found',
    );
    expect(platform.call(CONTRACT.listProjects, caller, {}, ready).projects).toEqual([]);
    expect(platform.call(CONTRACT.getCurrentUserOrganizations, caller, {}, ready).organizations).toEqual([]);
  });
});

describe('organization API keys', () => {
  test('creating one takes a personal key of an administrator', () => {
    const { platform, admin, member, org, signIn } = demoPlatform();
    const input = { org_id: org.id, key_name: 'deploy' };
    const { key } = platform.call(CONTRACT.createOrgApiKey, admin.caller, input, START);
    expect(signIn(key)).toMatchObject({ kind: 'organization', org_id: org.id });
    expect(refusal(() => platform.call(CONTRACT.createOrgApiKey, member.caller, input, START)).kind).toBe(
      'forbidden',
    );
    const byKey = refusal(() => platform.call(CONTRACT.createOrgApiKey, signIn(key), input, START));
    expect([byKey.kind, byKey.message]).toEqual(['forbidden', 'not allowed for organization API keys']);
  });

  test('they give admin-level access to all organization resources', () => {
    const { platform, caller, org, project_id, signIn, ready } = demoProject();
    const { key } = platform.call(
      CONTRACT.createOrgApiKey,
      caller,
      { org_id: org.id, key_name: 'deploy' },
      ready,
    );
    const robot = signIn(key, ready);
    const added = platform.call(CONTRACT.createProject, robot, { project: { name: 'more' } }, ready).project;
    expect(added.org_id).toBe(org.id);
    expect(platform.call(CONTRACT.listProjects, robot, {}, ready).projects).toHaveLength(2);
    expect(platform.call(CONTRACT.deleteProject, robot, { project_id }, ready).project.id).toBe(project_id);
    expect(platform.call(CONTRACT.listOrgApiKeys, robot, { org_id: org.id }, ready)).toHaveLength(1);
  });

  test('they are refused where only a person may act', () => {
    const { platform, admin, org, signIn } = demoPlatform();
    const { key } = platform.call(
      CONTRACT.createOrgApiKey,
      admin.caller,
      { org_id: org.id, key_name: 'deploy' },
      START,
    );
    const robot = signIn(key);
    const calls = [
      () => platform.call(CONTRACT.getCurrentUserInfo, robot, {}, START),
      () => platform.call(CONTRACT.listApiKeys, robot, {}, START),
      () => platform.call(CONTRACT.createApiKey, robot, { key_name: 'x' }, START),
    ];
    for (const call of calls) expect(refusal(call).message).toBe('not allowed for organization API keys');
    expect(platform.call(CONTRACT.getAuthDetails, robot, {}, START)).toEqual({
      account_id: org.id,
      auth_method: 'api_key_org',
    });
  });

  test('organization keys and project-scoped keys are revoked by organization administrators', () => {
    const { platform, caller, member, org, project_id, signIn, ready } = demoProject();
    const org_id = org.id;
    const wide = platform.call(CONTRACT.createOrgApiKey, caller, { org_id, key_name: 'wide' }, ready);
    const scoped = platform.call(
      CONTRACT.createOrgApiKey,
      member.caller,
      { org_id, key_name: 'scoped', project_id },
      ready,
    );
    for (const { id, key } of [wide, scoped]) {
      const input = { org_id, key_id: id };
      expect(refusal(() => platform.call(CONTRACT.revokeOrgApiKey, member.caller, input, ready)).kind).toBe(
        'forbidden',
      );
      expect(platform.call(CONTRACT.revokeOrgApiKey, caller, input, ready)).toMatchObject({
        id,
        revoked: true,
      });
      expect(refusal(() => signIn(key, ready)).kind).toBe('unauthorized');
    }
    expect(platform.call(CONTRACT.listOrgApiKeys, caller, { org_id }, ready)).toEqual([]);
  });

  test('they reach nothing of another organization', () => {
    const { platform, outsider, org, other_org, project_id, signIn, ready } = demoProject();
    const asked = { org_id: other_org.id, key_name: 'deploy' };
    const robot = signIn(platform.call(CONTRACT.createOrgApiKey, outsider.caller, asked, ready).key, ready);
    const reached = [
      () => platform.call(CONTRACT.getProject, robot, { project_id }, ready),
      () => platform.call(CONTRACT.deleteProject, robot, { project_id }, ready),
      () => platform.call(CONTRACT.getOrganization, robot, { org_id: org.id }, ready),
      () => platform.call(CONTRACT.listOrgApiKeys, robot, { org_id: org.id }, ready),
      () => platform.call(CONTRACT.createProject, robot, { project: { org_id: org.id } }, ready),
    ];
    for (const call of reached) expect(refusal(call).kind).toBe('not_found');
    expect(platform.call(CONTRACT.listProjects, robot, {}, ready).projects).toEqual([]);
    // Nor do they share or give away a person's project that its owner lets nobody else manage.
    const { project } = platform.call(CONTRACT.createProject, outsider.caller, { project: {} }, ready);
    expect(
      refusal(() => platform.call(CONTRACT.getProject, robot, { project_id: project.id }, ready)).kind,
    ).toBe('not_found');
  });

  test("another organization's keys are not there", () => {
    const { platform, admin, outsider, org, other_org } = demoPlatform();
    const { id } = platform.call(
      CONTRACT.createOrgApiKey,
      outsider.caller,
      { org_id: other_org.id, key_name: 'x' },
      START,
    );
    const theirs = refusal(() =>
      platform.call(CONTRACT.revokeOrgApiKey, admin.caller, { org_id: org.id, key_id: id }, START),
    );
    expect(theirs.message).toBe('API key not found');
    const outside = refusal(() =>
      platform.call(CONTRACT.listOrgApiKeys, admin.caller, { org_id: other_org.id }, START),
    );
    const nowhere = refusal(() =>
      platform.call(CONTRACT.listOrgApiKeys, admin.caller, { org_id: 'org-no-such-1' }, START),
    );
    expect([outside.kind, outside.message]).toEqual(['not_found', 'not an organization member']);
    expect([nowhere.kind, nowhere.message]).toEqual([outside.kind, outside.message]);
  });
});

describe('project-scoped API keys', () => {
  test('any organization member can create one', () => {
    const { platform, member, org, project_id, ready } = demoProject();
    const input = { org_id: org.id, key_name: 'ci', project_id };
    expect(platform.call(CONTRACT.createOrgApiKey, member.caller, input, ready)).toMatchObject({
      project_id,
      name: 'ci',
    });
  });

  test('as an option only administrators can, as the newer documentation says', () => {
    const { platform, member, caller, org, project_id, ready } = demoProject({ project_keys_by: 'admins' });
    const input = { org_id: org.id, key_name: 'ci', project_id };
    expect(refusal(() => platform.call(CONTRACT.createOrgApiKey, member.caller, input, ready)).kind).toBe(
      'forbidden',
    );
    expect(platform.call(CONTRACT.createOrgApiKey, caller, input, ready).project_id).toBe(project_id);
  });

  test('they manage the one project, and cannot delete it, create projects or act on the organization', () => {
    const { platform, caller, org, ids, project_id, signIn, ready } = demoProject();
    const other = platform.call(
      CONTRACT.createProject,
      caller,
      { project: { org_id: org.id } },
      ready,
    ).project;
    const { key } = platform.call(
      CONTRACT.createOrgApiKey,
      caller,
      { org_id: org.id, key_name: 'ci', project_id },
      ready,
    );
    const robot = signIn(key, ready);
    expect(platform.call(CONTRACT.suspendProjectEndpoint, robot, ids, ready).operations).toHaveLength(1);
    expect(platform.call(CONTRACT.listProjects, robot, {}, ready).projects.map(({ id }) => id)).toEqual([
      project_id,
    ]);
    expect(
      refusal(() => platform.call(CONTRACT.getProject, robot, { project_id: other.id }, ready)).kind,
    ).toBe('not_found');
    const forbidden = [
      () => platform.call(CONTRACT.deleteProject, robot, { project_id }, ready),
      () => platform.call(CONTRACT.createProject, robot, { project: {} }, ready),
      () => platform.call(CONTRACT.getOrganization, robot, { org_id: org.id }, ready),
      () => platform.call(CONTRACT.listOrgApiKeys, robot, { org_id: org.id }, ready),
      () =>
        platform.call(CONTRACT.createOrgApiKey, robot, { org_id: org.id, key_name: 'x', project_id }, ready),
      () => platform.call(CONTRACT.createApiKey, robot, { key_name: 'x' }, ready),
    ];
    for (const call of forbidden) {
      expect(refusal(call).message).toBe('not allowed for project-scoped API keys');
    }
  });

  test('they stop working for good when the project leaves the organization', () => {
    const { platform, caller, admin, outsider, org, other_org, project_id, signIn, ready } = demoProject();
    const { key } = platform.call(
      CONTRACT.createOrgApiKey,
      caller,
      { org_id: org.id, key_name: 'ci', project_id },
      ready,
    );
    platform.addMember({ org_id: other_org.id, user_id: admin.user.id, role: 'admin' }, ready);
    const there = { source_org_id: org.id, destination_org_id: other_org.id, project_ids: [project_id] };
    platform.call(CONTRACT.transferProjectsFromOrgToOrg, caller, there, ready);
    expect(refusal(() => signIn(key, ready)).kind).toBe('unauthorized');
    expect(platform.call(CONTRACT.getProject, outsider.caller, { project_id }, ready).project.org_id).toBe(
      other_org.id,
    );
    const back = { source_org_id: other_org.id, destination_org_id: org.id, project_ids: [project_id] };
    platform.call(CONTRACT.transferProjectsFromOrgToOrg, caller, back, ready);
    expect(refusal(() => signIn(key, ready)).kind).toBe('unauthorized');
  });

  test('a project of another organization takes none', () => {
    const { platform, outsider, caller, org, other_org, ready } = demoProject();
    const theirs = platform.call(
      CONTRACT.createProject,
      outsider.caller,
      { project: { org_id: other_org.id } },
      ready,
    );
    const input = { org_id: org.id, key_name: 'ci', project_id: theirs.project.id };
    expect(refusal(() => platform.call(CONTRACT.createOrgApiKey, caller, input, ready)).message).toBe(
      'project not found',
    );
  });
});
