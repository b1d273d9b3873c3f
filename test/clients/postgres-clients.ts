import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where `.ci/packages` installs the clients. */
const PACKAGES = '/opt/neap-clients/package.json';
export const HAVE_CLIENTS = existsSync(PACKAGES);
const load = createRequire(PACKAGES);

/** A client with sessions on a database. */
export interface OpenClient {
  /** Runs a statement, or a job if the client runs jobs. */
  ask(text: string): Promise<unknown>;
  close(): Promise<unknown>;
}

export interface PostgresClient {
  /** Name of the package. */
  readonly name: string;
  /** Its activity in addition to queries. */
  readonly work: string;
  /** Connects with at most `max` sessions, and does its work in tables of its name. */
  open(uri: string, max: number): Promise<OpenClient>;
}

/** A pool of node-postgres, for the libraries that take one. */
function poolOf(connectionString: string, max: number, idleTimeoutMillis?: number) {
  const pool = new (load('pg').Pool)({ connectionString, max, idleTimeoutMillis });
  // A session that ends while no query uses it.
  const ignored = () => undefined;
  pool.on('error', ignored);
  pool.on('connect', (client: typeof pool) => client.on('error', ignored));
  return pool;
}

function expectOne(count: number): void {
  if (count !== 1) throw new Error(`${count} rows in place of 1`);
}

