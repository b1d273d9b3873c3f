import { expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { demoProject, HOUR, MINUTE } from './demo-platform.js';

test('a restored branch has a new data version each time, which tells real servers to replace the data', () => {
  const { platform, ask, branch_id, ready } = demoProject();
  const dev = ask(CONTRACT.createProjectBranch, {}, ready).branch.id;
  const version = () => new Map(platform.tables().branches).get(dev)!.data_version;
  for (const count of [1, 2]) {
    const input = { branch_id: dev, source_branch_id: branch_id };
    ask(CONTRACT.restoreProjectBranch, input, ready + HOUR + count * MINUTE);
    expect(version()).toBe(count);
  }
});

test('a schema that is asked for draws nothing', () => {
  const { platform, ask, ready } = demoProject();
  const dev = { branch_id: ask(CONTRACT.createProjectBranch, {}, ready).branch.id, db_name: 'neondb' };
  const draws = () => [...platform.tables().clock][0]![1].draws;
  const before = draws();
  expect(ask(CONTRACT.getProjectBranchSchema, dev, ready)).toEqual({ sql: '' });
  expect(ask(CONTRACT.getProjectBranchSchemaComparison, dev, ready)).toEqual({ diff: '' });
  expect(draws()).toBe(before);
});

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
