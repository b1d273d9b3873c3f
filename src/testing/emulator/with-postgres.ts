import { z } from 'zod';
import { HttpAdapter } from '../../adapter/http-adapter.js';
import { operationsSucceeded } from '../../adapter/operations-ended.js';
import type { PlatformAdapter, ReportedOperation } from '../../adapter/platform-adapter.js';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { RULE_BOOKS } from '../../compute/rule-book.js';
import { API_PATH } from '../../server/app.js';
import type { Emulator } from '../../server/emulator/emulator.js';
import { checkArgument } from '../../server/http/validation.js';
import { listen } from '../../server/listen.js';
import { FIXTURE_OPTIONS, suiteEmulator } from '../../server/suite-emulator.js';
import { checkArguments } from '../arguments/arguments.js';

/** Options of the database for one test; all have defaults. */
export interface WithPostgresOptions {
  /**
   * A folder of PostgreSQL programs, `embedded`, or the URL of a server to create databases on. By default, the
   * programs that are found.
   */
  readonly programs?: string;
  /** Size and suspension of the compute, in the form of the API. */
  readonly endpoint?: {
    readonly autoscaling_limit_min_cu?: number;
    readonly autoscaling_limit_max_cu?: number;
    readonly suspend_timeout_seconds?: number;
  };
  /** Minimum duration of every operation, in ms, 0 by default; servers take the time that they need. */
  readonly operation_duration_ms?: number;
  /** Receives problems of the emulator or a server; written to standard error by default. */
  readonly log?: (message: string) => void;
}

/** A database on a real PostgreSQL behind an emulated compute, for the duration of one test. */
export interface PostgresFixture {
  /** Connection URI for any Postgres client. */
  readonly connection_uri: string;
  readonly project_id: string;
  readonly branch_id: string;
  readonly endpoint_id: string;
  /** The management API of the same emulator. */
  readonly adapter: PlatformAdapter;
  /** Environment for clients in other processes: `NEON_API_HOST` and `NEON_API_KEY`. */
  readonly env: Readonly<Record<'NEON_API_HOST' | 'NEON_API_KEY', string>>;
  /** Advances emulated time, such as by five idle minutes; resolves when the servers have followed. */
  readonly advance: (span_ms: number) => Promise<void>;
  /** Suspends the compute: sessions end with 57P01, and the next connection wakes it. */
  readonly suspend: () => Promise<void>;
  /** Restarts the compute: sessions end with 57P01. */
  readonly restart: () => Promise<void>;
}

const OPTIONS = z
  .strictObject({
    ...FIXTURE_OPTIONS,
    programs: z.string(),
    endpoint: z
      .strictObject({
        autoscaling_limit_min_cu: z.number(),
        autoscaling_limit_max_cu: z.number(),
        suspend_timeout_seconds: z.number(),
      })
      .partial(),
  } satisfies Record<keyof WithPostgresOptions, z.ZodType>)
  .partial();

/** Interval between checks of an operation, in ms. */
const POLL_MS = 20;
/** Interval at which due changes are applied between requests, in ms. */
const TICK_MS = 50;

/**
 * Runs a test with a fresh database: a project in an emulator with a real PostgreSQL behind its compute, which sleeps,
 * wakes, restarts and refuses as the platform's does. Everything is stopped and removed after the test. The first start
 * on a machine runs `initdb`; later ones copy its result, and take about a second.
 *
 * ```ts
 * test('the pool survives a suspend', () =>
 *   withPostgres(async ({ connection_uri, suspend }) => {
 *     const app = createApp(connection_uri);
 *     await suspend();
 *     expect(await app.countOrders()).toBe(0);
 *   }));
 * ```
 *
 * @returns what the test returns
 * @throws PostgresProblem where no PostgreSQL is found, with what to install
 */
export async function withPostgres<Result>(
  test: (database: PostgresFixture) => Promise<Result> | Result,
  options: WithPostgresOptions = {},
): Promise<Result> {
  checkArguments('withPostgres', { test });
  checkArgument('options of withPostgres', OPTIONS, options);
  const { programs, endpoint, operation_duration_ms = 0, log } = options;
  // Loaded here: other users of this library need neither servers nor proxies nor certificates.
  const [{ openServers }, { servePostgres }] = await Promise.all([
    import('../../server/postgres/open-servers.js'),
    import('../../server/postgres/serve-postgres.js'),
  ]);
  const rules = RULE_BOOKS[0];
  const host = await openServers({
    ...{ programs, state: undefined, limit_cpu: false, rules },
    log: log ?? ((message) => process.stderr.write(`neap: ${message}\n`)),
  });
  const at = { host: '127.0.0.1', port: 0 };
  const { emulator, account } = suiteEmulator({
    speed: 1,
    operation_duration_ms,
    keeps_history: false,
    ...(log === undefined ? {} : { log }),
  });
  const postgres = await servePostgres(emulator, host, {
    ...at,
    require_tls: false,
    rules,
    state: undefined,
  });
  const listening = await listen(emulator, { ...at, attached: postgres.attached });
  const timer = setInterval(() => emulator.now(), TICK_MS);
  try {
    const { api_key } = account;
    const base_url = `${listening.address}${API_PATH}`;
    const adapter = new HttpAdapter({ base_url, api_key, clock: WALL_CLOCK, paced: false });
    const env = { NEON_API_HOST: base_url, NEON_API_KEY: api_key };
    return await test({ ...(await databaseOf(emulator, adapter, endpoint)), adapter, env });
  } finally {
    clearInterval(timer);
    await postgres.close();
    await listening.stop();
  }
}

async function databaseOf(
  emulator: Emulator,
  adapter: PlatformAdapter,
  default_endpoint_settings: WithPostgresOptions['endpoint'] = {},
): Promise<Omit<PostgresFixture, 'adapter' | 'env'>> {
  const created = await adapter.createProject({ project: { name: 'test', default_endpoint_settings } });
  const { project, branch, endpoints, connection_uris } = created;
  const project_id = project.id;
  const endpoint_id = endpoints[0]!.id;
  const done = async ({ operations }: { readonly operations: readonly ReportedOperation[] }) => {
    await operationsSucceeded(adapter, project_id, operations, { poll_ms: POLL_MS });
    await emulator.drive?.catchUp?.();
  };
  await done(created);
  return {
    connection_uri: connection_uris![0]!.connection_uri,
    project_id,
    branch_id: branch.id,
    endpoint_id,
    async advance(span_ms) {
      emulator.skip(span_ms);
      await emulator.drive?.catchUp?.();
    },
    suspend: async () => done(await adapter.suspendProjectEndpoint({ project_id, endpoint_id })),
    restart: async () => done(await adapter.restartProjectEndpoint({ project_id, endpoint_id })),
  };
}
