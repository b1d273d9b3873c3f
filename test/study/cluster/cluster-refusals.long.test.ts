import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_CLI, neap } from '../../cli/built-cli.js';
import { isInstalled } from '../../programs.js';
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

const MODULE = `import { size } from './sizes.mjs';
export const suspend = {
  name: 'late',
  start: () => undefined,
  idle: (state) => ({ state, suspend_after_seconds: 600, resume_after_seconds: Infinity, reason: 'late' }),
  busy: (state) => state,
};
export { size };
`;

const SWEEP = ['sweep', 'app.yaml', '--vary', 'max=1,2', '--replications', '2'];
const PACKAGE = dirname(dirname(dirname(BUILT_CLI)));

const VERSION: string = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version;

/** The built package of another version, or without some packages, in a folder. */
function otherPackage(folder: string, version: string, without: readonly string[] = []): string {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  cpSync(join(PACKAGE, 'dist'), join(folder, 'dist'), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }));
  for (const name of readdirSync(join(PACKAGE, 'node_modules')))
    if (!without.includes(name))
      symlinkSync(join(PACKAGE, 'node_modules', name), join(folder, 'node_modules', name));
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

  it('that cannot be reached, or is not Redis, is reported in one sentence', async () => {
    const port = await freePort();
    const unreachable = neap([...SWEEP, '--cluster', `redis://me:geheim@127.0.0.1:${port}`], cluster.folder);
    expect(unreachable).toMatchObject({ status: 3, stdout: '' });
    expect(unreachable.stderr).toContain(
      `neap: no connection to redis://127.0.0.1:${port}: connect ECONNREFUSED`,
    );
    const wrong = neap(['worker', 'http://me:geheim@host'], cluster.folder);
    expect(wrong).toMatchObject({ status: 2, stdout: '' });
    expect(wrong.stderr).toMatch(/^neap: the address of a cluster: expected redis:\/\//);
    expect(unreachable.stderr + wrong.stderr).not.toContain('geheim');
    expect(unreachable.stderr + wrong.stderr).not.toContain('    at ');
  });

  it('without workers is abandoned, and options that a single run cannot use are refused', () => {
    const alone = onCluster(SWEEP, { NEAP_REDIS_PATIENCE_SECONDS: '4' });
    expect(alone.status).toBe(3);
    expect(alone.stderr).toMatch(/^neap: waiting at redis:.*no worker there; start one with "neap worker"\n/);
    expect(alone.stderr).toContain('for 4 s: no worker there');
    const single = onCluster(['run', 'app.yaml']);
    expect(single.status).toBe(2);
    expect(single.stderr).toContain('--replications');
  });

  it('with missing packages names them', () => {
    const main = otherPackage(join(cluster.folder, 'bare'), '0.1.0', ['bullmq', 'ioredis']);
    const { status, stderr } = spawnSync(process.execPath, [main, 'worker', cluster.url], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        'neap: the npm packages bullmq and ioredis are not installed; add them where neap is installed: npm install bullmq@6 ioredis@5\n',
    });
  });

  it.each([
    ['version', '9.9.9', '', /1 worker of version 9\.9\.9 \(.*\) there, but none of this program's version/],
    [
      'build',
      VERSION,
      '// changed\n',
      /1 worker of version .* there, .*; two builds of one version may differ/,
    ],
  ])('with workers of another %s is refused', async (name, version, change, said) => {
    const main = otherPackage(join(cluster.folder, name), version);
    appendFileSync(join(cluster.folder, name, 'dist/kernel/calendar.js'), change);
    const old = begin(['worker', cluster.url, '--workers', '1'], cluster.folder, {}, main);
    await until('the worker waits', () => old.written.stdout.includes('waits for work'));
    const refused = onCluster(SWEEP, { NEAP_REDIS_PATIENCE_SECONDS: '8' });
    expect(refused.status).toBe(3);
    expect(refused.stderr).toMatch(said);
    old.process.kill('SIGTERM');
    expect(await old.ended).toMatchObject({ status: 143 });
  });

  it('runs policies from modules only if a worker allows them', async () => {
    const folder = cluster.folder;
    writeFileSync(join(folder, 'late.mjs'), MODULE);
    writeFileSync(
      join(folder, 'sizes.mjs'),
      "export const size = { name: 'one', start: () => undefined, look: (state) => ({ state, goal_cu: 1, reason: 'one' }) };\n",
    );
    const own = ['--set', 'computes.primary.policy.suspend=./late.mjs', '--set', 'model.rules=seed'];
    const suspending = [...SWEEP, ...own];
    const alone = neap([...suspending, '--json'], folder);
    expect(alone).toMatchObject({ status: 0 });
    const worker = await cluster.beginWorker();
    const refused = onCluster([...suspending, '--json']);
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain('none runs policies from modules');
    await cluster.killWorker(worker);
    const willing = await cluster.beginWorker(['--workers', '1', '--allow-modules']);
    expect(onCluster([...suspending, '--json'])).toEqual(alone);
    // An error in a module names the client's file.
    writeFileSync(join(folder, 'late.mjs'), MODULE.replace('600', '"soon"'));
    const local = neap(suspending, folder);
    expect(local.status).toBe(2);
    expect(onCluster(suspending)).toEqual(local);
    writeFileSync(join(folder, 'late.mjs'), `import 'left-pad';\n${MODULE}`);
    expect(onCluster(suspending).status).toBe(2);
    await cluster.killWorker(willing);
  });

  it('stops work that no client waits for any more', async () => {
    const worker = await cluster.beginWorker();
    const endless = [
      'sweep',
      'app.yaml',
      '--set',
      'duration=60d',
      '--vary',
      'max=1,2',
      '--replications',
      '4',
    ];
    const asker = begin([...endless, '--cluster', cluster.url], cluster.folder);
    const before = (await cluster.begun()).times;
    await until('a run is begun', async () => (await cluster.begun()).times > before);
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
    const long = [
      'sweep',
      'app.yaml',
      '--set',
      'duration=60d',
      '--vary',
      'max=1,2',
      '--cluster',
      cluster.url,
    ];
    const asker = begin(long, cluster.folder, env);
    const before = (await cluster.begun()).times;
    await until('a run is begun', async () => (await cluster.begun()).times > before);
    await cluster.killRedis();
    for (const ended of [await asker.ended, await worker.ended]) {
      expect(ended.status).toBe(3);
      expect(ended.stderr).toMatch(/neap: the connection to redis:\/\/127\.0\.0\.1:\d+ was lost for 2 s/);
    }
  });
});

