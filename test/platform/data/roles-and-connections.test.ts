import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../../src/api/contract.js';
import { demoProject, MINUTE, refusal, SECOND, told } from '../demo-platform.js';

describe('a connection string', () => {
  test('has its names escaped', () => {
    const { ask, ids, ready } = demoProject();
    ask(CONTRACT.createProjectBranchRole, { ...ids, role: { name: 'a b@c' } }, ready);
    const database = { name: 'x/y?', owner_name: 'a b@c' };
    ask(CONTRACT.createProjectBranchDatabase, { ...ids, database }, ready + SECOND);
    const asked = { database_name: 'x/y?', role_name: 'a b@c' };
    const { uri } = ask(CONTRACT.getConnectionURI, asked, ready + MINUTE);
    const { username, pathname, searchParams, protocol } = new URL(uri);
    expect([protocol, username, pathname]).toEqual(['postgresql:', 'a%20b%40c', '/x%2Fy%3F']);
    expect([...searchParams]).toEqual([
      ['sslmode', 'require'],
      ['channel_binding', 'require'],
    ]);
  });

  test('leads to the branch or the compute that is named, which must belong together', () => {
    const { platform, caller, ask, branch_id, endpoint_id, ready } = demoProject();
    const endpoints = [{ type: 'read_write' as const }, { type: 'read_only' as const }];
    const dev = ask(CONTRACT.createProjectBranch, { endpoints }, ready);
    const [primary, replica] = dev.endpoints.map(({ id }) => id);
    const host = (input: object) => {
      const asked = { database_name: 'neondb', role_name: 'neondb_owner', ...input };
      return new URL(ask(CONTRACT.getConnectionURI, asked, ready + MINUTE).uri).hostname.split('.')[0];
    };
    expect(host({})).toBe(endpoint_id);
    expect(host({ branch_id: dev.branch.id })).toBe(primary);
    expect(host({ endpoint_id: replica })).toBe(replica);
    expect(host({ endpoint_id: replica, branch_id: dev.branch.id, pooled: true })).toBe(`${replica}-pooler`);
    expect(refusal(() => host({ endpoint_id: replica, branch_id })).message).toBe('endpoint not found');
    const other = platform.call(CONTRACT.createProject, caller, { project: {} }, ready + MINUTE);
    expect(refusal(() => host({ endpoint_id: other.endpoints[0]!.id })).message).toBe('endpoint not found');
    expect(refusal(() => host({ branch_id: other.branch.id })).message).toBe('branch not found');
  });
});

describe('a role', () => {
  test('is shown with its password only when that is made; a new password takes an operation', () => {
    const { ask, ids, branch_id, ready } = demoProject();
    const made = ask(CONTRACT.createProjectBranchRole, { branch_id, role: { name: 'sally' } }, ready);
    expect(made.role.password).toMatch(/^npg_[0-9A-Za-z]{12}$/);
    const at = ready + MINUTE;
    const { roles } = ask(CONTRACT.listProjectBranchRoles, { branch_id }, at);
    expect(roles.map(({ name, password }) => [name, password])).toEqual([
      ['neondb_owner', undefined],
      ['sally', undefined],
    ]);
    const again = () => ask(CONTRACT.createProjectBranchRole, { branch_id, role: { name: 'sally' } }, at);
    expect(refusal(again)).toMatchObject({ kind: 'conflict', message: 'role already exists' });
    const nameless = () => ask(CONTRACT.createProjectBranchRole, { branch_id, role: { name: '' } }, at);
    expect(refusal(nameless).message).toBe('name must have 1 to 63 bytes and no zero byte');
    const sally = { branch_id, role_name: 'sally' };
    const reset = ask(CONTRACT.resetProjectBranchRolePassword, sally, at);
    expect(told(reset.operations)).toEqual(['apply_config running']);
    expect(reset.role).toMatchObject({ name: 'sally', updated_at: '2026-01-05T00:01:02Z' });
    expect(reset.role.password).not.toBe(made.role.password);
    const gone = ask(CONTRACT.deleteProjectBranchRole, sally, at + MINUTE)!;
    expect([gone.role.name, gone.role.password, told(gone.operations)]).toEqual([
      'sally',
      undefined,
      ['apply_config running'],
    ]);
    for (const call of [
      () => ask(CONTRACT.getProjectBranchRole, sally, at + MINUTE),
      () => ask(CONTRACT.getProjectBranchRolePassword, sally, at + MINUTE),
      () => ask(CONTRACT.resetProjectBranchRolePassword, sally, at + 2 * MINUTE),
    ]) {
      expect(refusal(call).message).toBe('role not found');
    }
    expect(ids.branch_id).toBe(branch_id);
  });

  test.each(['cloud_admin', 'neon_superuser', 'zenith_admin', 'none', 'public'])(
    'is not called %s, which has an owner',
    (name) => {
      const { ask, branch_id, ready } = demoProject();
      const call = () => ask(CONTRACT.createProjectBranchRole, { branch_id, role: { name } }, ready);
      expect(refusal(call).message).toBe(`the role name "${name}" is reserved`);
    },
  );
});

