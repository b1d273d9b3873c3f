import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_CLI, neap } from '../../cli/built-cli.js';
import { isInstalled } from '../../programs.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { begin, filesIn, freePort, TestCluster, until } from './test-cluster.js';

const APP = `
name: app
seed: 42
duration: 1h
plan: scale
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }
load:
  - { name: web, compute: primary, rate: 1/s, query: { cpu: { exponential: { mean: 20ms } } } }
`;

const MODULE = `export const suspend = {
  name: 'late',
  start: () => undefined,
  idle: (state) => ({ state, suspend_after_seconds: 600, resume_after_seconds: Infinity, reason: 'late' }),
  busy: (state) => state,
};
`;

const SWEEP = ['sweep', 'app.yaml', '--vary', 'max=1,2', '--replications', '2'];
const ENDLESS = [...SWEEP, '--set', 'duration=60d'];
const PACKAGE = dirname(dirname(dirname(BUILT_CLI)));
const MANIFEST = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));

/** The built package of another version, or without some packages, in a folder. */
function otherPackage(folder: string, version: string, without: readonly string[] = []): string {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  cpSync(join(PACKAGE, 'dist'), join(folder, 'dist'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...MANIFEST, version }));
  for (const name of readdirSync(join(PACKAGE, 'node_modules'))) {
    if (without.includes(name)) continue;
    symlinkSync(join(PACKAGE, 'node_modules', name), join(folder, 'node_modules', name));
  }
  return join(folder, 'dist/cli/main.js');
}

describe.runIf(isInstalled('redis-server'))('a cluster', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await TestCluster.begin();
    writeFileSync(join(cluster.folder, 'app.yaml'), APP);
  });
  afterAll(() => cluster.end());

  const onCluster = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    neap([...args, '--cluster', cluster.url], cluster.folder, env);

  /** Starts runs that take too long, and waits until one has begun. */
  async function beginEndless(env: NodeJS.ProcessEnv = {}) {
    const before = (await cluster.begun()).times;
    const asker = begin([...ENDLESS, '--cluster', cluster.url], cluster.folder, env);
    await until('a run is begun', async () => (await cluster.begun()).times > before);
    return asker;
  }

  it('that cannot be reached, or is not Redis, is reported in one sentence', async () => {
    const port = await freePort();
    const unreachable = neap([...SWEEP, '--cluster', `redis://me:secret@127.0.0.1:${port}`], cluster.folder);
    const wrong = neap(['worker', 'http://me:secret@host'], cluster.folder);
    expect(unreachable).toMatchObject({
      status: 3,
      stdout: '',
      stderr: expect.stringContaining(
        `neap: no connection to redis://127.0.0.1:${port}: connect ECONNREFUSED`,
      ),
    });
    expect(wrong).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^neap: the address of a cluster: expected redis:\/\//),
    });
    expect(unreachable.stderr + wrong.stderr).not.toMatch(/secret| {4}at /);
  });

  it('without workers is abandoned, and options that a single run cannot use are refused', () => {
    const { status, stderr } = onCluster(SWEEP, { NEAP_REDIS_PATIENCE_SECONDS: '4' });
    expect(status).toBe(3);
    expect(stderr).toMatch(
      /^neap: waiting at redis:.*no worker there; start one with "neap worker"\n.*for 4 s: no worker there/s,
    );
    const single = onCluster(['run', 'app.yaml']);
    expect([single.status, single.stderr]).toEqual([2, expect.stringContaining('--replications')]);
  });

  it('with missing packages names them', () => {
    const main = otherPackage(join(cluster.folder, 'bare'), '0.1.0', ['bullmq', 'ioredis']);
    const asked = [main, 'worker', cluster.url];
    expect(spawnSync(process.execPath, asked, { encoding: 'utf8', timeout: 60_000 })).toMatchObject({
      status: 2,
      stderr:
        'neap: the npm packages bullmq and ioredis are not installed; add them where neap is installed: npm install bullmq@6 ioredis@5\n',
    });
  });

  it.each([
    ['version', '9.9.9', '', /1 worker of version 9\.9\.9 \(.*\) there, but none of this program's version/],
    [
      'build',
      MANIFEST.version,
      '// changed\n',
      /1 worker of version .* there, .*; two builds of one version may differ/,
    ],
  ])('with workers of another %s is refused', async (name, version, change, said) => {
    const main = otherPackage(join(cluster.folder, name), version);
    appendFileSync(join(cluster.folder, name, 'dist/kernel/calendar.js'), change);
    const old = begin(['worker', cluster.url, '--workers', '1'], cluster.folder, {}, main);
    await until('the worker waits', () => old.written.stdout.includes('waits for work'));
    const { status, stderr } = onCluster(SWEEP, { NEAP_REDIS_PATIENCE_SECONDS: '8' });
    expect([status, stderr]).toEqual([3, expect.stringMatching(said)]);
    old.process.kill('SIGTERM');
    expect(await old.ended).toMatchObject({ status: 143 });
  });

  it('refuses policies from modules, which are not sent', () => {
    writeFileSync(join(cluster.folder, 'late.mjs'), MODULE);
    const own = ['--set', 'computes.primary.policy.suspend=./late.mjs', '--set', 'model.rules=seed'];
    expect(neap([...SWEEP, ...own], cluster.folder)).toMatchObject({ status: 0 });
    const refused = { status: 2, stderr: expect.stringContaining('policies from modules are code') };
    expect(onCluster([...SWEEP, ...own])).toMatchObject(refused);
  });

  it('stops work that no client waits for any more', async () => {
    const worker = await cluster.beginWorker();
    const asker = await beginEndless();
    asker.process.kill('SIGINT');
    expect(await asker.ended).toMatchObject({ status: 130 });
    await until('nothing is left', async () => (await cluster.left()).length === 0);
    worker.process.kill('SIGTERM');
    expect(await worker.ended).toMatchObject({ status: 143 });
    expect(worker.written.stdout).toContain('0 runs made');
  });

  it('that is lost for good ends the client and the workers', async () => {
    const env = { NEAP_REDIS_PATIENCE_SECONDS: '2' };
    const worker = await cluster.beginWorker(['--workers', '1'], env);
    const asker = await beginEndless(env);
    await cluster.killRedis();
    for (const ended of [await asker.ended, await worker.ended]) {
      expect(ended).toMatchObject({
        status: 3,
        stderr: expect.stringMatching(/neap: the connection to redis:\/\/127\.0\.0\.1:\d+ was lost for 2 s/),
      });
    }
  });
});

