import { describe, expect, test } from 'vitest';
import { EmulatorUnderTest } from '../server/emulator-under-test.js';

/** An emulator with a project and a branch `dev` of it that has a compute. */
async function withDev() {
  const emulator = new EmulatorUnderTest();
  const { project_id, branch_id } = await emulator.project({ name: 'shop' });
  const project = `/projects/${project_id}`;
  const later = (advance = '10s') => emulator.control('POST', '/clock', { advance });
  const made = await emulator.call('POST', `${project}/branches`, {
    branch: { name: 'dev' },
    endpoints: [{ type: 'read_write' }],
  });
  await later();
  const ask = async (method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await emulator.call(method, `${project}${path}`, body);
    await later('1s');
    return { status, ...answer };
  };
  const dev = made.body.branch.id as string;
  const names = async (path: string, what: string) =>
    (await ask('GET', path))[what].map(({ name }: { name: string }) => name).sort();
  return { emulator, ask, names, later, branch_id, dev, endpoint_id: made.body.endpoints[0].id as string };
}

describe('a branch that is reset', () => {
  test('has the roles and databases of its parent, and its own name and compute, which restarts', async () => {
    const { ask, names, dev, branch_id, endpoint_id } = await withDev();
    await ask('POST', `/branches/${dev}/databases`, {
      database: { name: 'scratch', owner_name: 'neondb_owner' },
    });
    await ask('POST', `/branches/${branch_id}/databases`, {
      database: { name: 'orders', owner_name: 'neondb_owner' },
    });
    const { status, branch, operations } = await ask('POST', `/branches/${dev}/restore`, {
      source_branch_id: branch_id,
    });
    expect(status).toBe(200);
    expect(branch).toMatchObject({
      id: dev,
      name: 'dev',
      parent_id: branch_id,
      current_state: 'resetting',
      pending_state: 'ready',
      last_reset_at: expect.any(String),
    });
    expect(operations).toMatchObject([
      { action: 'create_timeline', status: 'running' },
      { action: 'suspend_compute', endpoint_id, status: 'scheduling' },
      { action: 'start_compute', endpoint_id, status: 'scheduling' },
    ]);
    expect(await names(`/branches/${dev}/databases`, 'databases')).toEqual(['neondb', 'orders']);
    expect((await ask('GET', `/branches/${dev}`)).branch.current_state).toBe('ready');
    expect((await ask('GET', `/endpoints/${endpoint_id}`)).endpoint).toMatchObject({
      branch_id: dev,
      current_state: 'active',
    });
  });

  test('is kept under another name with its children, if a name is given', async () => {
    const { ask, names, dev, branch_id } = await withDev();
    await ask('POST', '/branches', { branch: { name: 'child', parent_id: dev } });
    const refused = await ask('POST', `/branches/${dev}/restore`, { source_branch_id: branch_id });
    expect([refused.status, refused.message]).toEqual([400, expect.stringContaining('preserve_under_name')]);
    await ask('POST', `/branches/${dev}/databases`, {
      database: { name: 'scratch', owner_name: 'neondb_owner' },
    });
    const { branch } = await ask('POST', `/branches/${dev}/restore`, {
      source_branch_id: branch_id,
      preserve_under_name: 'dev before',
    });
    expect(branch.parent_id).toBe(branch_id);
    const { branches } = await ask('GET', '/branches');
    const before = branches.find(({ name }: { name: string }) => name === 'dev before');
    const child = branches.find(({ name }: { name: string }) => name === 'child');
    expect([before.parent_id, child.parent_id, before.current_state]).toEqual([
      branch_id,
      before.id,
      'ready',
    ]);
    expect(await names(`/branches/${before.id}/databases`, 'databases')).toEqual(['neondb', 'scratch']);
    expect(await names(`/branches/${dev}/databases`, 'databases')).toEqual(['neondb']);
  });

  test('to its own past: what it was becomes its parent', async () => {
    const { ask, dev } = await withDev();
    const { branch: now } = await ask('GET', `/branches/${dev}`);
    const body = { source_branch_id: dev, source_timestamp: now.created_at };
    expect((await ask('POST', `/branches/${dev}/restore`, body)).status).toBe(400);
    expect((await ask('POST', `/branches/${dev}/restore`, { source_branch_id: dev })).status).toBe(400);
    const { branch } = await ask('POST', `/branches/${dev}/restore`, { ...body, preserve_under_name: 'old' });
    expect((await ask('GET', `/branches/${branch.parent_id}`)).branch.name).toBe('old');
  });

  test.each([
    [{ source_branch_id: 'br-none' }, 404],
    [{ source_branch_id: 'MAIN', source_timestamp: '2020-01-01T00:00:00Z' }, 400],
    [{ source_branch_id: 'MAIN', source_lsn: 'x' }, 400],
    [{ source_branch_id: 'MAIN', preserve_under_name: 'main' }, 409],
  ])('is refused with %j, and nothing changes', async (body, expected) => {
    const { ask, dev, branch_id, emulator } = await withDev();
    const before = JSON.stringify(emulator.emulator.platform.tables().branches);
    const asked = { ...body, source_branch_id: body.source_branch_id.replace('MAIN', branch_id) };
    expect((await ask('POST', `/branches/${dev}/restore`, asked)).status).toBe(expected);
    expect(JSON.stringify(emulator.emulator.platform.tables().branches)).toBe(before);
  });

  test('draws nothing where only a schema is asked for', async () => {
    const { ask, dev, emulator } = await withDev();
    const draws = () => [...emulator.emulator.platform.tables().clock][0]![1].draws;
    const before = draws();
    expect(await ask('GET', `/branches/${dev}/schema?db_name=neondb`)).toMatchObject({ sql: '' });
    expect(await ask('GET', `/branches/${dev}/compare_schema?db_name=neondb`)).toMatchObject({ diff: '' });
    expect((await ask('GET', `/branches/${dev}/schema?db_name=none`)).status).toBe(404);
    expect(draws()).toBe(before);
  });
});