describe.runIf(isInstalled('redis-server'))('a cluster with TLS and a password', () => {
  it('completes a plan on two machines that share nothing else, and refuses other clients', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'neap-cluster-tls-'));
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const made = spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
    ]);
    expect(made.status).toBe(0);
    const cluster = await TestCluster.begin({ password: 'geheim', tls: { cert, key } });
    try {
      writeFileSync(join(cluster.folder, 'app.yaml'), APP);
      const trusted = { NODE_EXTRA_CA_CERTS: cert };
      const env = { ...trusted, NEAP_REDIS_PASSWORD: 'geheim' };
      const plan = [
        ...['plan', 'app.yaml', '--vary', 'max=1,2', '--constraint', 'latency_p99 <= 1h'],
        ...['--max-queries', '150k', '--at-load', 'none', '--no-sensitivity', '--out'],
      ];
      for (const [password, said, database] of [
        ['', 'wants a password', ''],
        ['wrong', 'refuses the password', ''],
        ['geheim', '/99 is a database that the server does not have', '/99'],
      ] as const) {
        const refused = neap([...plan, 'out', '--cluster', `${cluster.url}${database}`], cluster.folder, {
          ...trusted,
          NEAP_REDIS_PASSWORD: password,
        });
        expect(refused).toMatchObject({ status: 2, stdout: '' });
        expect(refused.stderr).toContain(said);
      }
      const stranger = neap(['worker', cluster.url], cluster.folder, { NEAP_REDIS_PASSWORD: 'geheim' });
      expect(stranger).toMatchObject({ status: 3, stdout: '' });
      expect(stranger.stderr).toMatch(/self-signed certificate/);
      const [worker, asker] = ['worker', 'asker'].map((name) => join(folder, name)) as [string, string];
      const machine = (home: string, TZ: string) => {
        mkdirSync(join(home, 'tmp'), { recursive: true });
        return { ...env, HOME: home, TMPDIR: join(home, 'tmp'), TZ, LC_ALL: 'C' };
      };
      await cluster.beginWorker(['--workers', '1'], machine(worker, 'Asia/Tokyo'), {
        folder: worker,
        cli: otherPackage(join(worker, 'neap'), VERSION),
      });
      const alone = neap([...plan, 'alone'], cluster.folder);
      const environment = machine(asker, 'America/New_York');
      writeFileSync(join(asker, 'app.yaml'), APP);
      const there = neap([...plan, 'there', '--cluster', cluster.url], asker, environment);
      expect({ ...there, stdout: '' }).toEqual({ ...alone, stdout: '' });
      expect(filesIn(join(asker, 'there'))).toEqual(filesIn(join(cluster.folder, 'alone')));
      expect(readdirSync(worker).sort()).toEqual(['neap', 'tmp']);
    } finally {
      await cluster.end();
      rmSync(folder, { recursive: true });
    }
  });
});
