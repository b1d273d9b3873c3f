import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveNeap } from '../server/served-emulator.js';
import { POSTGRES_BIN } from './real-server.js';
import {
  type CreatedProject,
  connected,
  type PostgresUnderTest,
  query,
  servePostgres,
  serversBelow,
} from './served-postgres.js';

const AT_ONCE = 200;
const SLOTS = 112;

/** Whether a small disk can be made here. */
const CAN_MOUNT = canMount();

function canMount(): boolean {
  const at = mkdtempSync(join(tmpdir(), 'neap-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', at], { stdio: 'ignore' });
    execFileSync('umount', [at]);
    return true;
  } catch {
    console.warn('no file system can be mounted here: a full disk is not tried');
    return false;
  } finally {
    rmSync(at, { recursive: true });
  }
}

describe.skipIf(POSTGRES_BIN === undefined)('in odd moments', () => {
  let neap: PostgresUnderTest;
  let project: CreatedProject;
  let uri: string;
  beforeAll(async () => {
    neap = await servePostgres('--operation-duration', '0s');
    project = await neap.createProject();
    uri = project.connection_uris[0]!.connection_uri;
    await query(uri, 'select 1');
  });
  afterAll(async () => {
    expect(await neap.served.stop('SIGTERM')).toBe(143);
  });

  test(`${AT_ONCE} clients at once wake the compute: as many as it has slots are served, the others told 53300`, async () => {
    await neap.settle(project.project.id);
    await neap.skip('6m');
    const came = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => connected(uri)));
    const served = came.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const refused = came.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(new Set(refused)).toEqual(new Set(['53300']));
    // A client about to be refused occupies a server process until then, so that a crowd may see a few refusals too many.
    // One at a time, clients take all slots, and no more.
    const once_more = () => connected(uri).then((one) => served.push(one), String);
    await expect.poll(() => once_more().then(() => served.length)).toBe(SLOTS);
    await expect(connected(uri)).rejects.toMatchObject({ code: '53300' });
    await Promise.all(served.map(({ client }) => client.end()));
    await expect.poll(() => query(uri, 'select 1 as one').catch(() => [])).toEqual([{ one: 1 }]);
  });

  test('50 MB by COPY, in and out, and a client that stops reading takes no memory of the proxy', async () => {
    const rows = 500_000;
    const line = `${'x'.repeat(99)}\n`;
    // Vacuuming these rows would keep the compute awake for seconds, in a later test as well.
    await query(uri, 'create table copied (line text) with (autovacuum_enabled = off)');
    const env = { ...process.env, PGOPTIONS: '' };
    const psql = (sql: string, input?: string) =>
      execFileSync(join(POSTGRES_BIN!, 'psql'), [uri, '-qAtc', sql], {
        env,
        input,
        maxBuffer: 100_000_000,
      });
    psql('copy copied from stdin', line.repeat(rows));
    expect(psql('copy copied to stdout').length).toBe(rows * line.length);
    const idle = await connected(uri);
    const stream = (idle.client as unknown as { connection: { stream: NodeJS.ReadStream } }).connection
      .stream;
    const before_kib = residentKib(neap.served.child.pid!);
    void idle.client.query('select * from copied a, generate_series(1, 10)').catch(() => undefined);
    stream.pause();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(residentKib(neap.served.child.pid!) - before_kib).toBeLessThan(100_000);
    stream.destroy();
    const running = "select count(*)::int from pg_stat_activity where state = 'active'";
    await expect.poll(() => query(uri, running)).toEqual([{ count: 1 }]);
  });

  test('a suspend cuts a listener, which misses notifications until it listens again', async () => {
    const listener = await connected(uri);
    await listener.client.query('listen news');
    await neap.settle(project.project.id);
    // A session that only listens does not keep the compute awake.
    await neap.skip('6m');
    await expect.poll(() => listener.lost[0]).toBe('57P01');
    await query(uri, "notify news, 'missed'");
    const again = await connected(uri);
    const heard: (string | undefined)[] = [];
    again.client.on('notification', ({ payload }) => heard.push(payload));
    await again.client.query('listen news');
    await query(uri, "notify news, 'received'");
    await expect.poll(() => heard).toEqual(['received']);
    await again.client.end();
  });

  test('a role and a password with quotes, made by SQL, also by the pooler', async () => {
    const password = `it's "quoted" $1 \\ %41 é`;
    await query(uri, `create role "o'dd ""r""" login password '${password.replaceAll("'", "''")}'`);
    const url = new URL(uri);
    url.username = encodeURIComponent(`o'dd "r"`);
    url.password = encodeURIComponent(password);
    const id = project.endpoints[0]!.id;
    for (const each of [url.href, url.href.replace(id, `${id}-pooler`)]) {
      expect(await query(each, 'select 1 as one')).toEqual([{ one: 1 }]);
    }
    url.password = 'wrong';
    await expect(query(url.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test.skipIf(!CAN_MOUNT)(
    'a full disk refuses a branch and keeps no part of it, and service continues when there is room',
    async () => {
      const disk = mkdtempSync(join(tmpdir(), 'neap-full-'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=250m,mode=711', 'tmpfs', disk]);
      try {
        const full = await servePostgres('--state', join(disk, 'state'), '--operation-duration', '0s');
        const made = await full.createProject();
        const main = made.connection_uris[0]!.connection_uri;
        await query(main, 'create table kept as select 1 as one');
        const free = () => {
          const { bavail, bsize } = statfsSync(disk);
          return bavail * bsize;
        };
        writeFileSync(join(disk, 'ballast'), Buffer.alloc(free() - 25_000_000));
        await full.settle(made.project.id);
        const createBranch = () =>
          full.call('POST', `/projects/${made.project.id}/branches`, {
            endpoints: [{ type: 'read_write' }],
          });
        await expect(createBranch()).rejects.toThrow('503 {"message":"the disk has no space');
        const drafts = readdirSync(join(disk, 'state', 'postgres')).filter((name) => name.endsWith('.new'));
        expect(drafts).toEqual([]);
        rmSync(join(disk, 'ballast'));
        // Without room for its log the parent's server may have ended too.
        expect(await query(main, 'table kept')).toEqual([{ one: 1 }]);
        const branch = await createBranch();
        const own: string = branch.connection_uris[0].connection_uri;
        expect(await query(own, 'table kept')).toEqual([{ one: 1 }]);
        expect(await full.served.stop('SIGTERM')).toBe(143);
      } finally {
        execFileSync('umount', ['-l', disk]);
        rmSync(disk, { recursive: true });
      }
    },
  );

  test('a port in use is reported, and the failed start leaves no files behind', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    await expect(serveNeap(['--postgres', POSTGRES_BIN!, '--postgres-port', String(port)])).rejects.toThrow(
      /ended with 2: .*--postgres-port/s,
    );
    taken.close();
  });
});

describe.skipIf(POSTGRES_BIN === undefined)('killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'neap-odd-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('while a branch is copied, a server starts, or a project is made: all of it is there afterwards', async () => {
    const args = ['--state', folder, '--operation-duration', '0s', '--new-key'];
    let neap = await servePostgres(...args);
    const made = await neap.createProject();
    const at = `/projects/${made.project.id}`;
    const uriOf = (text: string) => {
      const url = new URL(text);
      url.port = String(neap.served.postgres.port);
      return url.href;
    };
    const main = made.connection_uris[0]!.connection_uri;
    await query(uriOf(main), 'create table kept as select generate_series(1, 200000) as id');
    await neap.settle(made.project.id);
    const branches: string[] = [];
    for (const wait_ms of [20, 120]) {
      const { connection_uris } = await neap.call('POST', `${at}/branches`, {
        endpoints: [{ type: 'read_write' }],
      });
      branches.push(connection_uris[0].connection_uri);
      await new Promise((resolve) => setTimeout(resolve, wait_ms));
      await neap.served.stop('SIGKILL');
      neap = await servePostgres(...args);
      await neap.settle(made.project.id);
    }
    for (const each of [main, ...branches]) {
      expect(await query(uriOf(each), 'select count(*)::int from kept')).toEqual([{ count: 200_000 }]);
    }
    await neap.skip('6m');
    const waking = query(uriOf(main), 'select 1').catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await neap.served.stop('SIGKILL');
    await waking;
    neap = await servePostgres(...args);
    expect(await query(uriOf(main), 'select count(*)::int from kept')).toEqual([{ count: 200_000 }]);
    expect(await neap.served.stop('SIGTERM')).toBe(143);
    expect(serversBelow(folder)).toEqual([]);
  });
});

/** Memory of a process, as the system counts it. */
function residentKib(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
}
