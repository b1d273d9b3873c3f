import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RealServer, whyNoServer } from '../../build/postgres-validation/server.js';
import { BUILT_CLI, neap } from '../cli/built-cli.js';

const APP = `
name: app
seed: 3
duration: 4s
timeline_interval: 1s
plan: launch
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1, initial_state: active }]
load:
  - { name: web, compute: primary, rate: 30/s, query: { cpu: 1ms }, connection: { kind: pool, size: 5 } }
  - { name: reads, compute: primary, rate: 10/s, query: { cpu: 0s, pages: 3, working_set: 8MiB }, connection: { kind: per_query } }
  - { name: slow, compute: primary, rate: 2/s, query: { cpu: 0s, wait: 1s, statement_timeout: 200ms }, connection: { kind: session, queries: 2, think: 10ms } }
`;

const problem = whyNoServer();
if (problem !== undefined) console.warn(`SKIPPED: a load on a real server: ${problem}`);

describe.skipIf(problem !== undefined)('neap observe --load on a real server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'neap-load-'));
  let server: RealServer;
  let env: { readonly DATABASE_URL: string };

  beforeAll(async () => {
    writeFileSync(join(folder, 'app.yaml'), APP);
    server = await RealServer.start({ quota_cpus: undefined, cores: '0' });
    env = { DATABASE_URL: server.url.replace('postgres@', 'postgres:a-secret@') };
  });
  afterAll(async () => {
    await server?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const observe = (...args: string[]) => neap(['observe', 'app.yaml', '--load', ...args], folder, env);
  const rowsOf = (out: string, file: string): readonly Record<string, string>[] =>
    parse(readFileSync(join(folder, out, file)), { columns: true, bom: true });

  async function asked(sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }
  const schemas = () => asked("select nspname from pg_namespace where nspname = 'neap_load'");

  test('sends what a run has, accounts for every attempt, and leaves nothing', async () => {
    const { status, stdout, stderr } = observe('--tables', '--yes', '--out', 'observed');
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('4 s of load on PostgreSQL');
    expect(stdout + stderr).not.toContain('a-secret');
    neap(['run', 'app.yaml', '--out', 'simulated'], folder);
    const open = (out: string) => {
      const { total } = JSON.parse(readFileSync(join(folder, out, 'summary.json'), 'utf8'));
      return total;
    };
    const [seen, run] = [open('observed'), open('simulated')];
    const attempts = rowsOf('observed', 'attempts.csv');
    // Sessions think from when they are answered, so only their number may differ by those at the end.
    const intended = attempts.filter(({ load }) => load !== 'slow').map((row) => row['intended_seconds']);
    expect(new Set(intended).size).toBe(intended.length);
    expect(Math.abs(seen.queries.arrived - run.queries.arrived)).toBeLessThanOrEqual(4);
    expect(attempts).toHaveLength(seen.queries.attempts.made - seen.queries.attempts.open);
    const outcomes = attempts.map(({ load, outcome }) => `${load} ${outcome}`);
    expect([...new Set(outcomes)].sort()).toEqual(['reads completed', 'slow 57014', 'web completed']);
    expect(seen.queries.by_error['57014']).toBe(outcomes.filter((each) => each === 'slow 57014').length);
    expect([seen.cost_usd, seen.wakes, seen.cpu.utilisation]).toEqual([null, null, null]);
    expect(await schemas()).toEqual([]);
    const { status: compared } = neap(['compare', 'simulated', 'observed'], folder);
    expect(compared).toBe(0);
  });

  test('asks for the work of another load, whatever the speed now', () => {
    const args = ['--yes', '--work-of', 'observed', '--set', 'duration=1s', '--out', 'again'];
    const { status, stderr } = observe(...args);
    expect(status, stderr).toBe(0);
    const speed = (out: string): unknown =>
      JSON.parse(readFileSync(join(folder, out, 'summary.json'), 'utf8')).load_sent.turns_per_second;
    expect(speed('again')).toBe(speed('observed'));
    rmSync(join(folder, 'again'), { recursive: true });
    expect(observe('--yes', '--work-of', 'simulated')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(
        '--work-of simulated: error: this is not the folder of a load that was sent',
      ),
    });
  });

  test('does not touch a schema that is there already', async () => {
    await asked('create schema neap_load');
    expect(observe('--yes')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('has a schema neap_load already'),
    });
    expect(await schemas()).toHaveLength(1);
    await asked('drop schema neap_load');
  });

  test('keeps what was seen when it is stopped', async () => {
    const args = ['observe', 'app.yaml', '--load', '--yes', '--set', 'duration=60s', '--out', 'stopped'];
    const child = spawn(process.execPath, [BUILT_CLI, ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    const active =
      "select 1 from pg_stat_activity where application_name like 'neap-load-%' and query ~ 'work[(][1-9]'";
    await expect.poll(async () => (await asked(active)).length).toBeGreaterThan(0);
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    const { warnings, duration_seconds } = JSON.parse(
      readFileSync(join(folder, 'stopped', 'summary.json'), 'utf8'),
    );
    expect(warnings[0]).toMatch(/^stopped after .* of 60 s$/);
    expect(duration_seconds).toBeLessThan(30);
    expect(await schemas()).toEqual([]);
    expect(await asked("select 1 from pg_stat_activity where application_name like 'neap-load-%'")).toEqual(
      [],
    );
  });

  test('sends nothing without --yes, and says what is wrong', () => {
    expect(observe()).toMatchObject({ status: 0, stderr: expect.stringContaining('add --yes to send it') });
    expect(observe('postgresql://nobody@127.0.0.1:9/x', '--yes')).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('connecting nobody@127.0.0.1:9, database x: connect ECONNREFUSED'),
    });
    expect(observe('here', '--yes')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--load: this is not a URL'),
    });
    expect(readdirSync(folder).sort()).toEqual(['app.yaml', 'observed', 'simulated', 'stopped']);
  });
});