describe('a database', () => {
  test('keeps what an edit does not name, and its name if that is named again', () => {
    const { ask, branch_id, ready } = demoProject();
    const role = { name: 'sally' };
    ask(CONTRACT.createProjectBranchRole, { branch_id, role }, ready);
    let at = ready;
    const update = (database_name: string, database: object) => {
      at += MINUTE;
      return ask(CONTRACT.updateProjectBranchDatabase, { branch_id, database_name, database }, at);
    };
    const given = update('neondb', { name: 'neondb', owner_name: 'sally' });
    expect(given.database).toMatchObject({
      name: 'neondb',
      owner_name: 'sally',
      updated_at: '2026-01-05T00:01:02Z',
      created_at: '2026-01-05T00:00:00Z',
    });
    expect(told(given.operations)).toEqual(['apply_config running']);
    expect(update('neondb', { name: 'shop' }).database).toMatchObject({ name: 'shop', owner_name: 'sally' });
    const database = { name: 'orders', owner_name: 'sally' };
    ask(CONTRACT.createProjectBranchDatabase, { branch_id, database }, at + SECOND * 10);
    expect(refusal(() => update('orders', { name: 'shop' }))).toMatchObject({
      kind: 'conflict',
      message: 'database already exists',
    });
    const gone = ask(CONTRACT.deleteProjectBranchDatabase, { branch_id, database_name: 'orders' }, at)!;
    expect(told(gone.operations)).toEqual(['apply_config running']);
  });

  test.each(['postgres', 'template0', 'template1'])('is not called %s', (name) => {
    const { ask, branch_id, ready } = demoProject();
    const database = { name, owner_name: 'neondb_owner' };
    const call = () => ask(CONTRACT.createProjectBranchDatabase, { branch_id, database }, ready);
    expect(refusal(call).message).toBe(`the database name "${name}" is reserved`);
  });
});

describe('the schema of a database', () => {
  test('is empty, as SQL or as tables; so is what differs from its parent or a branch that is named', () => {
    const { ask, branch_id, ready } = demoProject();
    const dev = ask(CONTRACT.createProjectBranch, {}, ready).branch.id;
    const db_name = 'neondb';
    const schema = (format?: string) =>
      ask(CONTRACT.getProjectBranchSchema, { branch_id, db_name, format } as never, ready);
    expect([schema(), schema('sql'), schema('json')]).toEqual([
      { sql: '' },
      { sql: '' },
      { json: { tables: [] } },
    ]);
    const compare = (of: string, input: object = {}) =>
      ask(CONTRACT.getProjectBranchSchemaComparison, { branch_id: of, db_name, ...input }, ready);
    expect([compare(dev), compare(branch_id, { base_branch_id: dev })]).toEqual([{ diff: '' }, { diff: '' }]);
    expect(refusal(() => compare(dev, { timestamp: '2020-01-01T00:00:00Z' })).message).toMatch(
      /^timestamp 2020-01-01T00:00:00Z is not within the history of branch br-/,
    );
    expect(refusal(() => compare(dev, { base_timestamp: '2020-01-01T00:00:00Z' })).message).toBe(
      'base_timestamp 2020-01-01T00:00:00Z is not within the history of branch main',
    );
  });

  test('is compared where both branches have the database', () => {
    const { ask, branch_id, ready } = demoProject();
    const dev = ask(CONTRACT.createProjectBranch, {}, ready).branch.id;
    const database = { name: 'orders', owner_name: 'neondb_owner' };
    ask(CONTRACT.createProjectBranchDatabase, { branch_id: dev, database }, ready + MINUTE);
    const compare = (of: string, base_branch_id?: string) =>
      ask(
        CONTRACT.getProjectBranchSchemaComparison,
        { branch_id: of, db_name: 'orders', base_branch_id },
        ready + MINUTE,
      );
    expect(refusal(() => compare(dev)).message).toBe('database not found');
    expect(refusal(() => compare(branch_id, dev)).message).toBe('database not found');
  });
});
