import { expect, test } from 'vitest';
import { EmulatorUnderTest } from '../server/emulator-under-test.js';

/** Another user's key. */
async function keyOf(emulator: EmulatorUnderTest, email: string): Promise<string> {
  const { body: user } = await emulator.control('POST', '/users', { name: 'Ada', email });
  return (await emulator.control('POST', `/users/${user.id}/api_keys`, { key_name: 'k' })).body.key;
}

test('a project that is shared can be used, and not disposed of', async () => {
  const emulator = new EmulatorUnderTest();
  const ada = await keyOf(emulator, 'ada@neap.example');
  const { project_id } = await emulator.project({ name: 'shop' });
  const project = `/projects/${project_id}`;
  const statusOf = async (method: string, path: string, key: string) =>
    (await emulator.call(method, path, undefined, key)).status;
  expect(await statusOf('GET', project, ada)).toBe(404);
  const { body: permission } = await emulator.call('POST', `${project}/permissions`, {
    email: 'ada@neap.example',
  });
  expect(await statusOf('GET', project, ada)).toBe(200);
  const { body } = await emulator.call('GET', '/projects/shared', undefined, ada);
  expect(body.projects).toMatchObject([{ id: project_id }]);
  expect(await statusOf('DELETE', project, ada)).toBe(403);
  expect(await statusOf('POST', `${project}/transfer_requests`, ada)).toBe(403);
  expect(await statusOf('DELETE', `${project}/permissions/${permission.id}`, ada)).toBe(403);
  const again = await emulator.call('POST', `${project}/permissions`, { email: 'ada@neap.example' });
  expect(again.status).toBe(409);
  await emulator.call('DELETE', `${project}/permissions/${permission.id}`);
  expect(await statusOf('GET', project, ada)).toBe(404);
});

test('an offered project goes to the first user that accepts in time', async () => {
  const emulator = new EmulatorUnderTest();
  const ada = await keyOf(emulator, 'ada@neap.example');
  const { project_id } = await emulator.project({ name: 'shop' });
  const offered = async (ttl_seconds = 60) =>
    (await emulator.call('POST', `/projects/${project_id}/transfer_requests`, { ttl_seconds })).body.id;
  const late = await offered();
  const open = await offered(62);
  await emulator.control('POST', '/clock', { advance: '61s' });
  const take = (id: string) =>
    emulator.call('PUT', `/projects/${project_id}/transfer_requests/${id}`, {}, ada);
  expect((await take(late)).status).toBe(404);
  const id = await offered();
  // Expired and accepted offers are removed.
  expect([...emulator.emulator.platform.tables().transfer_requests].map(([each]) => each).sort()).toEqual(
    [id, open].sort(),
  );
  expect((await take(id)).status).toBe(204);
  expect((await take(id)).status).toBe(404);
  expect((await emulator.call('GET', `/projects/${project_id}`)).status).toBe(404);
  expect((await emulator.call('GET', `/projects/${project_id}`, undefined, ada)).status).toBe(200);
});

test('a project is shared no longer once it is transferred by the user that shared it', async () => {
  const emulator = new EmulatorUnderTest();
  const email = 'ada@neap.example';
  const ada = await keyOf(emulator, email);
  const { project_id } = await emulator.project({ name: 'shop' });
  await emulator.call('POST', `/projects/${project_id}/permissions`, { email });
  const shared = async () => (await emulator.call('GET', '/projects/shared', undefined, ada)).body.projects;
  expect(await shared()).toHaveLength(1);
  const { body } = await emulator.call('POST', `/projects/${project_id}/transfer_requests`, {});
  await emulator.call('PUT', `/projects/${project_id}/transfer_requests/${body.id}`, {}, ada);
  expect(await shared()).toEqual([]);
});

test('who is invited is a member at once, or when signing up', async () => {
  const emulator = new EmulatorUnderTest();
  const ada = await keyOf(emulator, 'ada@neap.example');
  const { body } = await emulator.call('GET', '/users/me/organizations');
  const path = `/organizations/${body.organizations[0].id}`;
  const invitations = ['ada', 'bob'].map((name) => ({ email: `${name}@neap.example`, role: 'member' }));
  await emulator.call('POST', `${path}/invitations`, { invitations });
  expect((await emulator.call('GET', path, undefined, ada)).status).toBe(200);
  const pending = async () => (await emulator.call('GET', `${path}/invitations`)).body.invitations;
  expect(await pending()).toMatchObject([{ email: 'bob@neap.example', role: 'member' }]);
  const bob = await keyOf(emulator, 'bob@neap.example');
  expect((await emulator.call('GET', path, undefined, bob)).status).toBe(200);
  expect(await pending()).toEqual([]);
});

test('a VPC endpoint belongs to an organization before a project, and does not come back', async () => {
  const emulator = new EmulatorUnderTest();
  const { body } = await emulator.call('GET', '/users/me/organizations');
  const org_id = body.organizations[0].id;
  const { project_id } = await emulator.project({ org_id });
  const own = `/organizations/${org_id}/vpc/region/aws-us-east-2/vpc_endpoints/vpce-1`;
  const restrict = `/projects/${project_id}/vpc_endpoints/vpce-1`;
  const label = { label: 'office' };
  expect((await emulator.call('POST', restrict, label)).status).toBe(422);
  expect((await emulator.call('POST', own, label)).status).toBe(200);
  expect((await emulator.call('POST', restrict, label)).status).toBe(200);
  expect((await emulator.call('GET', own)).body).toEqual({
    vpc_endpoint_id: 'vpce-1',
    label: 'office',
    state: 'accepted',
    num_restricted_projects: 1,
    example_restricted_projects: [project_id],
  });
  await emulator.call('DELETE', own);
  expect((await emulator.call('GET', own)).status).toBe(404);
  expect((await emulator.call('POST', own, label)).status).toBe(409);
});
