import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { framed } from '../../src/files/record-log.js';
import { Emulator } from '../../src/server/emulator/emulator.js';
import { openStateFolder } from '../../src/server/store/state-folder.js';
import { StoreError } from '../../src/server/store/state-store.js';
import { EMULATOR_OPTIONS, EmulatorUnderTest } from './emulator-under-test.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neap-state-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a state folder', () => {
  test('a second run continues where the first one stopped, including keys and time', async () => {
    const first = new EmulatorUnderTest({ store: await openStateFolder(folder) });
    const { project_id } = await first.project({ name: 'kept' });
    await first.call('POST', `/projects/${project_id}/branches`, { branch: { name: 'dev' } });
    const { body: skipped } = await first.control('POST', '/clock', { advance: '3h' });
    const tables = first.emulator.platform.tables();
    await first.emulator.store.close();

    const store = await openStateFolder(folder);
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
    const store = await openStateFolder(folder);
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

  test('a folder with other files is refused, and left alone', async () => {
    writeFileSync(join(folder, 'thesis.txt'), 'do not touch');
    chmodSync(folder, 0o755);
    await expect(openStateFolder(folder)).rejects.toThrow('holds other files and no state');
    expect(modeOf(folder)).toBe('755');
    expect(readdirSync(folder)).toEqual(['thesis.txt']);
  });

  test('a state of an earlier version is refused, and left alone', async () => {
    for (const name of ['data.mdb', 'lock.mdb', 'in-use-by']) writeFileSync(join(folder, name), '');
    await expect(openStateFolder(folder)).rejects.toThrow('a state of an earlier version of neap');
    expect(readdirSync(folder).sort()).toEqual(['data.mdb', 'in-use-by', 'lock.mdb']);
  });

  test('a used folder without its state is refused, whether or not it was stopped', async () => {
    await (await openStateFolder(folder)).close();
    rmSync(join(folder, 'state'));
    await expect(openStateFolder(folder)).rejects.toThrow('was in use and its state is gone');
    rmSync(join(folder, 'used'));
    await (await openStateFolder(folder)).close();
  });

  test('a path that is a file is refused; folders on the way are made', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await expect(openStateFolder(file)).rejects.toThrow('is a file; name a folder');
    await expect(openStateFolder(join(file, 'below'))).rejects.toThrow('ENOTDIR');
    const store = await openStateFolder(join(folder, 'some', 'where'));
    await store.close();
  });

  test('two emulators cannot share a state folder, and remnants of a killed one are ignored', async () => {
    const store = await openStateFolder(folder);
    await expect(openStateFolder(folder)).rejects.toThrow('is in use by another neap serve');
    await store.close();
    // A name that no process listens at, as after SIGKILL.
    writeFileSync(join(folder, 'in-use'), '');
    await (await openStateFolder(folder)).close();
  });

  test.skipIf(process.platform === 'win32')('only its owner can read a state folder', async () => {
    const fresh = join(folder, 'fresh');
    await (await openStateFolder(fresh)).close();
    expect([modeOf(fresh), modeOf(join(fresh, 'state'))]).toEqual(['700', '600']);
    chmodSync(fresh, 0o755);
    chmodSync(join(fresh, 'state'), 0o644);
    await (await openStateFolder(fresh)).close();
    expect([modeOf(fresh), modeOf(join(fresh, 'state'))]).toEqual(['700', '600']);
  });

  test('what was being written when the process died is left out, and written over', async () => {
    const first = new EmulatorUnderTest({ store: await openStateFolder(folder) });
    await first.call('POST', '/api_keys', { key_name: 'kept' });
    await first.emulator.store.close();
    appendFileSync(join(folder, 'state'), Buffer.from([200, 0, 0, 0, 1, 2, 3]));
    for (const name of ['second', 'third']) {
      const next = new EmulatorUnderTest({ store: await openStateFolder(folder), start_ms: undefined });
      await next.call('POST', '/api_keys', { key_name: name });
      await next.emulator.store.close();
    }
    const last = new EmulatorUnderTest({ store: await openStateFolder(folder), start_ms: undefined });
    const { body } = await last.call('GET', '/api_keys');
    const names = body.map(({ name }: { name: string }) => name);
    for (const name of ['kept', 'second', 'third']) expect(names).toContain(name);
    await last.emulator.store.close();
  });

  test('the file does not grow without bound, and holds the same rows after it is rewritten', async () => {
    const growth_bytes = 20_000;
    const first = new EmulatorUnderTest({ store: await openStateFolder(folder, growth_bytes) });
    const { body: former } = await first.call('POST', '/api_keys', { key_name: 'renamed' });
    await first.call('DELETE', `/api_keys/${former.id}`);
    const { project_id } = await first.project();
    let most = 0;
    for (let count = 0; count < 400; count++) {
      await first.call('PATCH', `/projects/${project_id}`, { project: { name: `name ${count}` } });
      most = Math.max(most, statSync(join(folder, 'state')).size);
    }
    expect(most).toBeGreaterThan(growth_bytes);
    expect(most).toBeLessThan(growth_bytes * 2);
    const tables = JSON.stringify(first.emulator.platform.tables());
    await first.emulator.store.close();
    const store = await openStateFolder(folder);
    const second = new Emulator({ ...EMULATOR_OPTIONS, store });
    expect(JSON.stringify(second.platform.tables())).toBe(tables);
    await store.close();
  });

  test('the file continues to grow if the disk has no space to rewrite it', async () => {
    const first = new EmulatorUnderTest({ store: await openStateFolder(folder, 1000) });
    mkdirSync(join(folder, 'state.new'));
    for (let count = 0; count < 20; count++) {
      expect((await first.call('POST', '/api_keys', { key_name: `k${count}` })).status).toBe(200);
    }
    await first.emulator.store.close();
    const second = new EmulatorUnderTest({ store: await openStateFolder(folder), start_ms: undefined });
    expect((await second.call('GET', '/api_keys')).body.length).toBeGreaterThan(20);
    await second.emulator.store.close();
  });
});

