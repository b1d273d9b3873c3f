import { describe, expect, test } from 'vitest';
import type { TableName } from '../../src/platform/store/tables.js';
import { rowsProblem } from '../../src/platform/store/tables.js';
import { demoProject } from './demo-platform.js';

/** The problem with the stored rows of a platform after a change of them. */
function read(change: (tables: Map<TableName, Map<string, unknown>>) => void = () => undefined) {
  const demo = demoProject();
  const stored = JSON.parse(JSON.stringify(demo.platform.tables())) as Record<TableName, [string, unknown][]>;
  const tables = new Map(
    Object.entries(stored).map(([name, rows]) => [name as TableName, new Map<string, unknown>(rows)]),
  );
  change(tables);
  return rowsProblem(tables);
}

/** The first row of a table with other attributes. */
const otherwise = (table: TableName, attributes: object) =>
  read((tables) => {
    const [[id, row]] = tables.get(table)! as unknown as [[string, object]];
    tables.get(table)!.set(id, { ...row, ...attributes });
  });

describe('the rows of a state', () => {
  test('the rows that the platform writes are valid, and so are unknown attributes', () => {
    expect(read()).toBeUndefined();
    expect(otherwise('users', { shoe_size: 41 })).toBeUndefined();
  });

  test('a state without exactly one clock is refused', () => {
    expect(read((tables) => tables.delete('clock'))).toBe('its clock is missing');
    expect(read((tables) => tables.get('clock')!.set('other', {}))).toBe('its clock is missing');
  });

  test.each<[TableName, object, RegExp]>([
    ['clock', { draws: 0.5 }, /^row clock of clock, "draws": /],
    ['users', { email: 5 }, /^row .+ of users, "email": /],
    ['memberships', { role: 'owner' }, /^row .+ of memberships, "role": /],
    ['api_keys', { secret_sha256: 'abc' }, /^row .+ of api_keys, "secret_sha256": /],
    ['projects', { default_endpoint_settings: { pg_settings: { a: 4 } } }, /"default_endpoint_settings\./],
    ['branches', { current_state: 'gone' }, /^row br-.+ of branches, "current_state": /],
    ['endpoints', { current_cu: 0 }, /^row ep-.+ of endpoints, "current_cu": /],
    ['endpoints', { suspend_timeout_seconds: -2 }, /"suspend_timeout_seconds": /],
    ['operations', { duration_ms: -1 }, /^row .+ of operations, "duration_ms": /],
  ])('rows of %s are refused with %j', (table, attributes, words) => {
    expect(otherwise(table, attributes)).toMatch(words);
  });

  test('a row that is not an object is refused', () => {
    expect(read((tables) => tables.get('users')!.set('x', null))).toMatch(/^row x of users: /);
  });

  test.each<[TableName, string, TableName]>([
    ['memberships', 'org_id', 'organizations'],
    ['memberships', 'user_id', 'users'],
    ['branches', 'project_id', 'projects'],
    ['endpoints', 'project_id', 'projects'],
    ['endpoints', 'branch_id', 'branches'],
    ['roles', 'branch_id', 'branches'],
    ['databases', 'branch_id', 'branches'],
    ['operations', 'project_id', 'projects'],
  ])('a row of %s whose %s refers to a missing row is refused', (table, attribute, other) => {
    expect(otherwise(table, { [attribute]: 'none' })).toMatch(
      new RegExp(`^row .+ of ${table} refers to none, but ${other} has no such row$`),
    );
    expect(read((tables) => tables.delete(other))).toContain(`but ${other} has no such row`);
  });
});
