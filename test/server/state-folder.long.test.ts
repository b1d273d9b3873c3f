import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { frameRecord } from '../../src/files/record-log.js';
import { openStateFolder } from '../../src/server/store/state-folder.js';
import { StoreError } from '../../src/server/store/state-store.js';
import { temporaryFolder } from '../temporary-folder.js';
import { EmulatorUnderTest } from './emulator-under-test.js';

const folders = temporaryFolder();
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(folders, 'state-'));
  file = join(folder, 'state');
});

/** An emulator with its state in the test's folder; the next one continues from it. */
async function opened(growth_bytes?: number): Promise<EmulatorUnderTest> {
  const start = existsSync(file) ? { start_ms: undefined } : {};
  return new EmulatorUnderTest({ store: await openStateFolder(folder, growth_bytes), ...start });
}
/** All rows except keys and the clock. */
function rowsOf({ emulator }: EmulatorUnderTest): object {
  const { api_keys: _, clock: __, ...rows } = emulator.platform.tables();
  return rows;
}
const close = ({ emulator }: EmulatorUnderTest) => emulator.store.close();
const createKey = (one: EmulatorUnderTest, key_name: string) => one.call('POST', '/api_keys', { key_name });
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('a state folder', () => {
  test('a second run continues where the first one stopped, including keys and time', async () => {
    const first = await opened();
    const { project_id } = await first.project({ name: 'kept' });
    await first.call('POST', `/projects/${project_id}/branches`, { branch: { name: 'dev' } });
    const { body: skipped } = await first.control('POST', '/clock', { advance: '3h' });
    const rows = rowsOf(first);
    await close(first);
    const second = await opened();
    expect(second.user_id).toBe(first.user_id);
    expect((await second.control('GET', '/clock')).body.now).toBe(skipped.now);
    expect((await second.call('GET', '/projects', undefined, first.key)).body.projects).toHaveLength(1);
    expect(rowsOf(second)).toEqual(rows);
    await close(second);
  });

  test('an answer is given only when its changes are durable', async () => {
    const one = await opened();
    await one.emulator.store.durable();
    const keys = Array.from({ length: 50 }, (_, count) => createKey(one, `k${count}`));
    expect((await Promise.all(keys)).filter(({ status }) => status !== 200)).toEqual([]);
    expect(one.emulator.store.durable()).toBeUndefined();
    await close(one);
  });

  test('a folder with other files is refused and not changed', async () => {
    writeFileSync(join(folder, 'thesis.txt'), 'do not touch');
    chmodSync(folder, 0o755);
    await expect(openStateFolder(folder)).rejects.toThrow('contains other files and no state');
    expect([modeOf(folder), readdirSync(folder)]).toEqual(['755', ['thesis.txt']]);
  });

  test('a used folder without its state is refused, whether or not it was stopped', async () => {
    await (await openStateFolder(folder)).close();
    rmSync(file);
    await expect(openStateFolder(folder)).rejects.toThrow('has lost its state');
    rmSync(join(folder, 'used'));
    await (await openStateFolder(folder)).close();
  });

  test('a path that is a file is refused; missing folders are created', async () => {
    writeFileSync(file, '');
    await expect(openStateFolder(file)).rejects.toThrow('is a file; expected a folder');
    await expect(openStateFolder(join(file, 'below'))).rejects.toThrow('ENOTDIR');
    await (await openStateFolder(join(folder, 'some', 'where'))).close();
  });

  test('two emulators cannot share a state folder, and the stale socket of a killed one is ignored', async () => {
    const store = await openStateFolder(folder);
    await expect(openStateFolder(folder)).rejects.toThrow('is in use by another neap serve');
    await store.close();
    // A name that no process listens at, as after SIGKILL.
    writeFileSync(join(folder, 'in-use'), '');
    await (await openStateFolder(folder)).close();
  });

  test.skipIf(process.platform === 'win32')('only its owner can read a state folder', async () => {
    const modes = () => [modeOf(folder), modeOf(file)];
    await (await openStateFolder(folder)).close();
    expect(modes()).toEqual(['700', '600']);
    chmodSync(folder, 0o755);
    chmodSync(file, 0o644);
    await (await openStateFolder(folder)).close();
    expect(modes()).toEqual(['700', '600']);
  });

  test('a record that was incomplete when the process died is dropped and overwritten', async () => {
    const names = ['kept', 'second', 'third'];
    for (const name of names) {
      const one = await opened();
      await createKey(one, name);
      await close(one);
      if (name === 'kept') appendFileSync(file, Buffer.from([200, 0, 0, 0, 1, 2, 3]));
    }
    const last = await opened();
    const { body } = await last.call('GET', '/api_keys');
    expect(body.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(names));
    await close(last);
  });

  test('the file does not grow without bound, and holds the same rows after it is rewritten', async () => {
    const growth_bytes = 20_000;
    const first = await opened(growth_bytes);
    const { body: former } = await createKey(first, 'renamed');
    await first.call('DELETE', `/api_keys/${former.id}`);
    const { project_id } = await first.project();
    let most = 0;
    for (let count = 0; count < 400; count++) {
      await first.call('PATCH', `/projects/${project_id}`, { project: { name: `name ${count}` } });
      most = Math.max(most, statSync(file).size);
    }
    expect(most).toBeGreaterThan(growth_bytes);
    expect(most).toBeLessThan(growth_bytes * 2);
    const rows = rowsOf(first);
    await close(first);
    const second = await opened();
    expect(rowsOf(second)).toEqual(rows);
    await close(second);
  });

  test('the file continues to grow if the disk has no space to rewrite it', async () => {
    const first = await opened(1000);
    mkdirSync(join(folder, 'state.new'));
    for (let count = 0; count < 20; count++) {
      expect((await createKey(first, `k${count}`)).status).toBe(200);
    }
    await close(first);
    const second = await opened();
    expect((await second.call('GET', '/api_keys')).body.length).toBeGreaterThan(20);
    await close(second);
  });
});

