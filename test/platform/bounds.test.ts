import { expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { demoProject } from './demo-platform.js';

test('a compute has up to 500 Postgres settings', () => {
  const { ask, branch_id, ready } = demoProject();
  const create = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => [`s${index}`, 'x']);
    const settings = { pg_settings: Object.fromEntries(names) };
    const endpoint = { branch_id, type: 'read_only' as const, settings };
    return ask(CONTRACT.createProjectEndpoint, { endpoint }, ready).endpoint;
  };
  expect(() => create(501)).toThrow('pg_settings names 501 settings; expected at most 500');
  expect(Object.keys(create(500).settings.pg_settings!)).toHaveLength(500);
});

test('one call invites at most a hundred people', () => {
  const { platform, caller, org, ready } = demoProject();
  const invite = (count: number) => {
    const email = (index: number) => `p${index}@example.com`;
    const invitations = Array.from({ length: count }, (_, at) => ({
      email: email(at),
      role: 'member' as const,
    }));
    return platform.call(
      CONTRACT.createOrganizationInvitations,
      caller,
      { org_id: org.id, invitations },
      ready,
    );
  };
  expect(() => invite(101)).toThrow('invitations must name 1 to 100 people');
  expect(invite(100).invitations).toHaveLength(100);
});

test('a transfer is refused beyond the project limit of the target organization', () => {
  const { platform, caller, admin, org, project_id, ready } = demoProject();
  const small = { name: 'Small', admin_user_id: admin.user.id, plan: 'free' };
  const destination_org_id = platform.createOrganization(small, ready).id;
  const move = (count: number) => {
    const project_ids = Array(count).fill(project_id);
    const input = { source_org_id: org.id, destination_org_id, project_ids };
    return platform.call(CONTRACT.transferProjectsFromOrgToOrg, caller, input, ready);
  };
  // The plan allows 100 projects. With 100, the second transfer of the same project finds it gone.
  expect(() => move(101)).toThrow('the target organization has too many projects');
  expect(() => move(100)).toThrow('project not found');
});

test('a plan that did not exist on the given day is refused with its name and the day', () => {
  expect(() => demoProject({ plans_as_of: '2020-01-01' })).toThrow(
    new RangeError('unknown plan "scale" as of 2020-01-01'),
  );
});
