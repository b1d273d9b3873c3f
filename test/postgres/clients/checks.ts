import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parse } from 'yaml';
import type { RealServer } from '../real-server.js';

/** A statement and its parameters. */
export type Asked = readonly [text: string, values?: readonly unknown[]];

/** A client of some library, as far as the checks that all must pass need it. */
export interface CheckedClient {
  query(...asked: Asked): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** All or none of them. */
  transaction(statements: readonly Asked[]): Promise<void>;
  /** SQLSTATE of what it threw, `undefined` for a connection that ended without one. */
  codeOf(error: unknown): string | undefined;
  close(): Promise<void>;
}

/** Codes of a session that was cut: the server's word, or none. */
const CUT: ReadonlySet<string | undefined> = new Set(['57P01', '57P03', undefined]);

/** Sessions that a client keeps: each may be found cut once. */
export const POOL_SIZE = 4;

/** Asks again as an application does whose sessions are cut. */
async function again(client: CheckedClient): Promise<void> {
  for (let failures = 0; ; failures++) {
    try {
      await client.query('select 1');
      return;
    } catch (error) {
      if (failures === POOL_SIZE || !CUT.has(client.codeOf(error))) throw error;
    }
  }
}

async function codeOf(client: CheckedClient, ...asked: Asked): Promise<string | undefined> {
  try {
    await client.query(...asked);
  } catch (error) {
    return client.codeOf(error);
  }
  return 'no error';
}

type Check = (client: CheckedClient, server: RealServer) => Promise<void>;

interface CheckRow {
  readonly check: string;
  readonly transaction?: readonly Asked[];
  /** Whether the transaction fails. */
  readonly fails?: true;
  readonly sql: readonly Asked[];
  readonly rows?: readonly object[];
  readonly code?: string;
}

const ROWS = parse(readFileSync(join(import.meta.dirname, 'checks.yaml'), 'utf8')) as readonly CheckRow[];

function checkOf({ transaction, fails, sql, rows, code }: CheckRow): Check {
  return async (client) => {
    if (transaction !== undefined) {
      const made = client.transaction(transaction);
      if (fails) await expect(made).rejects.toThrow();
      else await made;
    }
    for (const asked of sql.slice(0, -1)) await client.query(...asked);
    const last = sql.at(-1)!;
    if (code !== undefined) expect(await codeOf(client, ...last)).toBe(code);
    else expect(await client.query(...last)).toMatchObject(rows!);
  };
}

/** The abilities that every client must have through the proxy, in this order. */
export const CHECKS: readonly (readonly [name: string, check: Check])[] = [
  ...ROWS.map((row) => [row.check, checkOf(row)] as const),
  [
    'a long value there and back',
    async (client) => {
      const text = 'é'.repeat(500_000);
      const [row] = await client.query('select $1::text as t', [text]);
      expect(row?.['t'] === text).toBe(true);
    },
  ],
  [
    'many rows',
    async (client) => {
      const rows = await client.query('select n, md5(n::text) as m from generate_series(1, 10000) n');
      expect(rows).toHaveLength(10_000);
    },
  ],
  [
    'several queries at a time',
    async (client) => {
      const numbers = [0, 1, 2, 3, 4, 5, 6, 7];
      const all = await Promise.all(numbers.map((n) => client.query('select $1::int as n', [n])));
      expect(all.map(([row]) => row?.['n'])).toEqual(numbers);
    },
  ],
  [
    'a query across a suspend: held, woken, nothing lost',
    async (client, server) => {
      const before = server.wakes;
      await server.suspend();
      server.wake_ms = 300;
      await again(client);
      server.wake_ms = 0;
      expect(server.wakes).toBe(before + 1);
      expect(await client.query('select count(*)::int as n from goods')).toMatchObject([{ n: 12 }]);
    },
  ],
  [
    'one wake for all queries of a moment',
    async (client, server) => {
      const before = server.wakes;
      await server.suspend();
      await Promise.all(Array.from({ length: 5 }, () => again(client)));
      expect(server.wakes).toBe(before + 1);
    },
  ],
  [
    'a query across a restart in the middle of a statement',
    async (client, server) => {
      const cut = codeOf(client, 'select pg_sleep(30)');
      await expect.poll(() => server.sleepers(), { timeout: 5000 }).toBe(1);
      await server.suspend();
      expect(CUT).toContain(await cut);
      await again(client);
    },
  ],
];
