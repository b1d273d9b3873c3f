import type { PoolSpecification } from './load-specification.js';

/** The pool defaults of a client library. */
export interface PoolSettings
  extends Pick<PoolSpecification, 'size' | 'idle_timeout_seconds' | 'max_lifetime_seconds' | 'stale'> {
  /** `size`: equal to the pool's size. */
  readonly min_idle: number | 'size';
  readonly acquire_timeout_seconds: number | undefined;
  /** How long opening a connection may take; `undefined`: no limit. */
  readonly connect_timeout_seconds: number | undefined;
  /** Left out by libraries that do not test idle connections. */
  readonly keepalive_seconds?: number;
}

/** One default of a library, and its documentation. */
export interface PoolDefault<Value> {
  readonly value: Value;
  /** The page that documents it. */
  readonly page: string;
  /** The page and the value it documents. */
  readonly source: string;
  readonly confidence: 'high' | 'medium' | 'low';
}

export type PoolPreset = { readonly [Key in keyof PoolSettings]: PoolDefault<PoolSettings[Key]> };

function documented(page: string) {
  return {
    /** The page states the value, or the code that it describes. */
    as: <Value>(value: Value, setting: string): PoolDefault<Value> => ({
      value,
      page,
      source: `${setting} of ${page}`,
      confidence: 'high',
    }),
    /** The library has no such setting, or its default depends on the machine. */
    assumed: <Value>(
      value: Value,
      reason: string,
      confidence: 'medium' | 'low' = 'medium',
    ): PoolDefault<Value> => ({ value, page, source: `${page}: ${reason}`, confidence }),
  };
}

const pg = documented('node-postgres 8, node-postgres.com/apis/pool');
const postgresJs = documented('postgres.js 3.4, src/index.js at github.com/porsager/postgres');
const prisma = documented('Prisma ORM 6, prisma.io/docs/orm/v6, "Connection pool"');
const prisma7 = documented('Prisma ORM 7 with @prisma/adapter-pg, prisma.io/docs/orm/v7, "Connection pool"');
const neonHttp = documented(
  "Neon's SQL over HTTP, read 2026-11-27, options of the proxy at github.com/neondatabase/neon",
);
const hikari = documented('HikariCP 5, README at github.com/brettwooldridge/HikariCP');
const hikari6 = documented('HikariCP 6.3, HikariConfig.java at github.com/brettwooldridge/HikariCP');
const rails = documented(
  'Active Record 7.1 to 8.0, database_configurations/hash_config.rb at github.com/rails/rails',
);
const rails81 = documented('Active Record 8.1, github.com/rails/rails/pull/54175');
const django = documented('Django 5.2, docs.djangoproject.com/en/5.2/ref/databases');
const alchemy = documented('SQLAlchemy 2.0, docs.sqlalchemy.org/en/20/core/pooling.html');
const asyncpg = documented('asyncpg 0.30, asyncpg/pool.py at github.com/MagicStack/asyncpg');
const psycopg = documented('psycopg_pool 3, psycopg_pool/base.py at github.com/psycopg/psycopg');
const pgx = documented('pgx 5, pkg.go.dev/github.com/jackc/pgx/v5/pgxpool');

const HIKARI: PoolPreset = {
  size: hikari.as(10, 'maximumPoolSize'),
  min_idle: hikari.as('size', 'minimumIdle'),
  idle_timeout_seconds: hikari.as(600, 'idleTimeout'),
  max_lifetime_seconds: hikari.as(1800, 'maxLifetime'),
  acquire_timeout_seconds: hikari.as(30, 'connectionTimeout'),
  connect_timeout_seconds: hikari.assumed(30, "connectionTimeout is also the driver's login timeout"),
  stale: hikari.assumed(
    'tested',
    'isValid() is called before a connection is handed out that was idle for 500 ms',
  ),
};

const ACTIVE_RECORD: PoolPreset = {
  size: rails.as(5, 'pool'),
  min_idle: rails.assumed(0, 'connections are opened when a thread first needs one'),
  idle_timeout_seconds: rails.as(300, 'idle_timeout'),
  max_lifetime_seconds: rails.assumed(undefined, 'connections are not closed by age'),
  acquire_timeout_seconds: rails.as(5, 'checkout_timeout'),
  connect_timeout_seconds: rails.assumed(undefined, "the driver's default: unlimited for pg"),
  stale: rails.assumed('tested', 'a connection is verified before its first query after two idle seconds'),
};

