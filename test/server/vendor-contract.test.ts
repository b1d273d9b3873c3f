import { describe, expect, test } from 'vitest';
import { CALLS } from '../../src/api/contract.js';
import { type Answer, EmulatorUnderTest } from './emulator-under-test.js';
import { VendorContract } from './vendor-contract.js';

/** Calls every route that is served, in an order that gives each one something to do. */
async function everyCall(emulator: EmulatorUnderTest): Promise<void> {
  const ask = async (method: string, path: string, body?: unknown, key?: string) => {
    const answer = await emulator.call(method, path, body, key);
    if (method !== 'GET') await emulator.control('POST', '/clock', { advance: '10s' });
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  await ask('GET', '/auth');
  await ask('GET', '/users/me');
  await ask('GET', '/regions');
  const { organizations } = await ask('GET', '/users/me/organizations');
  const org_id = organizations[0].id;
  const other = await emulator.control('POST', '/users', { name: 'Other', email: 'other@neap.example' });
  const { body: member } = await emulator.control('POST', `/organizations/${org_id}/members`, {
    user_id: other.body.id,
    role: 'member',
  });
  await ask('GET', `/organizations/${org_id}`);
  await ask('GET', `/organizations/${org_id}/members?limit=1`);
  await ask('GET', `/organizations/${org_id}/members/${member.id}`);
  await ask('PATCH', `/organizations/${org_id}/members/${member.id}`, { role: 'admin' });
  await ask('DELETE', `/organizations/${org_id}/members/${member.id}`);

  const key = await ask('POST', '/api_keys', { key_name: 'second' });
  await ask('GET', '/api_keys');
  await ask('DELETE', `/api_keys/${key.id}`);

  const created = await ask('POST', '/projects', { project: { name: 'shop', org_id } });
  const project = `/projects/${created.project.id}`;
  const branch = `${project}/branches/${created.branch.id}`;
  await ask('GET', `/projects?limit=1&org_id=${org_id}`);
  await ask('GET', '/projects/shared');
  await ask('GET', project);
  await ask('PATCH', project, { project: { name: 'store' } });
  await ask('GET', `${project}/connection_uri?database_name=neondb&role_name=neondb_owner&pooled=true`);
  const org_key = await ask('POST', `/organizations/${org_id}/api_keys`, {
    key_name: 'scoped',
    project_id: created.project.id,
  });
  await ask('GET', `/organizations/${org_id}/api_keys`);
  await ask('DELETE', `/organizations/${org_id}/api_keys/${org_key.id}`);

  const child = await ask('POST', `${project}/branches`, {
    branch: { name: 'dev' },
    endpoints: [{ type: 'read_write' }],
  });
  const { branch: spare } = await ask('POST', `${project}/branches`);
  await ask('GET', `${project}/branches?limit=1&sort_by=name`);
  await ask('GET', `${project}/branches/count`);
  await ask('GET', branch);
  await ask('PATCH', branch, { branch: { name: 'production' } });
  await ask('GET', `${branch}/endpoints`);
  await ask('GET', `${branch}/roles`);
  await ask('POST', `${branch}/roles`, { role: { name: 'reader' } });
  await ask('GET', `${branch}/roles/reader`);
  await ask('GET', `${branch}/roles/reader/reveal_password`);
  await ask('POST', `${branch}/roles/reader/reset_password`);
  await ask('GET', `${branch}/databases`);
  await ask('POST', `${branch}/databases`, { database: { name: 'orders', owner_name: 'reader' } });
  await ask('GET', `${branch}/databases/orders`);
  await ask('PATCH', `${branch}/databases/orders`, { database: { name: 'sales' } });
  await ask('DELETE', `${branch}/databases/sales`);
  await ask('DELETE', `${branch}/roles/reader`);

  const { endpoint: replica } = await ask('POST', `${project}/endpoints`, {
    endpoint: { branch_id: created.branch.id, type: 'read_only', autoscaling_limit_max_cu: 1 },
  });
  const endpoint = `${project}/endpoints/${replica.id}`;
  await ask('GET', `${project}/endpoints`);
  await ask('GET', endpoint);
  await ask('PATCH', endpoint, { endpoint: { autoscaling_limit_max_cu: 2 } });
  await ask('POST', `${endpoint}/restart`);
  await ask('POST', `${endpoint}/suspend`);
  await ask('POST', `${endpoint}/start`);
  await ask('DELETE', endpoint);
  await ask('DELETE', endpoint);
  const { operations } = await ask('GET', `${project}/operations?limit=3`);
  await ask('GET', `${project}/operations/${operations[0].id}`);

  const span =
    'from=2026-01-05T00:00:00Z&to=2026-01-06T00:00:00Z&granularity=hourly&metrics=compute_unit_seconds';
  await ask('GET', `/consumption_history/v2/projects?${span}&org_id=${org_id}`);
  await ask(
    'GET',
    `/consumption_history/v2/branches?${span}&org_id=${org_id}&project_ids=${created.project.id}`,
  );
  await restoreCalls(ask, { project, branch, branch_id: created.branch.id, child_id: child.branch.id });
  await sharingCalls(ask, emulator, { project, org_id, region_id: created.project.region_id });
  await ask(
    'GET',
    `/consumption_history/projects?${span.replace('&metrics=compute_unit_seconds', '')}&org_id=${org_id}`,
  );
  await ask('POST', `${project}/branches/${child.branch.id}/set_as_default`);
  await ask('DELETE', `${project}/branches/${spare.id}`);
  await ask('DELETE', project);
  await ask('POST', `${project}/recover`);
  const second = await emulator.control('POST', '/organizations', {
    name: 'Second',
    admin_user_id: emulator.user_id,
  });
  await ask('POST', `/organizations/${org_id}/projects/transfer`, {
    destination_org_id: second.body.id,
    project_ids: [created.project.id],
  });
}

type Ask = (method: string, path: string, body?: unknown, key?: string) => Promise<Answer['body']>;

/** Schemas, restores, snapshots and lists that are empty. */
async function restoreCalls(
  ask: Ask,
  of: {
    readonly project: string;
    readonly branch: string;
    readonly branch_id: string;
    readonly child_id: string;
  },
): Promise<void> {
  const { project, branch, branch_id, child_id } = of;
  const child = `${project}/branches/${child_id}`;
  const credential = await ask('POST', `${branch}/credentials`, {
    name: 'ci',
    scopes: ['ai_gateway:invoke'],
    principal_type: 'user',
  });
  const token = `${branch}/credentials/${credential.token_id}`;
  const { api_token } = await ask('POST', `${token}/reveal`);
  expect(api_token).toBe(credential.api_token);
  expect((await ask('POST', `${token}/rotate`)).api_token).not.toBe(api_token);
  await ask('POST', `${branch}/logs/query`, { since: '1h' });
  const lists = ['buckets', 'functions', 'credentials', 'backup_schedule', 'triggers', 'logs/fields'];
  for (const list of [...lists, 'logs/fields/body/values']) await ask('GET', `${branch}/${list}`);
  await ask('DELETE', token);
  await ask('GET', `${branch}/schema?db_name=neondb`);
  await ask('GET', `${branch}/schema?db_name=neondb&format=json`);
  await ask('GET', `${child}/compare_schema?db_name=neondb`);
  await ask('POST', `${child}/restore`, { source_branch_id: branch_id });
  await ask('POST', `${child}/restore`, {
    source_branch_id: branch_id,
    preserve_under_name: 'what dev was',
  });
  const { snapshot } = await ask('POST', `${child}/snapshot?name=before&expires_at=2027-01-01T00:00:00Z`);
  await ask('GET', `${project}/snapshots`);
  await ask('PATCH', `${project}/snapshots/${snapshot.id}`, { snapshot: { name: 'kept' } });
  const restored = await ask('POST', `${project}/snapshots/${snapshot.id}/restore`, { name: 'again' });
  await ask('POST', `${project}/branches/${restored.branch.id}/finalize_restore`, { name: 'former dev' });
  await ask('DELETE', `${project}/snapshots/${snapshot.id}`);
}

/** Permissions, transfers, keys of tokens, VPC endpoints, invitations and limits. */
async function sharingCalls(
  ask: Ask,
  emulator: EmulatorUnderTest,
  {
    project,
    org_id,
    region_id,
  }: { readonly project: string; readonly org_id: string; readonly region_id: string },
): Promise<void> {
  const permission = await ask('POST', `${project}/permissions`, { email: 'ada@neap.example' });
  await ask('GET', `${project}/permissions`);
  await ask('DELETE', `${project}/permissions/${permission.id}`);
  const { jwks } = await ask('POST', `${project}/jwks`, {
    jwks_url: 'https://keys.example/jwks.json',
    provider_name: 'keys',
  });
  await ask('GET', `${project}/jwks`);
  await ask('DELETE', `${project}/jwks/${jwks.id}`);
  const endpoint = `/organizations/${org_id}/vpc/region/${region_id}/vpc_endpoints/vpce-1`;
  await ask('POST', endpoint, { label: 'office' });
  await ask('GET', endpoint);
  await ask('GET', `/organizations/${org_id}/vpc/region/${region_id}/vpc_endpoints`);
  await ask('GET', `/organizations/${org_id}/vpc/vpc_endpoints`);
  await ask('POST', `${project}/vpc_endpoints/vpce-1`, { label: 'office' });
  await ask('GET', `${project}/vpc_endpoints`);
  await ask('DELETE', `${project}/vpc_endpoints/vpce-1`);
  await ask('DELETE', endpoint);
  await ask('POST', `/organizations/${org_id}/invitations`, {
    invitations: [{ email: 'new@neap.example', role: 'member' }],
  });
  await ask('GET', `/organizations/${org_id}/invitations`);
  const limit = `/organizations/${org_id}/billing/spending_limit`;
  await ask('PUT', limit, { spending_limit_cents: 5000 });
  await ask('GET', limit);
  await ask('DELETE', limit);
  const guest = await emulator.control('POST', '/users', { name: 'Guest', email: 'guest@neap.example' });
  await emulator.control('POST', `/organizations/${org_id}/members`, {
    user_id: guest.body.id,
    role: 'member',
  });
  const { body: key } = await emulator.control('POST', `/users/${guest.body.id}/api_keys`, {
    key_name: 'first',
  });
  const own = await ask('POST', '/projects', { project: { name: 'own' } }, key.key);
  const offers = `/projects/${own.project.id}/transfer_requests`;
  const request = await ask('POST', offers, { ttl_seconds: 60 }, key.key);
  await ask('PUT', `${offers}/${request.id}`, { org_id });
  const second = await ask('POST', '/projects', { project: { name: 'own' } }, key.key);
  const transfer = { destination_org_id: org_id, project_ids: [second.project.id] };
  await ask('POST', '/users/me/projects/transfer', transfer, key.key);
  expect(emulator.defects).toEqual([]);
}

describe("answers are what the vendor's API description says", () => {
  const vendor = new VendorContract();
  const emulator = new EmulatorUnderTest();
  const described = CALLS.filter(
    ({ method, path }) => vendor.operationAt(method, path.replaceAll(/[{}]/g, '')) !== undefined,
  );
  emulator.onAnswer = (method, path, answer) => vendor.check(method, path, answer);

  test('every call that is served, when it succeeds', async () => {
    await everyCall(emulator);
    const succeeded = new Set([...vendor.seen].filter((name) => !name.endsWith('error')).map(operationId));
    expect(described.map((route) => route.operation_id).filter((id) => !succeeded.has(id))).toEqual([]);
  });

  test('and when it is refused', async () => {
    for (const { method, path } of CALLS) {
      const { status } = await emulator.call(method, path.replaceAll(/[{}]/g, ''), undefined, '');
      expect(status, `${method} ${path}`).toBe(401);
    }
  });

  test('the description that is served has the same operations at the same places', async () => {
    const { body } = await emulator.send('/openapi.json', {});
    for (const { method, path, operation_id } of described) {
      const { operationId, responses } = body.paths[`/api/v2${path}`][method.toLowerCase()];
      expect(operationId).toBe(operation_id);
      const place = path.replaceAll(/[{}]/g, '');
      expect(vendor.operationAt(method, place)).toBe(operation_id);
      const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
      expect(successes, operation_id).toEqual(vendor.successesAt(method, place));
    }
  });

  test.each([
    ['projects', 'from, to, granularity'],
    ['v2/projects', 'from, to, granularity, org_id, metrics'],
    ['v2/branches', 'project_ids, from, to, granularity, org_id, metrics'],
  ])('of the consumption of %s it asks for %s', async (of, expected) => {
    const { body } = await emulator.send('/openapi.json', {});
    const { parameters } = body.paths[`/api/v2/consumption_history/${of}`].get;
    const required = parameters.filter((parameter: { required: boolean }) => parameter.required);
    expect(required.map((parameter: { name: string }) => parameter.name).join(', ')).toBe(expected);
  });

  test('the description that is served has no reference into the void', async () => {
    const { body } = await emulator.send('/openapi.json', {});
    const references = JSON.stringify(body).match(/#\/components\/schemas\/\w+/g) ?? [];
    expect(references.length).toBeGreaterThan(20);
    for (const reference of references) {
      expect(Object.keys(body.components.schemas)).toContain(reference.split('/').at(-1));
    }
  });
});

function operationId(seen: string): string {
  return seen.split(' ')[0]!;
}
