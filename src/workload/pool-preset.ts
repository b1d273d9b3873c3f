import type { PoolSpecification } from './load-specification.js';

/** The pool defaults of a client library. */
export interface PoolSettings
  extends Pick<PoolSpecification, 'size' | 'idle_timeout_seconds' | 'max_lifetime_seconds' | 'stale'> {
  /** `size`: equal to the pool's size. */
  readonly min_idle: number | 'size';
  readonly acquire_timeout_seconds: number | undefined;
  /** How long opening a connection may take; `undefined`: for ever. */
  readonly connect_timeout_seconds: number | undefined;
}

/** One default of a library, and its documentation. */
export interface PoolDefault<Value> {
  readonly value: Value;
  /** The page that documents it. */
  readonly page: string;
  /** The page, and what it says. */
  readonly source: string;
  readonly confidence: 'high' | 'medium' | 'low';
}

/** The defaults of a library's pool. */
export type PoolPreset = { readonly [Key in keyof PoolSettings]: PoolDefault<PoolSettings[Key]> };

/** Defaults that one page documents. */
function documentedIn(page: string) {
  return {
    /** The page states the value, or the code that it describes. */
    as: <Value>(value: Value, setting: string): PoolDefault<Value> => ({
      value,
      page,
      source: `${setting} of ${page}`,
      confidence: 'high',
    }),
    /** The library has no equal of the setting, or its default depends on the machine. */
    takenAs: <Value>(value: Value, reason: string): PoolDefault<Value> => ({
      value,
      page,
      source: `${page}: ${reason}`,
      confidence: 'medium',
    }),
  };
}

const pg = documentedIn('node-postgres 8, node-postgres.com/apis/pool');
const hikari = documentedIn('HikariCP 5, README at github.com/brettwooldridge/HikariCP');
const prisma = documentedIn('Prisma ORM 6, prisma.io/docs/orm/v6, "Connection pool"');
const pgx = documentedIn('pgx 5, pkg.go.dev/github.com/jackc/pgx/v5/pgxpool');
const alchemy = documentedIn('SQLAlchemy 2.0, docs.sqlalchemy.org/en/20/core/pooling.html');

/**
 * The pools of some client libraries as they come. Where a default depends on the number of CPUs, a machine
 * with four is assumed; what a library does beyond these settings, such as keep-alive queries, is left out.
 */
export const POOL_PRESETS = {
  'node-postgres': {
    size: pg.as(10, 'max'),
    min_idle: pg.as(0, 'min'),
    idle_timeout_seconds: pg.as(10, 'idleTimeoutMillis'),
    max_lifetime_seconds: pg.as(undefined, 'maxLifetimeSeconds'),
    acquire_timeout_seconds: pg.as(undefined, 'connectionTimeoutMillis'),
    connect_timeout_seconds: pg.as(undefined, 'connectionTimeoutMillis'),
    stale: pg.takenAs(
      'noticed',
      'a client whose connection ends is taken out of the pool with an error event',
    ),
  },
  hikaricp: {
    size: hikari.as(10, 'maximumPoolSize'),
    min_idle: hikari.as('size', 'minimumIdle'),
    idle_timeout_seconds: hikari.as(600, 'idleTimeout'),
    max_lifetime_seconds: hikari.as(1800, 'maxLifetime'),
    acquire_timeout_seconds: hikari.as(30, 'connectionTimeout'),
    connect_timeout_seconds: hikari.takenAs(30, "connectionTimeout is also the driver's login timeout"),
    stale: hikari.takenAs(
      'tested',
      'isValid() is called before a connection is handed out that was idle for 500 ms',
    ),
  },
  prisma: {
    size: prisma.takenAs(9, 'connection_limit is twice the physical CPUs and one more, here of four CPUs'),
    min_idle: prisma.takenAs(0, 'connections are opened when a query needs one'),
    idle_timeout_seconds: prisma.as(300, 'max_idle_connection_lifetime'),
    max_lifetime_seconds: prisma.as(undefined, 'max_connection_lifetime'),
    acquire_timeout_seconds: prisma.as(10, 'pool_timeout'),
    connect_timeout_seconds: prisma.as(5, 'connect_timeout'),
    stale: prisma.takenAs(
      'tested',
      'its engine tests a connection at check-out when the last test is 15 s old',
    ),
  },
  pgx: {
    size: pgx.takenAs(4, 'MaxConns is 4, or the number of CPUs if that is larger, here four'),
    min_idle: pgx.as(0, 'MinIdleConns'),
    idle_timeout_seconds: pgx.as(1800, 'MaxConnIdleTime'),
    max_lifetime_seconds: pgx.as(3600, 'MaxConnLifetime'),
    acquire_timeout_seconds: pgx.takenAs(undefined, 'Acquire waits until its context is done'),
    connect_timeout_seconds: pgx.takenAs(
      120,
      'the pool gives a connection two minutes unless connect_timeout is set',
    ),
    stale: pgx.as('tested', 'ShouldPing (a ping after one idle second)'),
  },
  sqlalchemy: {
    size: alchemy.takenAs(
      15,
      'pool_size 5 and max_overflow 10; the overflow is kept here, not closed when it is given back',
    ),
    min_idle: alchemy.takenAs(0, 'connections are opened when they are first needed'),
    idle_timeout_seconds: alchemy.takenAs(undefined, 'idle connections are never closed'),
    max_lifetime_seconds: alchemy.as(undefined, 'pool_recycle'),
    acquire_timeout_seconds: alchemy.as(30, 'pool_timeout'),
    connect_timeout_seconds: alchemy.takenAs(undefined, "the driver's default: unlimited for psycopg"),
    stale: alchemy.as('handed_out', 'pool_pre_ping'),
  },
} as const satisfies Readonly<Record<string, PoolPreset>>;

/** A client library whose defaults a pool can have. */
export type PoolPresetName = keyof typeof POOL_PRESETS;

/** The names, in the order of messages. */
export const POOL_PRESET_NAMES = Object.keys(POOL_PRESETS) as [PoolPresetName, ...PoolPresetName[]];
