import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { demoProject, HOUR, refusal, SECOND, told } from './demo-platform.js';

describe('roles', () => {
  test('a new one has a password; an active compute applies it, an idle one is activated for a moment', () => {
    const { platform, caller, ids, states, ready } = demoProject();
    const create = (name: string, at: number) =>
      platform.call(CONTRACT.createProjectBranchRole, caller, { ...ids, role: { name } }, at);
    const { role, operations } = create('sally', ready);
    expect(role).toMatchObject({ name: 'sally', branch_id: ids.branch_id });
    expect(told(operations)).toEqual(['apply_config running']);
    expect(states(ready)).toBe('active, then active');
    const idle = create('casey', ready + HOUR);
    expect(told(idle.operations)).toEqual(['apply_config running', 'suspend_compute scheduling']);
    const names = platform
      .call(CONTRACT.listProjectBranchRoles, caller, ids, ready)
      .roles.map((each) => each.name);
    expect(names).toEqual(['neondb_owner', 'sally', 'casey']);
    expect(refusal(() => create('sally', ready + 2 * HOUR)).message).toBe('role already exists');
    expect(refusal(() => create('pg_x', ready + 2 * HOUR)).kind).toBe('bad_request');
    expect(refusal(() => create('x'.repeat(64), ready + 2 * HOUR)).kind).toBe('bad_request');
  });

  test('a password is revealed, and reset to another', () => {
    const { platform, caller, ids, created, ready } = demoProject();
    const input = { ...ids, role_name: 'neondb_owner' };
    const { password } = platform.call(CONTRACT.getProjectBranchRolePassword, caller, input, ready);
    expect(password).toBe(created.roles[0]!.password);
    const { role } = platform.call(CONTRACT.resetProjectBranchRolePassword, caller, input, ready);
    expect(role.password).not.toBe(password);
    expect(platform.call(CONTRACT.getProjectBranchRolePassword, caller, input, ready).password).toBe(
      role.password,
    );
    expect(platform.call(CONTRACT.getProjectBranchRole, caller, input, ready).role.password).toBeUndefined();
  });

  test('no password is revealed when the project stores none', () => {
    const { platform, caller, ids, ready } = demoProject({}, { store_passwords: false });
    const input = { ...ids, role_name: 'neondb_owner' };
    expect(
      refusal(() => platform.call(CONTRACT.getProjectBranchRolePassword, caller, input, ready)).kind,
    ).toBe('precondition_failed');
  });

  test('one that owns a database stays; of one that is not there there is nothing to delete', () => {
    const { platform, caller, ids, ready } = demoProject();
    const remove = (role_name: string, at: number) =>
      platform.call(CONTRACT.deleteProjectBranchRole, caller, { ...ids, role_name }, at);
    expect(refusal(() => remove('neondb_owner', ready)).message).toContain('owns the database "neondb"');
    expect(remove('nobody', ready)).toBeUndefined();
    platform.call(CONTRACT.createProjectBranchRole, caller, { ...ids, role: { name: 'sally' } }, ready);
    expect(remove('sally', ready + SECOND)!.role.name).toBe('sally');
  });
});

test("the platform's role names cannot be taken, nor that of the project's superuser", () => {
  const { platform, caller, ids, ready } = demoProject();
  for (const name of ['cloud_admin', 'neon_superuser', 'public', 'none', 'pg_read_all_data']) {
    const create = () =>
      platform.call(CONTRACT.createProjectBranchRole, caller, { ...ids, role: { name } }, ready);
    expect(refusal(create).message, name).toMatch(/reserved$/);
    const project = { branch: { role_name: name } };
    expect(refusal(() => platform.call(CONTRACT.createProject, caller, { project }, ready)).message).toMatch(
      /reserved$/,
    );
  }
  const project = { branch: { database_name: 'template1' } };
  expect(refusal(() => platform.call(CONTRACT.createProject, caller, { project }, ready)).message).toMatch(
    /reserved$/,
  );
});

describe('databases', () => {
  test('are created for a role, renamed, given to another, and deleted', () => {
    const { platform, caller, ids, ready } = demoProject();
    const at = (step: number) => ready + step * SECOND;
    platform.call(CONTRACT.createProjectBranchRole, caller, { ...ids, role: { name: 'sally' } }, at(0));
    const { database, operations } = platform.call(
      CONTRACT.createProjectBranchDatabase,
      caller,
      { ...ids, database: { name: 'orders', owner_name: 'neondb_owner' } },
      at(1),
    );
    expect(told(operations)).toEqual(['apply_config running']);
    const renamed = platform.call(
      CONTRACT.updateProjectBranchDatabase,
      caller,
      { ...ids, database_name: 'orders', database: { name: 'sales', owner_name: 'sally' } },
      at(2),
    ).database;
    expect(renamed).toMatchObject({ id: database.id, name: 'sales', owner_name: 'sally' });
    const get = (database_name: string) =>
      platform.call(CONTRACT.getProjectBranchDatabase, caller, { ...ids, database_name }, at(3));
    expect(get('sales').database).toEqual(renamed);
    expect(refusal(() => get('orders')).message).toBe('database not found');
    const gone = { ...ids, database_name: 'sales' };
    expect(platform.call(CONTRACT.deleteProjectBranchDatabase, caller, gone, at(4))!.database.name).toBe(
      'sales',
    );
    expect(platform.call(CONTRACT.deleteProjectBranchDatabase, caller, gone, at(5))).toBeUndefined();
    expect(platform.call(CONTRACT.listProjectBranchDatabases, caller, ids, at(5)).databases).toHaveLength(1);
  });

  test.each([
    ['database already exists', { name: 'neondb', owner_name: 'neondb_owner' }],
    ['role not found', { name: 'x', owner_name: 'nobody' }],
    ['the database name "postgres" is reserved', { name: 'postgres', owner_name: 'neondb_owner' }],
    ['name must have 1 to 63 bytes', { name: '', owner_name: 'neondb_owner' }],
  ])('are refused with "%s"', (words, database) => {
    const { platform, caller, ids, ready } = demoProject();
    const call = () =>
      platform.call(CONTRACT.createProjectBranchDatabase, caller, { ...ids, database }, ready);
    expect(refusal(call).message).toContain(words);
  });
});

describe('a connection string', () => {
  test('leads to the primary compute of the default branch, directly or through the pooler', () => {
    const { platform, caller, project_id, created, endpoint_id, ready } = demoProject();
    const input = { project_id, database_name: 'neondb', role_name: 'neondb_owner' };
    const direct = platform.call(CONTRACT.getConnectionURI, caller, input, ready).uri;
    expect(direct).toBe(created.connection_uris[0]!.connection_uri);
    const pooled = platform.call(CONTRACT.getConnectionURI, caller, { ...input, pooled: true }, ready).uri;
    expect(new URL(pooled).hostname).toBe(`${endpoint_id}-pooler.us-east-2.aws.neap.invalid`);
  });

  test.each([
    ['database not found', { database_name: 'no' }],
    ['role not found', { role_name: 'no' }],
    ['branch not found', { branch_id: 'br-no-such-1' }],
    ['endpoint not found', { endpoint_id: 'ep-no-such-1' }],
  ])('needs what it names: %s', (words, change) => {
    const { platform, caller, project_id, ready } = demoProject();
    const input = { project_id, database_name: 'neondb', role_name: 'neondb_owner', ...change };
    expect(refusal(() => platform.call(CONTRACT.getConnectionURI, caller, input, ready)).message).toBe(words);
  });
});
