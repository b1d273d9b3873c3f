import pg, { type Client } from 'pg';
import { ADMIN, STANDBY_APPLICATION } from './admin-connection.js';

/** A server's activity at one moment. */
export interface ActivitySample {
  /** Total time that sessions of user databases have spent in statements, in ms. */
  readonly active_time_ms: number;
  /** Total number of sessions of user databases. */
  readonly sessions: number;
  /** Client sessions that run a statement or have a transaction open. */
  readonly busy: number;
  /** When a session last became idle, in ms since the epoch; 0 without idle sessions. */
  readonly idle_since_ms: number;
  readonly wal_senders: number;
  readonly subscriptions: number;
  readonly autovacuum_workers: number;
}

/** The databases and processes that a sample counts, as SQL. */
interface Scope {
  /** Condition on the databases that count. */
  readonly databases: string;
  /** Condition on the processes that count. */
  readonly processes: string;
  /** The emulator's own role. */
  readonly own_role: string;
  readonly wal_senders: string;
  readonly subscriptions: string;
}

/**
 * The monitor's query, which excludes the platform's role and replicas.
 * Source: neondatabase/neon, compute_tools/src/monitor.rs.
 */
const activityQuery = ({ databases, processes, own_role, wal_senders, subscriptions }: Scope): string => `
select d.active_time::float8 as active_time_ms, d.sessions::float8 as sessions,
  a.busy::int as busy, a.idle_since_ms::float8 as idle_since_ms, a.autovacuum_workers::int as autovacuum_workers,
  ${wal_senders} as wal_senders, ${subscriptions} as subscriptions
from
  (select coalesce(sum(active_time), 0) as active_time, coalesce(sum(sessions), 0) as sessions
   from pg_stat_database where ${databases}) d,
  (select
     count(*) filter (where backend_type = 'client backend' and usename <> ${own_role} and state <> 'idle') as busy,
     coalesce(extract(epoch from max(state_change)
       filter (where backend_type = 'client backend' and usename <> ${own_role} and state = 'idle')) * 1000, 0)
       as idle_since_ms,
     count(*) filter (where backend_type = 'autovacuum worker') as autovacuum_workers
   from pg_stat_activity where ${processes}) a`;

const WHOLE_SERVER = activityQuery({
  databases: "datname not in ('postgres', 'template0', 'template1')",
  processes: 'true',
  own_role: pg.escapeLiteral(ADMIN),
  wal_senders: `(select count(*) from pg_stat_replication where application_name <> '${STANDBY_APPLICATION}')::int`,
  subscriptions: '(select count(*) from pg_stat_subscription where pid is not null)::int',
});

/** Time limit of a query in ms: a server that hangs must not delay the others. */
const ANSWER_TIMEOUT_MS = 5_000;

/** Samples a server's activity. @throws the error of a server that does not answer */
export function sampleActivity(admin: Client): Promise<ActivitySample> {
  return querySample(admin, WHOLE_SERVER);
}

/**
 * Samples the activity of some databases of a server, whose roles can neither replicate nor subscribe.
 * @param own_role the monitor's role, which does not count
 * @throws the error of a server that does not answer
 */
export function sampleDatabases(
  admin: Client,
  names: readonly string[],
  own_role: string,
): Promise<ActivitySample> {
  const ours = names.length === 0 ? 'false' : `datname in (${names.map(pg.escapeLiteral).join(', ')})`;
  const asked = { databases: ours, processes: ours, own_role: pg.escapeLiteral(own_role) };
  return querySample(admin, activityQuery({ ...asked, wal_senders: '0', subscriptions: '0' }));
}

async function querySample(admin: Client, text: string): Promise<ActivitySample> {
  const question = { text, query_timeout: ANSWER_TIMEOUT_MS };
  const { rows } = await admin.query<ActivitySample>(question);
  return rows[0]!;
}

/** Whether work is in progress that keeps the compute awake as long as it lasts. */
export function isBusy(sample: ActivitySample): boolean {
  const { busy, wal_senders, subscriptions, autovacuum_workers } = sample;
  return busy > 0 || wal_senders > 0 || subscriptions > 0 || autovacuum_workers > 0;
}

/**
 * Whether the platform's monitor counts the time between two samples as activity: a statement, a new session, or work in
 * progress. Idle sessions do not count.
 */
export function wasActive(before: ActivitySample | undefined, now: ActivitySample): boolean {
  if (isBusy(now)) return true;
  if (before === undefined) return false;
  return (
    now.active_time_ms !== before.active_time_ms ||
    now.sessions !== before.sessions ||
    now.idle_since_ms > before.idle_since_ms
  );
}