export const POSTGRES_CLIENTS: readonly PostgresClient[] = [
  {
    name: 'postgres',
    work: 'DDL, an array as parameter',
    async open(uri, max) {
      const sql = load('postgres')(uri, { max });
      await sql`create table postgres_js (name text, tags text[])`;
      await sql`insert into postgres_js ${sql({ name: 'a', tags: ['x', 'y'] })}`;
      return { ask: (text) => sql.unsafe(text), close: () => sql.end({ timeout: 1 }) };
    },
  },
  {
    name: 'pg-promise',
    work: 'DDL in a transaction',
    async open(connectionString, max) {
      const db = load('pg-promise')({ noWarnings: true })({ connectionString, max });
      db.$pool.on('error', () => undefined);
      await db.tx((task: typeof db) => task.none('create table pg_promise (name text)'));
      return { ask: (text) => db.any(text), close: () => db.$pool.end() };
    },
  },
  {
    name: 'knex',
    work: '`migrate.latest`, `migrate.rollback`, its query builder',
    async open(connection, max) {
      const log = { warn: () => undefined };
      const knex = load('knex')({ client: 'pg', connection, pool: { min: 0, max }, log });
      const migrationSource = {
        getMigrations: async () => ['first'],
        getMigrationName: (name: string) => name,
        getMigration: async () => ({
          up: ({ schema }: typeof knex) =>
            schema.createTable('knex', (table: { text(name: string): void }) => table.text('name')),
          down: ({ schema }: typeof knex) => schema.dropTable('knex'),
        }),
      };
      await knex.migrate.latest({ migrationSource });
      await knex('knex').insert({ name: 'a' });
      expectOne((await knex('knex').select()).length);
      await knex.migrate.rollback({ migrationSource });
      return { ask: (text) => knex.raw(text), close: () => knex.destroy() };
    },
  },
  {
    name: 'sequelize',
    work: '`sync({ alter: true })`, arrays, JSONB, a transaction',
    async open(uri, max) {
      const { DataTypes, Sequelize } = load('sequelize');
      const sequelize = new Sequelize(uri, { logging: false, pool: { max } });
      const columns = { tags: DataTypes.ARRAY(DataTypes.TEXT), data: DataTypes.JSONB };
      const rows = sequelize.define('sequelize', columns);
      await sequelize.sync({ alter: true });
      const row = { tags: ['x'], data: { a: 1 } };
      await sequelize.transaction((transaction: object) => rows.create(row, { transaction }));
      expectOne(await rows.count());
      return { ask: (text) => sequelize.query(text), close: () => sequelize.close() };
    },
  },
  {
    name: 'typeorm',
    work: '`synchronize`, a repository',
    async open(url, max) {
      const { DataSource, EntitySchema } = load('typeorm');
      const columns = { id: { type: Number, primary: true, generated: true }, name: { type: String } };
      const entities = [new EntitySchema({ name: 'typeorm', columns })];
      const source = new DataSource({
        ...{ type: 'postgres', url, entities, synchronize: true, extra: { max } },
        poolErrorHandler: () => undefined,
      });
      await source.initialize();
      await source.getRepository('typeorm').save({ name: 'a' });
      expectOne(await source.getRepository('typeorm').count());
      return { ask: (text) => source.query(text), close: () => source.destroy() };
    },
  },
  {
    name: 'kysely',
    work: 'migrations up and down',
    async open(uri, max) {
      const { Kysely, Migrator, PostgresDialect, sql } = load('kysely');
      const db = new Kysely({ dialect: new PostgresDialect({ pool: poolOf(uri, max) }) });
      const first = {
        up: ({ schema }: typeof db) => schema.createTable('kysely').addColumn('name', 'text').execute(),
        down: ({ schema }: typeof db) => schema.dropTable('kysely').execute(),
      };
      const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ first }) } });
      for (const { error } of [await migrator.migrateToLatest(), await migrator.migrateDown()]) {
        if (error !== undefined) throw error;
      }
      return { ask: (text) => sql.raw(text).execute(db), close: () => db.destroy() };
    },
  },
  {
    name: 'drizzle-orm',
    work: 'a table of its schema, a transaction',
    async open(uri, max) {
      const { pgTable, text: column } = load('drizzle-orm/pg-core');
      const pool = poolOf(uri, max);
      const db = load('drizzle-orm/node-postgres').drizzle(pool);
      const rows = pgTable('drizzle', { name: column('name') });
      await db.execute('create table drizzle (name text)');
      await db.transaction((tx: typeof db) => tx.insert(rows).values({ name: 'a' }));
      expectOne((await db.select().from(rows)).length);
      return { ask: (text) => db.execute(text), close: () => pool.end() };
    },
  },
  {
    name: 'graphile-worker',
    work: 'its schema, jobs by LISTEN',
    async open(uri, max) {
      const { Logger, run } = load('graphile-worker');
      // A worker that gets no session to complete its job stops for good: it keeps two, one to listen.
      const workerPool = poolOf(uri, 2, 0);
      const pool = poolOf(uri, max);
      const logger = new Logger(() => () => undefined);
      const taskList = { nothing: () => undefined };
      const runner = await run({ pgPool: workerPool, noHandleSignals: true, logger, taskList });
      const ask = async () => {
        const added = await pool.query("select id from graphile_worker.add_job('nothing')");
        const left = () => pool.query('select from graphile_worker.jobs where id = $1', [added.rows[0].id]);
        while ((await left()).rowCount > 0) await sleep(10);
      };
      return { ask, close: () => runner.stop().then(() => Promise.all([workerPool.end(), pool.end()])) };
    },
  },
  {
    name: 'pg-boss',
    work: 'its schema, jobs of a queue',
    async open(connectionString) {
      const PgBoss = load('pg-boss');
      const boss = new PgBoss({ connectionString, schedule: false, supervise: false });
      boss.on('error', () => undefined);
      await boss.start();
      await boss.createQueue('jobs');
      const ask = async () => {
        await boss.send('jobs', {});
        const [job] = await boss.fetch('jobs');
        await boss.complete('jobs', job.id);
      };
      return { ask, close: () => boss.stop({ graceful: false }) };
    },
  },
  {
    name: 'psycopg',
    work: 'COPY, a pipeline, prepared statements',
    async open(uri) {
      const script = join(import.meta.dirname, 'psycopg-client.py');
      const { stdin, stdout } = spawn('/usr/bin/python3', [script, uri], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const asked = new Map<string, (problem: string) => void>();
      createInterface(stdout).on('line', (line) => {
        const [id = '', ...problem] = line.split(' ');
        asked.get(id)?.(problem.join(' '));
      });
      const ask = async (text: string) => {
        const id = String(asked.size);
        const answer = new Promise<string>((resolve) => asked.set(id, resolve));
        stdin.write(`${id} ${text}\n`);
        const problem = await answer;
        if (problem !== '') throw new Error(problem);
      };
      return { ask, close: () => once(stdin.end(), 'close') };
    },
  },
];
