import { expect, test } from 'vitest';
import { CONTRACT } from '../../../src/api/contract.js';
import type { Caller } from '../../../src/platform/checks/caller.js';
import { demoPlatform, SECOND, START } from '../demo-platform.js';

test('the account call returns the user, and the limits of the plan of personal projects', () => {
  const { platform, signIn } = demoPlatform();
  const told = (plan: string) => {
    const email = `${plan}@example.com`;
    const user = platform.signUp({ name: 'Zoe', last_name: 'Doe', email, plan }, START);
    const { key } = platform.issueApiKey({ user_id: user.id, key_name: 'k' }, START);
    const caller = signIn(key);
    const auth = platform.call(CONTRACT.getAuthDetails, caller, {}, START);
    expect(auth).toEqual({ account_id: user.id, auth_method: 'api_key_user' });
    return platform.call(CONTRACT.getCurrentUserInfo, caller, {}, START);
  };
  expect(told('free')).toMatchObject({
    name: 'Zoe',
    last_name: 'Doe',
    email: 'free@example.com',
    login: 'free@example.com',
    image: '',
    plan: 'free',
    // 100 CU-hours.
    active_seconds_limit: 360_000,
    auth_accounts: [
      { provider: 'keycloak', email: 'free@example.com', name: 'Zoe', login: 'free@example.com', image: '' },
    ],
  });
  expect(told('scale').active_seconds_limit).toBe(-1);
});

test('a key of an organization is of its account', () => {
  const { platform, admin, org, signIn } = demoPlatform();
  const { key } = platform.call(
    CONTRACT.createOrgApiKey,
    admin.caller,
    { org_id: org.id, key_name: 'k' },
    START,
  );
  expect(platform.call(CONTRACT.getAuthDetails, signIn(key), {}, START)).toEqual({
    account_id: org.id,
    auth_method: 'api_key_org',
  });
});

test('invitations of members, and of the same person twice, make one member, however the address is written', () => {
  const { platform, admin, member, org } = demoPlatform();
  const org_id = org.id;
  const invite = (...emails: readonly string[]) => {
    const invitations = emails.map((email) => ({ email, role: 'member' as const }));
    return platform.call(CONTRACT.createOrganizationInvitations, admin.caller, { org_id, invitations }, START)
      .invitations;
  };
  const members = () =>
    platform.call(CONTRACT.getOrganizationMembers, admin.caller, { org_id }, START).members.length;
  const [of] = invite(member.user.email.toUpperCase(), 'zoe@example.com');
  expect(of).toMatchObject({
    email: member.user.email.toUpperCase(),
    role: 'member',
    invited_by: admin.user.id,
  });
  expect(members()).toBe(2);
  invite('Zoe@Example.com');
  platform.signUp({ name: 'Zoe', email: 'zoe@example.com' }, START);
  expect(members()).toBe(3);
  // A hundred at once, and no more.
  expect(invite(...Array.from({ length: 100 }, (_, index) => `p${index}@example.com`))).toHaveLength(100);
});

test('members are listed by when they came, or by role; leaving is everybody’s own choice', () => {
  const { platform, admin, member, org } = demoPlatform();
  const org_id = org.id;
  const zoe = platform.signUp({ name: 'Zoe', email: 'aaa@example.com' }, START);
  platform.addMember({ org_id, user_id: zoe.id, role: 'admin' }, START + SECOND);
  const emails = (sort_by: 'joined_at' | 'role', caller: Caller = admin.caller) =>
    platform
      .call(CONTRACT.getOrganizationMembers, caller, { org_id, sort_by, sort_order: 'asc' }, START + SECOND)
      .members.map(({ user }) => user.email);
  expect(emails('joined_at')).toEqual(['ada@example.com', 'bob@example.com', 'aaa@example.com']);
  expect(emails('role')).toEqual(['ada@example.com', 'aaa@example.com', 'bob@example.com']);
  const all = platform.call(CONTRACT.getOrganizationMembers, admin.caller, { org_id }, START).members;
  const bob = all.find(({ user }) => user.email === member.user.email)!.member;
  const same = { org_id, member_id: bob.id, role: 'member' } as const;
  expect(platform.call(CONTRACT.updateOrganizationMember, admin.caller, same, START)).toEqual(bob);
  const leave = { org_id, member_id: bob.id };
  expect(platform.call(CONTRACT.removeOrganizationMember, member.caller, leave, START)).toEqual({});
  expect(emails('joined_at')).not.toContain('bob@example.com');
});
