import { expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { DAY, demoProject, HOUR, iso, MINUTE, SECOND } from './demo-platform.js';

test('a restored branch has a new data version each time, so that real servers replace the data', () => {
  const { platform, ask, branch_id, ready } = demoProject();
  const dev = ask(CONTRACT.createProjectBranch, {}, ready).branch.id;
  const version = () => new Map(platform.tables().branches).get(dev)!.data_version;
  for (const count of [1, 2]) {
    const input = { branch_id: dev, source_branch_id: branch_id };
    ask(CONTRACT.restoreProjectBranch, input, ready + HOUR + count * MINUTE);
    expect(version()).toBe(count);
  }
});

test('reading a schema draws no random numbers', () => {
  const { platform, ask, ready } = demoProject();
  const dev = { branch_id: ask(CONTRACT.createProjectBranch, {}, ready).branch.id, db_name: 'neondb' };
  const draws = () => [...platform.tables().clock][0]![1].draws;
  const before = draws();
  expect(ask(CONTRACT.getProjectBranchSchema, dev, ready)).toEqual({ sql: '' });
  expect(ask(CONTRACT.getProjectBranchSchemaComparison, dev, ready)).toEqual({ diff: '' });
  expect(draws()).toBe(before);
});

test('expired and accepted offers of a project are removed', () => {
  const { platform, ask, outsider, project_id, ready } = demoProject();
  const offer = (ttl_seconds: number, at: number) =>
    ask(CONTRACT.createProjectTransferRequest, { ttl_seconds }, at).id;
  const late = offer(60, ready);
  const open = offer(62, ready);
  const at = ready + 61 * SECOND;
  const latest = offer(60, at);
  const offers = () => [...platform.tables().transfer_requests].map(([id]) => id).sort();
  expect(offers()).toEqual([latest, open].sort());
  expect(offers()).not.toContain(late);
  const accepted = { project_id, request_id: latest };
  platform.call(CONTRACT.acceptProjectTransferRequest, outsider.caller, accepted, at);
  expect(offers()).toEqual([]);
});

test('all rows of a project are removed seven days after its deletion', () => {
  const { platform, ask, caller, org, branch_id, ready } = demoProject();
  const vpc = { vpc_endpoint_id: 'vpce-1', label: 'office', region_id: 'aws-us-east-2', org_id: org.id };
  platform.call(CONTRACT.assignOrganizationVPCEndpoint, caller, vpc, ready);
  ask(CONTRACT.assignProjectVPCEndpoint, vpc, ready);
  platform.call(CONTRACT.deleteOrganizationVPCEndpoint, caller, vpc, ready);
  ask(CONTRACT.createSnapshot, { branch_id }, ready);
  ask(CONTRACT.grantPermissionToProject, { email: 'x@example.com' }, ready);
  ask(CONTRACT.createProjectTransferRequest, {}, ready);
  ask(CONTRACT.addProjectJWKS, { provider_name: 'auth', jwks_url: 'https://auth.example' }, ready);
  ask(CONTRACT.deleteProject, {}, ready);
  platform.advance(ready + 7 * DAY);
  const { clock, users, organizations, memberships, api_keys, vpc_endpoints, ...rest } = platform.tables();
  for (const rows of Object.values(rest)) expect([...rows]).toEqual([]);
});

test('an expired branch leaves no roles, databases or usage', () => {
  const { platform, ask, ready } = demoProject();
  const branch = { expires_at: iso(ready + HOUR) };
  const { id } = ask(CONTRACT.createProjectBranch, { branch }, ready).branch;
  platform.advance(ready + HOUR);
  const { roles, databases, usage } = platform.tables();
  for (const rows of [roles, databases, usage]) expect(JSON.stringify([...rows])).not.toContain(id);
});
