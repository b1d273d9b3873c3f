import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Binaries } from '../../src/postgres/cluster/binaries.js';
import { openServerFolder } from '../../src/postgres/cluster/server-folder.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neap-t-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const open = () => openServerFolder(undefined, undefined, { version: '17.0' } as Binaries);
const left = () => readdirSync(folder).filter((name) => name.startsWith('neap-postgres-'));

function abandonedBy(owner: string): void {
  const path = mkdtempSync(join(folder, 'neap-postgres-'));
  mkdirSync(join(path, '1', 'br-a', 'data', 'base', '5'), { recursive: true });
  writeFileSync(join(path, 'emulator.pid'), owner);
}

test('the servers of one process share a temporary folder, which is removed with the last of them', async () => {
  const [first, second] = await Promise.all([open(), open()]);
  expect(left()).toHaveLength(1);
  expect(first.path).not.toBe(second.path);
  await first.close();
  expect(left()).toHaveLength(1);
  await second.close();
  expect(left()).toEqual([]);
});

test('a start removes folders of killed processes, also if another process has the same id now', async () => {
  abandonedBy('999999999');
  abandonedBy(`${process.pid} 1`);
  const opened = await Promise.all([open(), open()]);
  expect(left()).toHaveLength(1);
  for (const each of opened) await each.close();
  expect(left()).toEqual([]);
});