const CLOCK = ['clock', 'clock', { seed: 's', now_ms: 0, draws: 0, sequence: 0 }];
const ORPHAN = {
  ...{ id: 1, sequence: 1, branch_id: 'br-gone', name: 'neondb', owner_name: 'neondb_owner' },
  ...{ created_at_ms: 0, updated_at_ms: 0 },
};
const renamed = (bytes: Buffer) =>
  Buffer.from(bytes.toString('latin1').replaceAll('project_id', 'project_xx'), 'latin1');

test.each<[what: string, damage: (bytes: Buffer) => Buffer, message: string]>([
  ['empty file', () => Buffer.alloc(0), 'it is empty'],
  ['cut within the header', (bytes) => bytes.subarray(0, 40), 'it has no valid header'],
  ['cut to 4096 bytes', (bytes) => bytes.subarray(0, 4096), 'it has 4096 bytes; expected at least'],
  ['cut to 20000 bytes', (bytes) => bytes.subarray(0, 20_000), 'it has 20000 bytes; expected at least'],
  ['a last record cut', (bytes) => bytes.subarray(0, bytes.length - 1), 'expected at least'],
  ['random bytes at the front', (bytes) => scrambled(bytes, 0, 8192), 'it has no valid header'],
  ['random bytes within', (bytes) => scrambled(bytes, 4096, 12_288), 'is truncated or altered'],
  ['names of fields changed', renamed, 'is truncated or altered'],
  ['rows of an unknown table', () => stateOf([1, [['tables', 'x', {}]]]), 'a record has an unknown form'],
  [
    'a record that is not JSON',
    () => Buffer.concat([stateOf(), frameRecord(Buffer.from('{'))]),
    'a record has an unknown form',
  ],
  [
    'an invalid row with a valid checksum',
    () => stateOf([1, [CLOCK, ['roles', 'x', { id: 'x', sequence: 'first' }]]]),
    'row x of roles, "sequence"',
  ],
  [
    'a row that refers to a missing row',
    () => stateOf([1, [CLOCK, ['databases', '1', ORPHAN]]]),
    'row 1 of databases refers to br-gone, but branches has no such row',
  ],
  ['no clock', () => stateOf([1, [['usage', 'x', null]]], [1, [['users', 'u', {}]]]), 'its clock is missing'],
  ['another format', () => header({ neap_state: 99 }), 'has format 99 and this version of neap reads 2'],
])('a damaged state is reported and not replaced: %s', async (_what, damage, message) => {
  const first = await opened();
  for (let count = 0; count < 30; count++) await first.call('POST', '/projects', { project: {} });
  await close(first);
  const damaged = damage(readFileSync(file));
  writeFileSync(file, damaged);
  await expect(openStateFolder(folder)).rejects.toThrow(StoreError);
  await expect(openStateFolder(folder)).rejects.toThrow(message);
  expect(readFileSync(file).equals(damaged)).toBe(true);
  expect(readdirSync(folder)).toEqual(['state', 'used']);
});

/** The bytes with a deterministically scrambled range. */
function scrambled(bytes: Buffer, from: number, to: number): Buffer {
  const copy = Buffer.from(bytes);
  for (let place = from; place < to; place++) copy[place] = (copy[place]! * 31 + place * 7 + 13) & 255;
  return copy;
}

function header(fields: object): Buffer {
  const padded = Buffer.alloc(512);
  const whole = { neap_state: 2, answered_bytes: 512, compact_bytes: 512, ...fields };
  padded.set(frameRecord(Buffer.from(JSON.stringify(whole))));
  return padded;
}

function stateOf(...records: readonly unknown[]): Buffer {
  return Buffer.concat([
    header({}),
    ...records.map((record) => frameRecord(Buffer.from(JSON.stringify(record)))),
  ]);
}
