import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plantSeed } from '../../src/server/seed/seed-data.js';
import { readSeedData } from '../../src/server/seed/seed-data-file.js';
import { EmulatorUnderTest } from '../server/emulator-under-test.js';
import { temporaryFolder } from '../temporary-folder.js';

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
});
