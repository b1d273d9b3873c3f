import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { type ActivitySample, wasActive } from '../../src/postgres/cluster/activity.js';
import { serializeQueries } from '../../src/postgres/cluster/admin-connection.js';
import { findBinaries } from '../../src/postgres/cluster/binaries.js';
import { controlGroups } from '../../src/postgres/cluster/control-groups.js';
import { runnableProcesses } from '../../src/postgres/cluster/group-usage.js';
import { computeSettings, settingsProblem } from '../../src/postgres/cluster/server-settings.js';
import { serverUser } from '../../src/postgres/cluster/server-user.js';
import { temporaryFolder } from '../temporary-folder.js';
import { fakePrograms } from './fake-programs.js';

/** The rules of the platform's activity monitor. Source: neondatabase/neon, compute_tools/src/monitor.rs. */
describe('activity', () => {
  const still: ActivitySample = {
    ...{ active_time_ms: 120, sessions: 3, busy: 0, idle_since_ms: 1000 },
    ...{ wal_senders: 0, subscriptions: 0, autovacuum_workers: 0 },
  };
  test('open idle sessions do not count as activity', () => {
    expect([wasActive(still, still), wasActive(undefined, still)]).toEqual([false, false]);
  });
  test.each<[string, Partial<ActivitySample>]>([
    ['a statement was run', { active_time_ms: 120.5 }],
    ['a client connected', { sessions: 4 }],
    ['a session became idle', { idle_since_ms: 1001 }],
    ['a session does something, or has a transaction open', { busy: 1 }],
    ['a subscriber receives changes', { wal_senders: 1 }],
    ['a subscription runs', { subscriptions: 1 }],
    ['autovacuum works', { autovacuum_workers: 1 }],
    ['the server restarted, and its counts began at 0 again', { sessions: 1, active_time_ms: 0 }],
  ])('a server counts as active if %s', (_, change) => {
    expect(wasActive(still, { ...still, ...change })).toBe(true);
  });
});

test("a server has the settings of the platform and its size, and the endpoint's except those of addresses and access", () => {
  const size = {
    ...{ max_connections: 116, reserved_connections: 3 },
    ...{ max_worker_processes: 12, shared_buffers_bytes: 128 * 1_048_576 },
  };
  const host = { LISTEN_ADDRESSES: '*', hba_file: '/dev/null', data_directory: '/' };
  const own = { Work_Mem: '9MB', idle_in_transaction_session_timeout: '1000', jit: 'off' };
  const settings = computeSettings(size, { ...host, ...own });
  expect(settings).toMatchObject({
    ...{ max_connections: '116', superuser_reserved_connections: '3', shared_buffers: '131072kB' },
    ...{
      work_mem: '9MB',
      idle_in_transaction_session_timeout: '1000',
      restart_after_crash: 'off',
      jit: 'off',
    },
  });
  expect(settings).not.toHaveProperty('listen_addresses');
  expect(settings).not.toHaveProperty('hba_file');
  expect(settingsProblem(host, [])).toBe(
    'the setting "LISTEN_ADDRESSES" cannot be changed on the servers here',
  );
  expect(settingsProblem({ jit: 'off' }, [])).toBeUndefined();
});

test('a shared connection runs queries one after the other, also after a failed one', async () => {
  const answers: (() => void)[] = [];
  const asked: string[] = [];
  const client = serializeQueries({
    query: ((text: string) => {
      asked.push(text);
      return new Promise((resolve, reject) => {
        answers.push(() => (text === 'wrong' ? reject(new Error('syntax')) : resolve(text)));
      });
    }) as unknown as Client['query'],
  });
  const wrong = expect(client.query('wrong')).rejects.toThrow('syntax');
  const right = client.query('right');
  await expect.poll(() => asked).toEqual(['wrong']);
  answers[0]!();
  await wrong;
  await expect.poll(() => asked).toEqual(['wrong', 'right']);
  answers[1]!();
  expect(await right).toBe('right');
});