describe('a snapshot', () => {
  test('is restored as a branch, and takes the place of the one it was taken of', async () => {
    const { ask, names, dev, endpoint_id } = await withDev();
    const { snapshot } = await ask('POST', `/branches/${dev}/snapshot?name=before`);
    await ask('DELETE', `/branches/${dev}/databases/neondb`);
    const { branch } = await ask('POST', `/snapshots/${snapshot.id}/restore`, { name: 'again' });
    expect(branch).toMatchObject({ name: 'again', restored_from: snapshot.id, restored_as: dev });
    expect(await names(`/branches/${branch.id}/databases`, 'databases')).toEqual(['neondb']);
    const { operations } = await ask('POST', `/branches/${branch.id}/finalize_restore`);
    expect(operations).toMatchObject([{ action: 'apply_config', endpoint_id }]);
    expect((await ask('GET', `/branches/${branch.id}`)).branch.name).toBe('dev');
    expect((await ask('GET', `/endpoints/${endpoint_id}`)).endpoint.branch_id).toBe(branch.id);
    expect((await ask('GET', `/branches/${dev}`)).branch.name).toMatch(/^dev \(old, 2026-/);
    expect((await ask('POST', `/branches/${branch.id}/finalize_restore`)).status).toBe(422);
  });

  test('of the default branch makes the restored one the default', async () => {
    const { ask, branch_id } = await withDev();
    const { snapshot } = await ask('POST', `/branches/${branch_id}/snapshot`);
    const { branch } = await ask('POST', `/snapshots/${snapshot.id}/restore`, { finalize_restore: true });
    expect(branch).toMatchObject({ name: 'main', default: true });
  });

  test('of the default branch is refused to one that expires: a project is never left without its default', async () => {
    const { ask, branch_id } = await withDev();
    const { snapshot } = await ask('POST', `/branches/${branch_id}/snapshot`);
    const { branch } = await ask('POST', `/snapshots/${snapshot.id}/restore`);
    const finalize = () => ask('POST', `/branches/${branch.id}/finalize_restore`);
    const expire = (expires_at: string | null) =>
      ask('PATCH', `/branches/${branch.id}`, { branch: { expires_at } });
    await expire('2026-01-06T00:00:00Z');
    expect(await finalize()).toMatchObject({
      status: 422,
      message: 'a branch that expires cannot be the default branch',
    });
    await expire(null);
    expect((await finalize()).status).toBe(200);
  });

  test('goes when it expires', async () => {
    const { ask, dev, later } = await withDev();
    await ask('POST', `/branches/${dev}/snapshot?expires_at=2026-01-06T00:00:00Z`);
    expect((await ask('GET', '/snapshots')).snapshots).toHaveLength(1);
    await later('2d');
    expect((await ask('GET', '/snapshots')).snapshots).toEqual([]);
  });
});
