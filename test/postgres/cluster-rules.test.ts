import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { type ActivitySample, wasActive } from '../../src/postgres/cluster/activity.js';
import { oneByOne } from '../../src/postgres/cluster/admin-connection.js';
import { findBinaries } from '../../src/postgres/cluster/binaries.js';
import { controlGroups } from '../../src/postgres/cluster/control-groups.js';
import { runnableProcesses } from '../../src/postgres/cluster/group-usage.js';
import { computeSettings, settingsProblem } from '../../src/postgres/cluster/server-settings.js';
import { serverUser } from '../../src/postgres/cluster/server-user.js';
import { fakePrograms } from './fake-programs.js';

/** The rules of the platform's activity monitor. Source: neondatabase/neon, compute_tools/src/monitor.rs. */
describe('activity', () => {
  const still: ActivitySample = {
    ...{ active_time_ms: 120, sessions: 3, busy: 0, idle_since_ms: 1000 },
    ...{ wal_senders: 0, subscriptions: 0, autovacuum_workers: 0 },
  };
  test('open idle sessions do not count as activity', () => {
    expect(wasActive(still, still)).toBe(false);
    expect(wasActive(undefined, still)).toBe(false);
  });
  test.each<[string, Partial<ActivitySample>]>([
    ['a statement was run', { active_time_ms: 120.5 }],
    ['a client connected', { sessions: 4 }],
    ['a session became idle', { idle_since_ms: 1001 }],
    ['a session does something, or has a transaction open', { busy: 1 }],
    ['a subscriber receives changes', { wal_senders: 1 }],
    ['a subscription runs', { subscriptions: 1 }],
    ['autovacuum works', { autovacuum_workers: 1 }],
  ])('%s', (_, change) => {
    expect(wasActive(still, { ...still, ...change })).toBe(true);
  });
  test('a restarted server, whose counts begin at 0 again, counts as used', () => {
    expect(wasActive(still, { ...still, sessions: 1, active_time_ms: 0 })).toBe(true);
  });
});

describe('settings', () => {
  const size = {
    ...{ max_connections: 116, reserved_connections: 3 },
    ...{ max_worker_processes: 12, shared_buffers_bytes: 128 * 1_048_576 },
  };
  test('the size, then what the platform gives every compute, then the endpoint’s own', () => {
    const settings = computeSettings(size, { Work_Mem: '9MB', idle_in_transaction_session_timeout: '1000' });
    expect(settings).toMatchObject({
      ...{ max_connections: '116', superuser_reserved_connections: '3', shared_buffers: '131072kB' },
      ...{ work_mem: '9MB', idle_in_transaction_session_timeout: '1000', restart_after_crash: 'off' },
    });
  });
  test('where a server listens and who gets in is not the endpoint’s to say', () => {
    const own = { LISTEN_ADDRESSES: '*', hba_file: '/dev/null', data_directory: '/', jit: 'off' };
    const settings = computeSettings(size, own);
    expect(Object.keys(settings)).not.toContain('listen_addresses');
    expect(Object.keys(settings)).not.toContain('hba_file');
    expect(settings['jit']).toBe('off');
    expect(settingsProblem(own, [])).toBe(
      'the setting "LISTEN_ADDRESSES" cannot be changed on the servers here',
    );
    expect(settingsProblem({ jit: 'off' }, [])).toBeUndefined();
  });
});

