import type { Distribution } from '../../kernel/distribution.js';
import { getOrCreate } from '../../kernel/get-or-create.js';
import type { ConnectionSpecification, LoadSpecification } from '../../workload/load-specification.js';
import { NONE } from './query-table.js';

/** Properties of the load that a query belongs to, by the load's index; shared by all computes of a run. */
export interface LoadTraits {
  /** 1 if clients go through the pooler, keep their connections, run one transaction in each. */
  readonly viaPooler: Uint8Array;
  readonly stands: Uint8Array;
  readonly inTransaction: Uint8Array;
  /** Whether any load goes through the pooler; if not, queries are not checked. */
  readonly anyPooled: boolean;
  /** The pool of the pooler by user and database, counted from 0; {@link NONE} if clients connect directly. */
  readonly pool: Int32Array;
  readonly pools: number;
  /** Seconds a client waits for a connection, Infinity for no limit. */
  readonly connectTimeout: Float64Array;
  /** Time that network and driver add to a query, in seconds; `undefined` if it is 0 for all loads. */
  readonly roundTrip: Float64Array | undefined;
  /** Seconds after which work on a query is cancelled and its client is notified, Infinity for no limit. */
  readonly statementTimeout: Float64Array;
  /** Whether any load has such a limit. */
  readonly anyStatementTimeout: boolean;
  /** Seconds until a query's memory has grown to its peak, 0 if it is taken at once; `undefined` if none grows. */
  readonly memoryGrowth: Float64Array | undefined;
  /** Whether queries of any load wait for anything other than pages, and write temporary files. */
  readonly anyWait: boolean;
  readonly anyTempFiles: boolean;
}

export function loadTraits(load: readonly LoadSpecification[]): LoadTraits {
  const flags = (of: (connection: ConnectionSpecification) => boolean): Uint8Array =>
    Uint8Array.from(load, ({ connection }) => (of(connection) ? 1 : 0));
  const viaPooler = flags(({ via }) => via === 'pooler');
  const statementTimeout = Float64Array.from(
    load,
    ({ query, round_trip_seconds }) =>
      (query.statement_timeout_seconds ?? Number.POSITIVE_INFINITY) + round_trip_seconds,
  );
  return {
    viaPooler,
    stands: flags(({ kind }) => kind !== 'per_query'),
    inTransaction: flags((one) => one.kind === 'session' && one.in_transaction),
    anyPooled: viaPooler.includes(1),
    ...poolsOf(load),
    connectTimeout: Float64Array.from(
      load,
      ({ retry }) => retry.connect_timeout_seconds ?? Number.POSITIVE_INFINITY,
    ),
    roundTrip: load.some(({ round_trip_seconds }) => round_trip_seconds > 0)
      ? Float64Array.from(load, ({ round_trip_seconds }) => round_trip_seconds)
      : undefined,
    statementTimeout,
    anyStatementTimeout: statementTimeout.some(Number.isFinite),
    memoryGrowth: load.some(({ query }) => query.memory_growth_seconds !== undefined)
      ? Float64Array.from(load, ({ query }) => query.memory_growth_seconds ?? 0)
      : undefined,
    anyWait: load.some(({ query }) => !isNothing(query.wait_seconds)),
    anyTempFiles: load.some(({ query }) => !isNothing(query.temp_bytes)),
  };
}

function isNothing(demand: Distribution): boolean {
  return demand.kind === 'constant' && demand.value === 0;
}

/** Assigns a separate pool to each pair of user and database. */
function poolsOf(load: readonly LoadSpecification[]): Pick<LoadTraits, 'pool' | 'pools'> {
  const places = new Map<string, number>();
  const pool = Int32Array.from(load, ({ connection }) => {
    if (connection.via !== 'pooler') return NONE;
    return getOrCreate(places, JSON.stringify([connection.user, connection.database]), () => places.size);
  });
  return { pool, pools: places.size };
}
