import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSeedData } from '../../src/cli/serve/seed-data-file.js';
import { plantSeed } from '../../src/server/seed/seed-data.js';
import { EmulatorUnderTest } from '../server/emulator-under-test.js';
import { temporaryFolder } from '../temporary-folder.js';
import { called } from './command.js';

const folder = temporaryFolder();

const SHOP = `
organizations: [{ name: Acme, plan: launch }]
projects:
  - name: shop
    organization: Acme
    branches:
      - name: main
        roles: [reader]
        databases: [{ name: orders, owner_name: reader }]
        endpoints: [{ type: read_only, autoscaling_limit_max_cu: 1 }]
        logical_size_bytes: 1000
      - { name: dev, parent: main, endpoints: [{ type: read_write }] }
  - name: mine
`;

function written(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('seed data', () => {
  test('is created through API calls and ready', async () => {
    const emulator = new EmulatorUnderTest({ platform: { seed: 'test' } });
    plantSeed(emulator.emulator, readSeedData(written('shop.yaml', SHOP)), emulator.account);
    const { projects } = (await emulator.call('GET', '/projects')).body;
    expect(projects.map(({ name }: { name: string }) => name).sort()).toEqual(['mine', 'shop']);
    const shop = projects.find(({ name }: { name: string }) => name === 'shop');
    expect(shop).toMatchObject({ org_name: 'Acme', locked: false });
    const { branches } = (await emulator.call('GET', `/projects/${shop.id}/branches?sort_by=name`)).body;
    expect(branches).toMatchObject([
      { name: 'main', logical_size: 1000, current_state: 'ready' },
      { name: 'dev', parent_id: branches[0].id },
    ]);
    const { endpoints } = (await emulator.call('GET', `/projects/${shop.id}/endpoints`)).body;
    expect(endpoints).toMatchObject([
      { type: 'read_write', current_state: 'active' },
      { type: 'read_only', autoscaling_limit_max_cu: 1 },
      { type: 'read_write', branch_id: branches[1].id },
    ]);
    const { databases } = (
      await emulator.call('GET', `/projects/${shop.id}/branches/${branches[1].id}/databases`)
    ).body;
    expect(databases.map(({ name }: { name: string }) => name)).toEqual(['neondb', 'orders']);
  });

  test('without an organization belongs to that of the sign-up, even if the rules require an organization', () => {
    const emulator = new EmulatorUnderTest({ platform: { seed: 'test', rule_book: 'platform' } });
    plantSeed(emulator.emulator, { projects: [{ name: 'mine' }] }, emulator.account);
    const projects = [...emulator.emulator.platform.tables().projects].map(([, { org_id }]) => org_id);
    expect(projects).toEqual([emulator.account.org_id]);
  });

  test('faults are set after everything has been created', async () => {
    const emulator = new EmulatorUnderTest({ platform: { seed: 'test' } });
    const faults = 'faults: [{ answer: 503, method: POST, times: 2 }, { operation: fails }]';
    plantSeed(
      emulator.emulator,
      readSeedData(written('faults.yaml', `projects: [{ name: shop }]\n${faults}`)),
      emulator.account,
    );
    const created = async () => (await emulator.call('POST', '/projects', { project: {} })).status;
    expect([await created(), await created(), await created()]).toEqual([503, 503, 201]);
    const wrong = readSeedData(
      written('wrong-fault.yaml', 'faults: [{ answer: 503, action: start_compute }]'),
    );
    expect(() => plantSeed(emulator.emulator, wrong, emulator.account)).toThrow(
      'faults[0]: "action" goes with "operation"',
    );
  });

  test.each([
    ['projects: 7', '"projects": expected an array, got 7'],
    ['{', 'is neither YAML nor JSON'],
    ['projects: [{ nam: shop }]', '"projects.0.nam" is not known here; expected'],
    [
      'projects: [{ organization: Nobody }]',
      'projects[0].organization: there is no "Nobody"; expected one of Neap',
    ],
    ['projects: [{ pg_version: 3 }]', 'projects[0]: pg_version must be a whole number from 14 to 18'],
    [
      'projects: [{ branches: [{ name: main }, { name: a, parent: b }] }]',
      'projects[0].branches[1].parent: no earlier branch is named "b"',
    ],
  ])('%s is refused, and nothing is left behind', async (text, message) => {
    const state = join(folder, `state-${message.length}`);
    const args = ['serve', '--port', '0', '--seed-data', written('wrong.yaml', text), '--state', state];
    const { status, stdout, stderr } = await called(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    const again = await called([
      ...args.slice(0, 4),
      written('none.yaml', 'projects: [{ nam: x }]'),
      ...args.slice(5),
    ]);
    expect(again.stderr).not.toContain('holds an account already');
  });
});
