import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { workText } from '../../src/load/database/work-schema.js';
import type { RealServer } from './server.js';

const ROUNDS = 7;
/** Number of clients: at most as many as a pool that reconnects has. */
const AT_ONCE = 10;
/** Queries for measuring the CPU time of one. */
const FURTHER = 20;
const TRIPS = 80;
/** Pause between two queries of an otherwise idle client. */
const PAUSE_MS = 20;

/** A query of a load without any demand. */
export const NOTHING = workText({ cpu_seconds: 0, wait_seconds: 0, pages: [] }, 0);

/** CPU time of forking a session's process: the model's default. */
const FORK_SECONDS = 0.0005;

/**
 * The model's constants for the CPU time of a new session, as YAML. The measured time includes the server's first
 * process, which forks those of the sessions one after another.
 */
export function connectionModel(connection_cpu_seconds: unknown): string {
  const own = Math.max(0, Number(connection_cpu_seconds ?? 0) - FORK_SECONDS);
  return `fork_latency: ${FORK_SECONDS * 1e6}us, connection_cpu: ${Math.round(own * 1e6)}us`;
}

/** The cost of sessions on a server, each a median over some restarts. */
export interface SessionCosts {
  /** CPU time of the server for a new session and its first query, minus that of any query. */
  readonly connection_cpu_seconds: number;
  /** Time between the ends of successive sessions when the server stops. */
  readonly session_end_seconds: number;
}

/** Restarts a server with the functions of a load, while idle clients reconnect simultaneously. */
export async function sessionCosts(server: RealServer): Promise<SessionCosts> {
  const cpus: number[] = [];
  const ends: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await server.down();
    await server.up();
    const began = server.group.cpuSeconds();
    const clients = await Promise.all(Array.from({ length: AT_ONCE }, () => connectedTo(server.url)));
    await Promise.all(clients.map((client) => client.query(NOTHING)));
    const first = server.group.cpuSeconds();
    for (let query = 0; query < FURTHER; query++) await clients[0]!.query(NOTHING);
    const each = (server.group.cpuSeconds() - first) / FURTHER;
    cpus.push((first - began) / AT_ONCE - each);
    const stopped = performance.now();
    const ended = clients.map(async (client) => {
      await new Promise<void>((resolve) => client.once('end', resolve));
      return (performance.now() - stopped) / 1000;
    });
    await server.down();
    const after = await Promise.all(ended);
    ends.push((Math.max(...after) - Math.min(...after)) / (AT_ONCE - 1));
    await server.up();
  }
  return { connection_cpu_seconds: middle(cpus), session_end_seconds: middle(ends) };
}

/**
 * The time of an empty query minus its CPU time on the server, for queries that do not follow directly on an answer.
 * @param by its receiver; the server itself by default
 */
export async function roundTripMs({ url, group }: RealServer, by = url): Promise<number> {
  const pool = new pg.Pool({ connectionString: by, max: 1 });
  try {
    await pool.query(NOTHING);
    const trips: number[] = [];
    const began = group.cpuSeconds();
    for (let trip = 0; trip < TRIPS; trip++) {
      await pause(PAUSE_MS);
      const sent = performance.now();
      await pool.query(NOTHING);
      trips.push(performance.now() - sent);
    }
    const cpu_ms = ((group.cpuSeconds() - began) / TRIPS) * 1000;
    return Math.max(0, middle(trips) - cpu_ms);
  } finally {
    await pool.end();
  }
}

async function connectedTo(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  // The end of a session is an error to a client without a query.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The median of an odd number of values, otherwise the upper of the two middle ones. */
export function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
