import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadScenario } from '../../../src/scenario/load-scenario.js';
import { POSTGRES_BIN } from '../../postgres/real-server.js';
import { called } from '../command.js';

const PORT = 5439;
const POOLER = '/usr/sbin/pgbouncer';
const QUERIES = 200;

/** Runs as a user that PostgreSQL accepts. */
const owner = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
const run = (...command: readonly string[]) => {
  const [program, ...args] = [...owner, ...command];
  return execFileSync(program!, args, { encoding: 'utf8', cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] });
};

describe.skipIf(POSTGRES_BIN === undefined)('exports of a real server', () => {
  let folder = '';
  const data = () => join(folder, 'data');
  const psql = (sql: string, port = PORT, database = 'postgres') => {
    const place = ['-h', folder, '-p', String(port), '-U', 'postgres', database];
    return run(join(POSTGRES_BIN!, 'psql'), ...place, '--csv', '-c', sql);
  };
  const save = (name: string, content: string) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'neap-exports-'));
    chmodSync(folder, 0o777);
    run(join(POSTGRES_BIN!, 'initdb'), '-D', data(), '-A', 'trust', '-U', 'postgres');
    const settings = `
unix_socket_directories = '${folder}'
listen_addresses = ''
port = ${PORT}
shared_preload_libraries = 'pg_stat_statements'
logging_collector = on
log_directory = 'log'
log_destination = 'csvlog'
log_timezone = 'UTC'
log_min_duration_statement = 0
fsync = off
`;
    appendFileSync(join(data(), 'postgresql.conf'), settings);
    run(join(POSTGRES_BIN!, 'pg_ctl'), '-D', data(), '-w', '-l', join(folder, 'start.log'), 'start');
    psql('create extension pg_stat_statements');
  });

  afterAll(() => {
    if (folder === '') return;
    run(join(POSTGRES_BIN!, 'pg_ctl'), '-D', data(), '-m', 'fast', '-w', 'stop');
    rmSync(folder, { recursive: true });
  });

  /** Sends queries through a socket, one after the other, and one that fails. */
  async function send(host: string, port: number, queries: number, text: string): Promise<void> {
    const client = new pg.Client({ host, port, user: 'postgres', database: 'postgres' });
    await client.connect();
    for (let i = 0; i < queries; i++) await client.query(text, text.includes('$1') ? [i] : undefined);
    await client.query('select * from no_such_table').catch(() => undefined);
    await client.end();
  }

  async function imported(source: string, files: readonly string[], ...args: readonly string[]) {
    const scenario = join(folder, `${source}.yaml`);
    const imports = ['import', source, ...files, '--write', scenario, ...args];
    const { status, stdout, stderr } = await called(imports);
    expect([status, stderr]).toEqual([0, '']);
    return { scenario: await loadScenario(scenario), stdout };
  }

  test('pg_stat_statements and pg_stat_database from the printed commands, and the csvlog, are imported', async () => {
    const [statements, database] = [
      'select now() as taken_at, * from pg_stat_statements(false)',
      'select now() as taken_at, * from pg_stat_database',
    ];
    const printed = await called(['import', 'pg-stat-statements']);
    expect(printed.stdout).toContain(statements);
    const before = [save('s1.csv', psql(statements)), save('d1.csv', psql(database))];
    const began = Date.now() / 1000;
    await send(folder, PORT, QUERIES, 'select $1::int + 1');
    const ended = Date.now() / 1000;
    await pause(1500);
    const after = [save('s2.csv', psql(statements)), save('d2.csv', psql(database))];

    const calls = await imported('pg-stat-statements', [before[0]!, after[0]!]);
    const seconds = (name: string) => {
      const [taken_at = ''] = readFileSync(name, 'utf8').split('\n')[1]!.split(',');
      return Date.parse(taken_at.replace(/(\.\d{3})\d*/, '$1').replace(/\+00$/, 'Z')) / 1000;
    };
    const span = seconds(after[0]!) - seconds(before[0]!);
    const rates = calls.scenario.load.map(({ process }) =>
      process.kind === 'poisson' && process.rate.kind === 'constant' ? process.rate.per_second * span : 0,
    );
    expect(rates.some((count) => Math.abs(count - QUERIES) < 1)).toBe(true);

    const transactions = await imported('pg-stat-database', [before[1]!, after[1]!], '--value', 'postgres');
    const found = Number(/(\d+) transactions/.exec(transactions.stdout)![1]);
    expect(found).toBeGreaterThanOrEqual(QUERIES);
    expect(found).toBeLessThan(QUERIES + 20);

    const log = readdirSync(join(data(), 'log')).filter((name) => name.endsWith('.csv'));
    const logged = await imported(
      'postgres-log',
      log.map((name) => join(data(), 'log', name)),
    );
    const { process } = logged.scenario.load[0]!;
    if (process.kind !== 'arrivals') throw new Error(process.kind);
    const { start_epoch_seconds } = logged.scenario;
    const within = process.times_seconds.filter((at) => {
      const moment = start_epoch_seconds + at;
      return moment >= began && moment <= ended;
    });
    expect(within).toHaveLength(QUERIES);
    expect(logged.stdout).toContain('1 errors 42P01');
  });

  test.skipIf(!existsSync(POOLER))('SHOW STATS of PgBouncer is imported', async () => {
    const users = save('users.txt', '"postgres" ""\n');
    const configuration = `
[databases]
postgres = host=${folder} port=${PORT}
[pgbouncer]
listen_addr =
listen_port = 6439
unix_socket_dir = ${folder}
auth_type = trust
auth_file = ${users}
admin_users = postgres
ignore_startup_parameters = extra_float_digits
`;
    const [program, ...args] = [...owner, POOLER, save('pgbouncer.ini', configuration)];
    const pooler = spawn(program!, args, { stdio: 'ignore', cwd: '/' });
    try {
      for (let tries = 0; !existsSync(join(folder, '.s.PGSQL.6439')) && tries < 200; tries++) await pause(20);
      const stats = () => psql('show stats', 6439, 'pgbouncer');
      await send(folder, 6439, 1, 'select 1');
      const before = save('p1.csv', stats());
      await send(folder, 6439, QUERIES, 'select 1');
      const after = save('p2.csv', stats());
      const { scenario } = await imported('pgbouncer', [before, after], '--interval', '100s');
      const { process, connection } = scenario.load[0]!;
      expect(process).toMatchObject({ rate: { per_second: (QUERIES + 1) / 100 } });
      expect(connection).toMatchObject({ via: 'pooler' });
    } finally {
      // The program that changes the user forwards this signal, but not an interrupt.
      const ended = once(pooler, 'exit');
      pooler.kill('SIGTERM');
      await ended;
    }
  });
});