describe.runIf(isInstalled('redis-server'))('a cluster with TLS and a password', () => {
  const folder = temporaryFolder();
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  let cluster: TestCluster;
  beforeAll(async () => {
    const made = spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
    ]);
    expect(made.status).toBe(0);
    cluster = await TestCluster.begin({ password: 'secret', tls: { cert, key } });
    writeFileSync(join(cluster.folder, 'app.yaml'), APP);
  });
  afterAll(() => cluster.end());

  const plan = [
    ...['plan', 'app.yaml', '--vary', 'max=1,2', '--constraint', 'latency_p99 <= 1h'],
    ...['--max-queries', '150k', '--at-load', 'none', '--no-sensitivity', '--out'],
  ];

  it.each([
    ['', 'wants a password', ''],
    ['wrong', 'refuses the password', ''],
    ['secret', '/99 is a database that the server does not have', '/99'],
  ])('refuses a client with the password "%s": %s', (password, said, database) => {
    const env = { NODE_EXTRA_CA_CERTS: cert, NEAP_REDIS_PASSWORD: password };
    const refused = neap([...plan, 'out', '--cluster', `${cluster.url}${database}`], cluster.folder, env);
    expect(refused).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(said) });
  });

  it('refuses a client that does not trust its certificate', () => {
    const outsider = neap(['worker', cluster.url], cluster.folder, { NEAP_REDIS_PASSWORD: 'secret' });
    const stderr = expect.stringMatching(/self-signed certificate/);
    expect(outsider).toMatchObject({ status: 3, stdout: '', stderr });
  });

  it('completes a plan on two machines that share nothing else', async () => {
    const machine = (name: string, TZ: string) => {
      const home = join(folder, name);
      mkdirSync(join(home, 'tmp'), { recursive: true });
      const trusted = { NODE_EXTRA_CA_CERTS: cert, NEAP_REDIS_PASSWORD: 'secret' };
      return { home, env: { ...trusted, HOME: home, TMPDIR: join(home, 'tmp'), TZ, LC_ALL: 'C' } };
    };
    const worker = machine('worker', 'Asia/Tokyo');
    await cluster.beginWorker(['--workers', '1'], worker.env, {
      folder: worker.home,
      cli: otherPackage(join(worker.home, 'neap'), MANIFEST.version),
    });
    const alone = neap([...plan, 'alone'], cluster.folder);
    const asker = machine('asker', 'America/New_York');
    writeFileSync(join(asker.home, 'app.yaml'), APP);
    const there = neap([...plan, 'there', '--cluster', cluster.url], asker.home, asker.env);
    expect({ ...there, stdout: '' }).toEqual({ ...alone, stdout: '' });
    expect(filesIn(join(asker.home, 'there'))).toEqual(filesIn(join(cluster.folder, 'alone')));
    expect(readdirSync(worker.home).sort()).toEqual(['neap', 'tmp']);
  });
});
