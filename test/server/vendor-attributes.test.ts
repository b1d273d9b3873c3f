import { expect, test } from 'vitest';
import { EmulatorUnderTest } from './emulator-under-test.js';

const emulator = new EmulatorUnderTest({ strict: true });
const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await emulator.call(method, path, body);
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  await emulator.control('POST', '/clock', { advance: '10s' });
  return answer.body;
};

test("attributes of the vendor's description are accepted by --strict, stored and shown", async () => {
  const note = { team: 'payments' };
  const project = { name: 'shop', branch: { annotations: note }, settings: { allowed_ips: {} } };
  const made = await ask('POST', '/projects', { project });
  const at = `/projects/${made.project.id}`;
  expect(made.project.settings.allowed_ips).toEqual({ ips: [], protected_branches_only: false });
  expect((await ask('GET', `${at}/branches/${made.branch.id}`)).annotation.value).toEqual(note);

  const child = await ask('POST', `${at}/branches`, {
    branch: { name: 'dev' },
    annotation_value: { a: 'b' },
  });
  expect((await ask('GET', `${at}/branches`)).annotations[child.branch.id].value).toEqual({ a: 'b' });

  const pooled = { pooler_enabled: true, pooler_mode: 'transaction' };
  const { endpoint } = await ask('POST', `${at}/endpoints`, {
    endpoint: { ...pooled, branch_id: child.branch.id, type: 'read_only' },
  });
  expect(endpoint).toMatchObject(pooled);
  const edit = { endpoint: { pooler_enabled: false } };
  const edited = await ask('PATCH', `${at}/endpoints/${endpoint.id}`, edit);
  expect(edited.endpoint.pooler_enabled).toBe(false);

  const { snapshot } = await ask('POST', `${at}/branches/${child.branch.id}/snapshot?slug=before-release`);
  expect(snapshot.slug).toBe('before-release');
  const restored = await ask('POST', `${at}/snapshots/${snapshot.id}/restore?name=again`);
  expect(restored.branch.name).toBe('again');

  const { organizations } = await ask('GET', '/users/me/organizations');
  const org = `/organizations/${organizations[0].id}`;
  const span = 'from=2026-01-05T00:00:00Z&to=2026-01-06T00:00:00Z&granularity=hourly';
  await ask('GET', `/regions?org_id=${organizations[0].id}`);
  await ask('GET', `/consumption_history/projects?${span}&include_v1_metrics=true&metrics=compute_time`);
  const invitations = [{ email: 'Ada@Example.com', role: 'viewer' }];
  expect((await ask('POST', `${org}/invitations`, { invitations })).invitations[0].role).toBe('viewer');
  await ask('POST', `${org}/invitations`, { invitations: [{ email: 'ada@example.com', role: 'editor' }] });
  expect((await ask('GET', `${org}/invitations`)).invitations).toMatchObject([{ role: 'editor' }]);

  const misspelt = await emulator.call('POST', '/projects', { project: { nmae: 'shop' } });
  expect([misspelt.status, misspelt.body.message]).toEqual([400, expect.stringContaining('"project.nmae"')]);
});

test.each([1, 230, 256])(
  'a branch whose name has %i characters is replaced by its snapshot',
  async (length) => {
    const branch = { name: 'ö'.repeat(length) };
    const { project } = await ask('POST', '/projects', { project: { name: 'shop' } });
    const at = `/projects/${project.id}`;
    const target = await ask('POST', `${at}/branches`, { branch });
    for (const name of ['first', 'second']) {
      const all = (await ask('GET', `${at}/branches`)).branches;
      const current = all.find((each: { name: string }) => each.name === branch.name);
      const { snapshot } = await ask('POST', `${at}/branches/${current.id}/snapshot`);
      const restored = await ask('POST', `${at}/snapshots/${snapshot.id}/restore`, { name });
      await ask('POST', `${at}/branches/${restored.branch.id}/finalize_restore`);
    }
    const names = (await ask('GET', `${at}/branches`)).branches.map(({ name }: { name: string }) => name);
    expect(names).toContain(target.branch.name);
    expect(new Set(names).size).toBe(4);
  },
);