/**
 * Default pools of some client libraries. If a default depends on the number of CPUs, a machine with four is assumed.
 * Other behaviour of the libraries is left out.
 */
export const POOL_PRESETS = {
  'node-postgres': {
    size: pg.as(10, 'max'),
    min_idle: pg.as(0, 'min'),
    idle_timeout_seconds: pg.as(10, 'idleTimeoutMillis'),
    max_lifetime_seconds: pg.as(undefined, 'maxLifetimeSeconds'),
    acquire_timeout_seconds: pg.as(undefined, 'connectionTimeoutMillis'),
    connect_timeout_seconds: pg.as(undefined, 'connectionTimeoutMillis'),
    stale: pg.assumed(
      'noticed',
      'a client whose connection ends is taken out of the pool with an error event',
    ),
  },
  'postgres.js': {
    size: postgresJs.as(10, 'max'),
    min_idle: postgresJs.assumed(0, 'connections are opened when a query needs one'),
    idle_timeout_seconds: postgresJs.as(undefined, 'idle_timeout'),
    max_lifetime_seconds: postgresJs.assumed(
      2700,
      'max_lifetime is drawn between 30 and 60 minutes; their mean is used',
    ),
    acquire_timeout_seconds: postgresJs.assumed(undefined, 'queries wait in a queue without a limit'),
    connect_timeout_seconds: postgresJs.as(30, 'connect_timeout'),
    stale: postgresJs.assumed('noticed', 'a socket that closes ends its connection immediately'),
  },
  prisma: {
    size: prisma.assumed(
      9,
      'connection_limit is twice the number of physical CPUs plus one, here for four CPUs',
    ),
    min_idle: prisma.assumed(0, 'connections are opened when a query needs one'),
    idle_timeout_seconds: prisma.as(300, 'max_idle_connection_lifetime'),
    max_lifetime_seconds: prisma.as(undefined, 'max_connection_lifetime'),
    acquire_timeout_seconds: prisma.as(10, 'pool_timeout'),
    connect_timeout_seconds: prisma.as(5, 'connect_timeout'),
    stale: prisma.assumed(
      'tested',
      'its engine tests a connection at check-out when the last test is 15 s old',
    ),
  },
  'prisma-7': {
    size: prisma7.as(10, 'max'),
    min_idle: prisma7.assumed(0, "the adapter's pool is that of node-postgres, whose min is 0"),
    idle_timeout_seconds: prisma7.as(10, 'idleTimeoutMillis'),
    max_lifetime_seconds: prisma7.as(undefined, 'maxLifetimeSeconds'),
    acquire_timeout_seconds: prisma7.as(undefined, 'connectionTimeoutMillis'),
    connect_timeout_seconds: prisma7.as(undefined, 'connectionTimeoutMillis'),
    stale: prisma7.assumed(
      'noticed',
      "the adapter's pool is that of node-postgres, which drops a client whose connection ends",
    ),
  },
  'neon-http': {
    size: neonHttp.assumed(
      20,
      'sql_over_http_pool_max_conns_per_endpoint connections are kept; further queries open more, but wait in the simulation',
      'low',
    ),
    min_idle: neonHttp.assumed(0, 'the proxy opens a connection when a query needs one'),
    idle_timeout_seconds: neonHttp.as(300, 'sql_over_http_idle_timeout'),
    max_lifetime_seconds: neonHttp.assumed(undefined, 'connections are not closed by age'),
    acquire_timeout_seconds: neonHttp.assumed(
      undefined,
      'queries do not wait for a place in the pool',
      'low',
    ),
    connect_timeout_seconds: neonHttp.as(15, 'sql_over_http_timeout'),
    stale: neonHttp.assumed('noticed', 'the proxy drops a pooled connection that closes'),
  },
  hikaricp: HIKARI,
  'hikaricp-6': {
    ...HIKARI,
    keepalive_seconds: hikari6.as(120, 'DEFAULT_KEEPALIVE_TIME'),
  },
  activerecord: ACTIVE_RECORD,
  'activerecord-8.1': {
    ...ACTIVE_RECORD,
    keepalive_seconds: rails81.assumed(600, 'keepalive is 600 seconds'),
  },
  django: {
    size: django.assumed(
      9,
      'one connection per thread; the server sets their number, here twice the CPUs plus one, for four CPUs',
      'low',
    ),
    min_idle: django.assumed(0, 'connections are opened when they are first needed'),
    idle_timeout_seconds: django.as(0, 'CONN_MAX_AGE'),
    max_lifetime_seconds: django.assumed(undefined, 'CONN_MAX_AGE is 0: each request closes its connection'),
    acquire_timeout_seconds: django.assumed(undefined, 'each thread has its own connection'),
    connect_timeout_seconds: django.assumed(undefined, "the driver's default: unlimited for psycopg2"),
    stale: django.as('handed_out', 'CONN_HEALTH_CHECKS'),
  },
  pgx: {
    size: pgx.assumed(4, 'MaxConns is 4, or the number of CPUs if that is larger, here four'),
    min_idle: pgx.as(0, 'MinIdleConns'),
    idle_timeout_seconds: pgx.as(1800, 'MaxConnIdleTime'),
    max_lifetime_seconds: pgx.as(3600, 'MaxConnLifetime'),
    acquire_timeout_seconds: pgx.assumed(undefined, 'Acquire waits until its context is done'),
    connect_timeout_seconds: pgx.assumed(
      120,
      'the pool gives a connection two minutes unless connect_timeout is set',
    ),
    stale: pgx.as('tested', 'ShouldPing (a ping after one idle second)'),
  },
  sqlalchemy: {
    size: alchemy.assumed(
      15,
      'pool_size 5 and max_overflow 10; the simulation keeps the overflow, which is closed when it is returned',
    ),
    min_idle: alchemy.assumed(0, 'connections are opened when they are first needed'),
    idle_timeout_seconds: alchemy.assumed(undefined, 'idle connections are never closed'),
    max_lifetime_seconds: alchemy.as(undefined, 'pool_recycle'),
    acquire_timeout_seconds: alchemy.as(30, 'pool_timeout'),
    connect_timeout_seconds: alchemy.assumed(undefined, "the driver's default: unlimited for psycopg"),
    stale: alchemy.as('handed_out', 'pool_pre_ping'),
  },
  asyncpg: {
    size: asyncpg.as(10, 'max_size'),
    min_idle: asyncpg.assumed(
      0,
      'min_size is opened at the start, closed when idle, and not opened again (issues 989 and 1268)',
    ),
    idle_timeout_seconds: asyncpg.as(300, 'max_inactive_connection_lifetime'),
    max_lifetime_seconds: asyncpg.assumed(undefined, 'max_queries limits uses, not age, and is left out'),
    acquire_timeout_seconds: asyncpg.as(undefined, 'timeout of acquire()'),
    connect_timeout_seconds: asyncpg.assumed(60, 'timeout of connect() is 60 seconds'),
    stale: asyncpg.assumed(
      'noticed',
      'a closed connection is replaced when it is acquired, without a failure',
    ),
  },
  'psycopg-pool': {
    size: psycopg.as(4, 'max_size, by default min_size,'),
    min_idle: psycopg.assumed(4, 'min_size 4 counts connections in use as well'),
    idle_timeout_seconds: psycopg.as(600, 'max_idle'),
    max_lifetime_seconds: psycopg.as(3600, 'max_lifetime'),
    acquire_timeout_seconds: psycopg.as(30, 'timeout'),
    connect_timeout_seconds: psycopg.assumed(130, '_DEFAULT_CONNECT_TIMEOUT of psycopg 3 is 130 seconds'),
    stale: psycopg.assumed('handed_out', 'connections are not tested unless check is given'),
  },
} as const satisfies Readonly<Record<string, PoolPreset>>;

/** A client library whose defaults a pool can have. */
export type PoolPresetName = keyof typeof POOL_PRESETS;

/** In the order of messages. */
export const POOL_PRESET_NAMES = Object.keys(POOL_PRESETS) as [PoolPresetName, ...PoolPresetName[]];

/** Other common names of client libraries. */
export const POOL_PRESET_SYNONYMS: Readonly<Record<string, PoolPresetName>> = {
  pg: 'node-postgres',
  rails: 'activerecord',
  spring: 'hikaricp-6',
  'spring-boot': 'hikaricp-6',
  psycopg3: 'psycopg-pool',
  '@neondatabase/serverless': 'neon-http',
};
