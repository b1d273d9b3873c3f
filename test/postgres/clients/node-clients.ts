import { Pool as NeonPool, neon, neonConfig } from '@neondatabase/serverless';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { WebSocket } from 'ws';
import { type Asked, type CheckedClient, POOL_SIZE } from './checks.js';

/** The common interface of PostgreSQL libraries. */
interface AnyPool {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  connect(): Promise<{
    query(text: string, values?: unknown[]): Promise<unknown>;
    release(broken?: boolean): void;
  }>;
  on(event: 'error', listener: () => void): unknown;
  end(): Promise<void>;
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}

function pooled(pool: AnyPool): CheckedClient {
  // A session that is cut while it is idle.
  pool.on('error', () => undefined);
  return {
    codeOf,
    query: async (text, values = []) => (await pool.query(text, [...values])).rows,
    async transaction(statements) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        for (const [text, values = []] of statements) await client.query(text, [...values]);
        await client.query('commit');
        client.release();
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    close: () => pool.end(),
  };
}

export function nodePostgres(config: pg.PoolConfig): CheckedClient {
  return pooled(new pg.Pool({ max: POOL_SIZE, ...config }) as AnyPool);
}

/** The vendor's serverless driver, told where this machine's proxy is. */
export function configureDriver(http_port: number): void {
  neonConfig.fetchEndpoint = () => `http://127.0.0.1:${http_port}/sql`;
  neonConfig.wsProxy = (host, port) => `127.0.0.1:${http_port}/v2?address=${host}:${port}`;
  neonConfig.useSecureWebSocket = false;
  neonConfig.webSocketConstructor = WebSocket;
}

/** The vendor's serverless driver over WebSockets. */
export function driverPool(connectionString: string): CheckedClient {
  return pooled(new NeonPool({ connectionString, max: POOL_SIZE }) as unknown as AnyPool);
}

/** The vendor's serverless driver over HTTP. */
export function driverFetch(connectionString: string): CheckedClient {
  const ask = neon(connectionString);
  const asked = ([text, values = []]: Asked) => ask.query(text, [...values]);
  return {
    codeOf,
    query: async (...one) => (await asked(one)) as Record<string, unknown>[],
    async transaction(statements) {
      await ask.transaction(statements.map(asked));
    },
    close: async () => undefined,
  };
}

/** Drizzle on node-postgres. */
export function drizzleClient(config: pg.PoolConfig): CheckedClient {
  const pool = new pg.Pool({ max: POOL_SIZE, ...config });
  pool.on('error', () => undefined);
  const db = drizzle(pool);
  const statement = ([text, values = []]: Asked) => {
    // Its own way with parameters: between pieces of text.
    const pieces = text
      .split(/\$(\d+)/)
      .map((piece, index) => (index % 2 === 0 ? sql.raw(piece) : sql`${values[Number(piece) - 1]}`));
    return sql.join(pieces);
  };
  return {
    codeOf: (error) => codeOf((error as Error).cause ?? error),
    query: async (...one) => (await db.execute(statement(one))).rows,
    async transaction(statements) {
      await db.transaction(async (inner) => {
        for (const one of statements) await inner.execute(statement(one));
      });
    },
    close: () => pool.end(),
  };
}