test('a connection that several share answers one question after the other, also after one that failed', async () => {
  const answers: (() => void)[] = [];
  const asked: string[] = [];
  const client = oneByOne({
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

describe('the user that servers run as', () => {
  const passwd = 'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65533::/:/bin/false\n';
  test('is the current user, unless that is root', () => {
    expect(serverUser(1000, () => passwd)).toBeUndefined();
    expect(serverUser(0, () => passwd)).toEqual({ name: 'nobody', uid: 65_534, gid: 65_533 });
    expect(serverUser(0, () => `${passwd}postgres:x:101:104::/:/bin/sh\n`)).toMatchObject({
      name: 'postgres',
      uid: 101,
    });
    expect(() => serverUser(0, () => 'root:x:0:0::/root:/bin/sh\n')).toThrow('refuses to run as root');
  });
});

describe.skipIf(process.platform === 'win32')('programs', () => {
  test('a folder of them, or one above; versions that tell too little, and other things, are refused', async () => {
    const folder = fakePrograms({ version: '17.2 (Debian 17.2-1)', body: '' });
    expect(await findBinaries(folder, undefined)).toEqual({ folder, version: '17.2', major: 17 });
    const old = fakePrograms({ version: '13.18', body: '' });
    await expect(findBinaries(old, undefined)).rejects.toThrow('expected version 14 or newer');
    await expect(findBinaries(tmpdir(), undefined)).rejects.toThrow('holds no PostgreSQL server');
    await expect(findBinaries('/nowhere/at/all', undefined)).rejects.toThrow('no such folder');
    const coming = fakePrograms({ version: '19beta2', body: '' });
    expect(await findBinaries(coming, undefined)).toMatchObject({ version: '19beta2', major: 19 });
    for (const made of [folder, old, coming]) rmSync(made, { recursive: true });
  });
});

describe('control groups', () => {
  const GIB = 1_073_741_824;
  const mounted = (fill: (root: string) => void): string => {
    const root = mkdtempSync(join(tmpdir(), 'neap-cgroup-'));
    fill(root);
    return root;
  };
  const read = (...parts: string[]) => readFileSync(join(...parts), 'utf8');
  const group = `neap-${process.pid}-br-1`;

  test('one hierarchy for each controller: quota and memory of the size, also of another later', async () => {
    const root = mounted((at) => {
      for (const name of ['cpu', 'memory']) mkdirSync(join(at, name));
    });
    const groups = controlGroups(4 * GIB, root);
    await groups.limit('br-1', 0.25);
    groups.add('br-1', 42);
    expect(read(root, 'cpu', group, 'cpu.cfs_quota_us')).toBe('25000');
    expect(read(root, 'memory', group, 'memory.limit_in_bytes')).toBe(String(GIB));
    expect(read(root, 'cpu', group, 'cgroup.procs')).toBe('42');
    await groups.limit('br-1', 2);
    expect(read(root, 'cpu', group, 'cpu.cfs_quota_us')).toBe('200000');
    rmSync(root, { recursive: true });
  });

  test('one hierarchy for all', async () => {
    const root = mounted((at) => {
      writeFileSync(join(at, 'cgroup.controllers'), 'cpu memory');
      writeFileSync(join(at, 'cgroup.subtree_control'), '');
    });
    const groups = controlGroups(4 * GIB, root);
    expect(read(root, 'cgroup.subtree_control')).toBe('+cpu +memory');
    await groups.limit('br-1', 1);
    expect(read(root, group, 'cpu.max')).toBe('100000 100000');
    expect(read(root, group, 'memory.max')).toBe(String(4 * GIB));
    rmSync(root, { recursive: true });
  });

  test('use of a group: memory by its own accounting, and processes that run or wait', () => {
    const root = mounted((at) => {
      const own = join(at, `neap-${process.pid}-br-1`);
      mkdirSync(own);
      writeFileSync(join(at, 'cgroup.controllers'), 'cpu memory');
      writeFileSync(join(at, 'cgroup.subtree_control'), 'cpu memory');
      writeFileSync(
        join(own, 'memory.stat'),
        'file 70\nactive_anon 3\ninactive_anon 5\nunevictable 7\nfile_mapped 9\n',
      );
      // The last has ended.
      writeFileSync(join(own, 'cgroup.procs'), '10\n11\n12\n13\n');
      const states = ['10 (postgres) R 1', '11 (a (name) S) D 1', '12 (postgres) S 1'];
      for (const stat of states) {
        mkdirSync(join(at, stat.slice(0, 2)));
        writeFileSync(join(at, stat.slice(0, 2), 'stat'), stat);
      }
    });
    const groups = controlGroups(GIB, root);
    expect(groups.memory('br-1')).toEqual({ unreclaimable_bytes: 15, cached_bytes: 70 });
    expect(runnableProcesses(join(root, group), root)).toBe(2);
    expect(() => groups.memory('br-2')).toThrow('ENOENT');
    rmSync(root, { recursive: true });
  });

  test('a host without control groups is reported', () => {
    expect(() => controlGroups(GIB, '/nowhere')).toThrow('no control groups for cpu and memory');
  });
});