test('servers run as the current user, or as another user if that is root', () => {
  const root = 'root:x:0:0::/root:/bin/sh\n';
  const passwd = `${root}nobody:x:65534:65533::/:/bin/false\n`;
  expect(serverUser(1000, () => passwd)).toBeUndefined();
  expect(serverUser(0, () => passwd)).toEqual({ name: 'nobody', uid: 65_534, gid: 65_533 });
  const postgres = serverUser(0, () => `${passwd}postgres:x:101:104::/:/bin/sh\n`);
  expect(postgres).toMatchObject({ name: 'postgres', uid: 101 });
  expect(() => serverUser(0, () => root)).toThrow('refuses to run as root');
});

test.skipIf(process.platform === 'win32')(
  'programs are found in a folder or its bin; old versions and other folders are refused',
  async () => {
    const folder = fakePrograms({ version: '17.2 (Debian 17.2-1)', body: '' });
    expect(await findBinaries(folder, undefined)).toEqual({ folder, version: '17.2', major: 17 });
    const coming = fakePrograms({ version: '19beta2', body: '' });
    expect(await findBinaries(coming, undefined)).toMatchObject({ version: '19beta2', major: 19 });
    for (const [wrong, message] of [
      [fakePrograms({ version: '13.18', body: '' }), 'expected version 14 or newer'],
      [tmpdir(), 'holds no PostgreSQL server'],
      ['/nowhere/at/all', 'no such folder'],
    ] as const) {
      await expect(findBinaries(wrong, undefined)).rejects.toThrow(message);
    }
  },
);

describe('control groups', () => {
  const GIB = 1_073_741_824;
  const folder = temporaryFolder();
  const group = `neap-${process.pid}-br-1`;
  /** A file system of groups with these files. */
  const mounted = (files: Readonly<Record<string, string>>): string => {
    const root = mkdtempSync(join(folder, 'cgroup-'));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    return root;
  };
  const read = (...parts: string[]) => readFileSync(join(...parts), 'utf8');

  test('in cgroup v1, CPU quota and memory are those of the size, also after a resize', async () => {
    const root = mounted({ 'cpu/tasks': '', 'memory/tasks': '' });
    const groups = controlGroups(4 * GIB, root);
    await groups.limit('br-1', 0.25);
    groups.add('br-1', 42);
    expect(read(root, 'cpu', group, 'cpu.cfs_quota_us')).toBe('25000');
    expect(read(root, 'memory', group, 'memory.limit_in_bytes')).toBe(String(GIB));
    expect(read(root, 'cpu', group, 'cgroup.procs')).toBe('42');
    await groups.limit('br-1', 2);
    expect(read(root, 'cpu', group, 'cpu.cfs_quota_us')).toBe('200000');
  });

  test('in cgroup v2, CPU quota and memory are those of the size', async () => {
    const root = mounted({ 'cgroup.controllers': 'cpu memory', 'cgroup.subtree_control': '' });
    const groups = controlGroups(4 * GIB, root);
    expect(read(root, 'cgroup.subtree_control')).toBe('+cpu +memory');
    await groups.limit('br-1', 1);
    expect(read(root, group, 'cpu.max')).toBe('100000 100000');
    expect(read(root, group, 'memory.max')).toBe(String(4 * GIB));
  });

  test('the usage of a group is its memory.stat, and its processes that run or wait', () => {
    const root = mounted({
      'cgroup.controllers': 'cpu memory',
      'cgroup.subtree_control': 'cpu memory',
      [`${group}/memory.stat`]: 'file 70\nactive_anon 3\ninactive_anon 5\nunevictable 7\nfile_mapped 9\n',
      // The last process has ended.
      [`${group}/cgroup.procs`]: '10\n11\n12\n13\n',
      '10/stat': '10 (postgres) R 1',
      '11/stat': '11 (a (name) S) D 1',
      '12/stat': '12 (postgres) S 1',
    });
    const groups = controlGroups(GIB, root);
    expect(groups.memory('br-1')).toEqual({ unreclaimable_bytes: 15, cached_bytes: 70 });
    expect(runnableProcesses(join(root, group), root)).toBe(2);
    expect(() => groups.memory('br-2')).toThrow('ENOENT');
  });

  test('a host without control groups is reported', () => {
    expect(() => controlGroups(GIB, '/nowhere')).toThrow('no control groups for cpu and memory');
  });
});