describe('a damaged state is reported, and not replaced:', () => {
  const DAMAGES: readonly (readonly [what: string, damage: (bytes: Buffer) => Buffer, message: string])[] = [
    ['nothing left', () => Buffer.alloc(0), 'it is empty'],
    ['cut within the header', (bytes) => bytes.subarray(0, 40), 'it does not begin as a state does'],
    ['cut to 4096 bytes', (bytes) => bytes.subarray(0, 4096), 'it is 4096 bytes long, and'],
    ['cut to 20000 bytes', (bytes) => bytes.subarray(0, 20_000), 'it is 20000 bytes long, and'],
    ['a last record cut', (bytes) => bytes.subarray(0, bytes.length - 1), 'were written'],
    ['random bytes at the front', (bytes) => scrambled(bytes, 0, 8192), 'it does not begin as a state does'],
    ['random bytes within', (bytes) => scrambled(bytes, 4096, 12_288), 'is not what was written'],
    [
      'names of fields changed',
      (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('project_id', 'project_xx'), 'latin1'),
      'is not what was written',
    ],
    [
      'rows of an unknown table',
      () => stateOf([1, [['tables', 'x', {}]]]),
      'has another form than this version',
    ],
    [
      'no JSON',
      () => Buffer.concat([stateOf(), framed(Buffer.from('{'))]),
      'has another form than this version',
    ],
    [
      'a row of another shape, its checksum right',
      () => stateOf([1, [CLOCK, ['roles', 'x', { id: 'x', sequence: 'first' }]]]),
      'row x of roles, "sequence"',
    ],
    [
      'a row about something that is gone',
      () => stateOf([1, [CLOCK, ['databases', '1', ORPHAN]]]),
      'row 1 of databases is about br-gone, and branches has no such row',
    ],
    [
      'no clock',
      () => stateOf([1, [['usage', 'x', null]]], [1, [['users', 'u', {}]]]),
      'its clock is missing',
    ],
    [
      'another format',
      () => header({ neap_state: 99 }),
      'has format 99 and this version of neap reads 1 to 2',
    ],
  ];

  test.each(DAMAGES)('%s', async (_what, damage, message) => {
    const first = new EmulatorUnderTest({ store: await openStateFolder(folder) });
    for (let count = 0; count < 30; count++) await first.call('POST', '/projects', { project: {} });
    await first.emulator.store.close();
    const file = join(folder, 'state');
    const damaged = damage(readFileSync(file));
    writeFileSync(file, damaged);
    await expect(openStateFolder(folder)).rejects.toThrow(StoreError);
    await expect(openStateFolder(folder)).rejects.toThrow(message);
    expect(readFileSync(file).equals(damaged)).toBe(true);
    expect(readdirSync(folder)).toEqual(['state', 'used']);
  });
});

const CLOCK = ['clock', 'clock', { seed: 's', now_ms: 0, draws: 0, sequence: 0 }];
const ORPHAN = {
  id: 1,
  sequence: 1,
  branch_id: 'br-gone',
  name: 'neondb',
  owner_name: 'neondb_owner',
  created_at_ms: 0,
  updated_at_ms: 0,
};

test('a state of the previous format is read and continued', async () => {
  const first = new EmulatorUnderTest({ store: await openStateFolder(folder) });
  const { project_id } = await first.project({ name: 'kept' });
  await first.emulator.store.close();
  const file = join(folder, 'state');
  const bytes = readFileSync(file);
  const former = { neap_state: 1, answered_bytes: bytes.length };
  writeFileSync(file, Buffer.concat([header(former), bytes.subarray(512)]));
  const second = new EmulatorUnderTest({ store: await openStateFolder(folder), start_ms: undefined });
  expect((await second.call('GET', `/projects/${project_id}`)).body.project.name).toBe('kept');
  await second.emulator.store.close();
  expect(readFileSync(file).subarray(0, 512).toString('latin1')).toContain('"neap_state":2');
});

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

/** The bytes with a stretch of them replaced by others, the same in every run. */
function scrambled(bytes: Buffer, from: number, to: number): Buffer {
  const copy = Buffer.from(bytes);
  for (let place = from; place < to; place++) copy[place] = (copy[place]! * 31 + place * 7 + 13) & 255;
  return copy;
}

function header(fields: object): Buffer {
  const padded = Buffer.alloc(512);
  const whole = { neap_state: 1, answered_bytes: 512, compact_bytes: 512, ...fields };
  padded.set(framed(Buffer.from(JSON.stringify(whole))));
  return padded;
}

function stateOf(...records: readonly unknown[]): Buffer {
  return Buffer.concat([header({}), ...records.map((record) => framed(Buffer.from(JSON.stringify(record))))]);
}
