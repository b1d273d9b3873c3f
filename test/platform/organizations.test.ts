import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { demoPlatform, demoProject, refusal, START } from './demo-platform.js';

describe('organizations', () => {
  test('a user lists and gets those the user is in; keys of an organization list none', () => {
    const { platform, admin, outsider, org, other_org, signIn } = demoPlatform();
    const names = platform.call(CONTRACT.getCurrentUserOrganizations, admin.caller, {}, START).organizations;
    expect(names.map(({ name }) => name)).toEqual(['Acme']);
    expect(platform.call(CONTRACT.getOrganization, admin.caller, { org_id: org.id }, START)).toMatchObject({
      plan: 'scale',
    });
    const { key } = platform.call(
      CONTRACT.createOrgApiKey,
      outsider.caller,
      { org_id: other_org.id, key_name: 'x' },
      START,
    );
    const refused = refusal(() =>
      platform.call(CONTRACT.getCurrentUserOrganizations, signIn(key), {}, START),
    );
    expect([refused.kind, refused.message]).toEqual(['forbidden', 'not allowed for organization API keys']);
    expect(refusal(() => platform.call(CONTRACT.getActiveRegions, signIn(key), {}, START)).kind).toBe(
      'forbidden',
    );
  });

  test('members are listed in pages', () => {
    const { platform, admin, org } = demoPlatform();
    const list = (cursor?: string) =>
      platform.call(
        CONTRACT.getOrganizationMembers,
        admin.caller,
        { org_id: org.id, limit: 1, sort_by: 'email', sort_order: 'asc', cursor },
        START,
      );
    const first = list();
    const second = list(first.pagination?.next);
    expect([...first.members, ...second.members].map(({ user }) => user.email)).toEqual([
      'ada@example.com',
      'bob@example.com',
    ]);
    expect(second.pagination?.next).toBeUndefined();
  });

  test('administrators change roles and remove members, and one administrator always stays', () => {
    const { platform, admin, member, org, membership } = demoPlatform();
    const org_id = org.id;
    const [own] = platform.call(
      CONTRACT.getOrganizationMembers,
      admin.caller,
      { org_id, sort_by: 'email', sort_order: 'asc' },
      START,
    ).members;
    const mine = { org_id, member_id: own!.member.id };
    const theirs = { org_id, member_id: membership.id };
    const demote = () =>
      platform.call(CONTRACT.updateOrganizationMember, admin.caller, { ...mine, role: 'member' }, START);
    expect(refusal(demote).kind).toBe('unprocessable');
    expect(
      refusal(() => platform.call(CONTRACT.removeOrganizationMember, member.caller, mine, START)).kind,
    ).toBe('forbidden');
    platform.call(CONTRACT.updateOrganizationMember, admin.caller, { ...theirs, role: 'admin' }, START);
    expect(demote().role).toBe('member');
    expect(platform.call(CONTRACT.removeOrganizationMember, member.caller, mine, START)).toEqual({});
  });

  test('an administrator, freshly made, may create organization keys; one no longer may not', () => {
    const { platform, admin, member, org, membership } = demoPlatform();
    const input = { org_id: org.id, member_id: membership.id };
    const create = () =>
      platform.call(CONTRACT.createOrgApiKey, member.caller, { org_id: org.id, key_name: 'x' }, START);
    platform.call(CONTRACT.updateOrganizationMember, admin.caller, { ...input, role: 'admin' }, START);
    expect(create().key).toBeTruthy();
    platform.call(CONTRACT.updateOrganizationMember, admin.caller, { ...input, role: 'member' }, START);
    expect(refusal(create).kind).toBe('forbidden');
  });

  test('transfers are refused whole: nothing moves when one project cannot', () => {
    const { platform, caller, admin, org, other_org, project_id, ready } = demoProject();
    platform.addMember({ org_id: other_org.id, user_id: admin.user.id, role: 'member' }, ready);
    const input = { source_org_id: org.id, destination_org_id: other_org.id };
    const call = () =>
      platform.call(
        CONTRACT.transferProjectsFromOrgToOrg,
        caller,
        { ...input, project_ids: [project_id, 'no-such-1'] },
        ready,
      );
    expect(refusal(call).message).toBe('project not found');
    expect(platform.call(CONTRACT.getProject, caller, { project_id }, ready).project.org_id).toBe(org.id);
  });
});

describe('the current user', () => {
  test('is shown with what the plan allows', () => {
    const { platform, admin } = demoPlatform({ default_plan: 'free' });
    expect(platform.call(CONTRACT.getCurrentUserInfo, admin.caller, {}, START)).toMatchObject({
      email: 'ada@example.com',
      plan: 'free',
      projects_limit: 100,
      branches_limit: 10,
      max_autoscaling_limit: 2,
      active_seconds_limit: 360_000,
    });
  });
});
