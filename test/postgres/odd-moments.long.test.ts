import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveNeap } from '../server/served-emulator.js';
import { mountDisk } from '../server/small-disk.js';
import { temporaryFolder } from '../temporary-folder.js';
import { POSTGRES_BIN } from './real-server.js';
import { connected, query, ServedProject, servePostgres, serversBelow } from './served-postgres.js';

const AT_ONCE = 200;
const SLOTS = 112;

describe.skipIf(POSTGRES_BIN === undefined)('in odd moments', () => {
  let one: ServedProject;
  beforeAll(async () => {
    one = await ServedProject.open('--operation-duration', '0s');
    await one.query('select 1');
  });
  afterAll(async () => {
    expect(await one.stop()).toBe(143);
  });

  test(`${AT_ONCE} clients at once wake the compute: all slots are served, and the other clients refused with 53300`, async () => {
    await one.settle();
    await one.neap.skip('6m');
    const came = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => connected(one.uri())));
    const served = came.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const refused = came.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(new Set(refused)).toEqual(new Set(['53300']));
    // A client about to be refused occupies a server process until then, so that a crowd may see a few refusals too many.
    // One at a time, clients take all slots, and no more.
    const once_more = () => connected(one.uri()).then((client) => served.push(client), String);
    await expect.poll(() => once_more().then(() => served.length)).toBe(SLOTS);
    await expect(connected(one.uri())).rejects.toMatchObject({ code: '53300' });
    await Promise.all(served.map(({ client }) => client.end()));
    await expect.poll(() => one.query('select 1 as one').catch(() => [])).toEqual([{ one: 1 }]);
  });

  test('50 MB pass through COPY in both directions, and a client that stops reading does not fill the proxy', async () => {
    const rows = 500_000;
    const line = `${'x'.repeat(99)}\n`;
    // Vacuuming these rows would keep the compute awake for seconds, in a later test as well.
    await one.query('create table copied (line text) with (autovacuum_enabled = off)');
    const options = { env: { ...process.env, PGOPTIONS: '' }, maxBuffer: 100_000_000 };
    const psql = (sql: string, input?: string) =>
      execFileSync(join(POSTGRES_BIN!, 'psql'), [one.uri(), '-qAtc', sql], { ...options, input });
    psql('copy copied from stdin', line.repeat(rows));
    expect(psql('copy copied to stdout').length).toBe(rows * line.length);
    const idle = await connected(one.uri());
    const { stream } = (idle.client as unknown as { connection: { stream: NodeJS.ReadStream } }).connection;
    const { pid } = one.neap.served.child;
    const resident = () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
    const before_kib = resident();
    void idle.client.query('select * from copied a, generate_series(1, 10)').catch(() => undefined);
    stream.pause();
    // Long enough for a proxy without a limit to read several hundred MB.
    await pause(1_000);
    expect(resident() - before_kib).toBeLessThan(100_000);
    stream.destroy();
    const running = "select count(*)::int from pg_stat_activity where state = 'active'";
    await expect.poll(() => one.query(running)).toEqual([{ count: 1 }]);
  });

  test('a suspend cuts a listener, which misses notifications until it listens again', async () => {
    const listener = await connected(one.uri());
    await listener.client.query('listen news');
    await one.settle();
    // A session that only listens does not keep the compute awake.
    await one.neap.skip('6m');
    await expect.poll(() => listener.lost[0]).toBe('57P01');
    await one.query("notify news, 'missed'");
    const again = await connected(one.uri());
    const heard: (string | undefined)[] = [];
    again.client.on('notification', ({ payload }) => heard.push(payload));
    await again.client.query('listen news');
    await one.query("notify news, 'received'");
    await expect.poll(() => heard).toEqual(['received']);
    await again.client.end();
  });

  test('a role and a password with quotes, made by SQL, log in directly and through the pooler', async () => {
    const password = `it's "quoted" $1 \\ %41 é`;
    await one.query(`create role "o'dd ""r""" login password '${password.replaceAll("'", "''")}'`);
    const url = new URL(one.uri());
    url.username = encodeURIComponent(`o'dd "r"`);
    url.password = encodeURIComponent(password);
    const { id } = one.created.endpoints[0]!;
    for (const each of [url.href, url.href.replace(id, `${id}-pooler`)]) {
      expect(await query(each, 'select 1 as one')).toEqual([{ one: 1 }]);
    }
    url.password = 'wrong';
    await expect(query(url.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  const disk = mountDisk('size=250m,mode=711');
  test.skipIf(disk === undefined)(
    'a full disk refuses a branch and keeps no part of it, and service continues when there is room',
    async () => {
      const state = join(disk!, 'state');
      const full = await ServedProject.open('--state', state, '--operation-duration', '0s');
      await full.query('create table kept as select 1 as one');
      const { bavail, bsize } = statfsSync(disk!);
      writeFileSync(join(disk!, 'ballast'), Buffer.alloc(bavail * bsize - 25_000_000));
      await expect(full.createBranch()).rejects.toThrow('503 {"message":"the disk has no space');
      const drafts = readdirSync(join(state, 'postgres')).filter((name) => name.endsWith('.new'));
      expect(drafts).toEqual([]);
      rmSync(join(disk!, 'ballast'));
      // Without room for its log the parent's server may have ended too.
      expect(await full.query('table kept')).toEqual([{ one: 1 }]);
      expect(await query((await full.createBranch()).uri, 'table kept')).toEqual([{ one: 1 }]);
      expect(await full.stop()).toBe(143);
    },
  );

  test('a port in use is reported, and the failed start leaves no files', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const args = ['--postgres', POSTGRES_BIN!, '--postgres-port', String(port)];
    await expect(serveNeap(args)).rejects.toThrow(/ended with 2: .*--postgres-port/s);
    taken.close();
  });

  test.each([temporaryFolder(), temporaryFolder(), temporaryFolder()])(
    'three projects created at once are all served, without a message',
    async (state) => {
      const neap = await servePostgres('--state', state);
      let messages = '';
      neap.served.child.stderr?.on('data', (text: string) => {
        messages += text;
      });
      const projects = await Promise.all(Array.from({ length: 3 }, () => neap.createProject()));
      const answers = projects.map((project) => new ServedProject(neap, project).query('select 1 as one'));
      expect(await Promise.all(answers)).toEqual(projects.map(() => [{ one: 1 }]));
      await neap.served.stop('SIGTERM');
      expect(messages).toBe('');
    },
  );
});

describe.skipIf(POSTGRES_BIN === undefined)('killed', () => {
  const folder = temporaryFolder();

  test('an emulator killed while it copies a branch, starts a server or creates a project completes it after a restart', async () => {
    const args = ['--state', folder, '--operation-duration', '0s', '--api-key', 'new'];
    let one = await ServedProject.open(...args);
    const killed = async () => {
      await one.stop('SIGKILL');
      one = new ServedProject(await servePostgres(...args), one.created);
    };
    const count = 'select count(*)::int from kept';
    await one.query('create table kept as select generate_series(1, 200000) as id');
    const branches: string[] = [];
    for (const wait_ms of [20, 120]) {
      branches.push((await one.createBranch()).uri);
      await pause(wait_ms);
      await killed();
      await one.settle();
    }
    for (const each of [undefined, ...branches]) {
      expect(await query(one.uri(each), count)).toEqual([{ count: 200_000 }]);
    }
    await one.neap.skip('6m');
    const waking = one.query('select 1').catch(() => undefined);
    await pause(20);
    await killed();
    await waking;
    expect(await one.query(count)).toEqual([{ count: 200_000 }]);
    expect(await one.stop()).toBe(143);
    expect(serversBelow(folder)).toEqual([]);
  });
});
