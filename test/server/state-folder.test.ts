import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStateFolder } from '../../src/server/store/lmdb-store.js';
import { EmulatorUnderTest } from './emulator-under-test.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neap-state-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a state folder', () => {
  test('a second run goes on where the first one stopped, keys and time included', async () => {
    const first = new EmulatorUnderTest({ store: openStateFolder(folder) });
    const { project_id } = await first.project({ name: 'kept' });
    await first.call('POST', `/projects/${project_id}/branches`, { branch: { name: 'dev' } });
    const { body: skipped } = await first.control('POST', '/clock', { advance: '3h' });
    const tables = first.emulator.platform.tables();
    await first.emulator.store.close();

    const store = openStateFolder(folder);
    const second = new EmulatorUnderTest({ store, start_ms: undefined });
    expect(second.user_id).toBe(first.user_id);
    expect((await second.control('GET', '/clock')).body.now).toBe(skipped.now);
    const { body } = await second.call('GET', `/projects/${project_id}/branches`, undefined, first.key);
    expect(body.branches.map(({ name }: { name: string }) => name).sort()).toEqual(['dev', 'main']);
    expect((await second.control('GET', '/state')).body).toMatchObject({ projects: 1 });
    // Only the key that the second run made is new, and the time at which keys were used.
    expect([...second.emulator.platform.tables().branches]).toEqual([...tables.branches]);
    expect([...second.emulator.platform.tables().operations]).toEqual([...tables.operations]);
    await store.close();
  });

  test('an answer is given only when its changes are durable', async () => {
    const store = openStateFolder(folder);
    const emulator = new EmulatorUnderTest({ store });
    await store.durable();
    const answers = Array.from({ length: 50 }, (_, count) =>
      emulator.call('POST', '/api_keys', { key_name: `k${count}` }).then(({ status }) => {
        expect(status).toBe(200);
      }),
    );
    await Promise.all(answers);
    expect(store.durable()).toBeUndefined();
    await store.close();
  });

  test('a folder with other files is refused, and left alone', () => {
    writeFileSync(join(folder, 'thesis.txt'), 'do not touch');
    expect(() => openStateFolder(folder)).toThrow('holds other files and no state');
  });

  test('two emulators do not share one', async () => {
    const store = openStateFolder(folder);
    writeFileSync(join(folder, 'in-use-by'), '1');
    await expect(async () => openStateFolder(folder)).rejects.toThrow('in use by process 1');
    await store.close();
  });
});
