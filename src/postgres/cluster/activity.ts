import type { Client } from 'pg';
import { ADMIN } from './admin-connection.js';
import { STANDBY_APPLICATION } from './cluster.js';

/** What a server tells of its use at one moment. */
export interface ActivitySample {
  /** Time that sessions of user databases have spent in statements so far, in ms. */
  readonly active_time_ms: number;
  /** Sessions of user databases so far. */
  readonly sessions: number;
  /** Sessions of clients that are doing something, or have a transaction open. */
  readonly busy: number;
  /** When a session last became idle, in ms since the epoch; 0 where there is none. */
  readonly idle_since_ms: number;
  readonly wal_senders: number;
  readonly subscriptions: number;
  readonly autovacuum_workers: number;
}

/**
 * What the platform's monitor asks of a server; the platform's own role and its own replicas are left out.
 * Source: neondatabase/neon, compute_tools/src/monitor.rs.
 */
const QUESTION = `
select d.active_time::float8 as active_time_ms, d.sessions::float8 as sessions,
  a.busy::int as busy, a.idle_since_ms::float8 as idle_since_ms, a.autovacuum_workers::int as autovacuum_workers,
  (select count(*) from pg_stat_replication where application_name <> '${STANDBY_APPLICATION}')::int as wal_senders,
  (select count(*) from pg_stat_subscription where pid is not null)::int as subscriptions
from
  (select coalesce(sum(active_time), 0) as active_time, coalesce(sum(sessions), 0) as sessions
   from pg_stat_database where datname not in ('postgres', 'template0', 'template1')) d,
  (select
     count(*) filter (where backend_type = 'client backend' and usename <> '${ADMIN}' and state <> 'idle') as busy,
     coalesce(extract(epoch from max(state_change)
       filter (where backend_type = 'client backend' and usename <> '${ADMIN}' and state = 'idle')) * 1000, 0)
       as idle_since_ms,
     count(*) filter (where backend_type = 'autovacuum worker') as autovacuum_workers
   from pg_stat_activity) a`;

/** How long a server may take to answer, in ms: one that hangs must not hold up who asks all of them. */
const ANSWER_TIMEOUT_MS = 5_000;

/** Asks a server for a sample. @throws the error of a server that does not answer */
export async function sampleActivity(admin: Client): Promise<ActivitySample> {
  const question = { text: QUESTION, query_timeout: ANSWER_TIMEOUT_MS };
  const { rows } = await admin.query<ActivitySample>(question);
  return rows[0]!;
}

/** Whether something goes on in a server that would keep its compute awake, however long it lasts. */
export function isBusy(sample: ActivitySample): boolean {
  const { busy, wal_senders, subscriptions, autovacuum_workers } = sample;
  return busy > 0 || wal_senders > 0 || subscriptions > 0 || autovacuum_workers > 0;
}

/**
 * Whether the platform's monitor counts the time between two samples as activity: a statement or a new session, or
 * something that goes on. Open sessions that do nothing are none.
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
