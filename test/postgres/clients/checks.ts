import { expect } from 'vitest';
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
async function again(client: CheckedClient, ...asked: Asked): Promise<void> {
  for (let failures = 0; ; failures++) {
    try {
      await client.query(...asked);
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

/** The abilities that every client must have through the proxy, in this order. */
export const CHECKS: Readonly<Record<string, Check>> = {
  'a constant': async (client) => {
    expect(await client.query('select 42 as answer')).toMatchObject([{ answer: 42 }]);
  },
  'its own role and database': async (client) => {
    const rows = await client.query('select current_user::text as role, current_database()::text as name');
    expect(rows).toMatchObject([{ role: 'app', name: 'shop' }]);
  },
  'parameters of several types': async (client) => {
    const values = [7, 'ein Wörtchen \u{1f418} "mit" \\', null, true];
    const [row] = await client.query(
      'select $1::int as i, $2::text as t, $3::text as n, $4::bool as b',
      values,
    );
    expect(row).toMatchObject({ i: 7, t: values[1], n: null, b: true });
  },
  'no rows': async (client) => {
    expect(await client.query('select 1 as a where false')).toEqual([]);
  },
  'a table': async (client) => {
    await client.query('drop table if exists goods');
    await client.query('create table goods (id int primary key, name text not null, price numeric)');
    const rows = await client.query("insert into goods values (1, 'tea', 2.50) returning id, name");
    expect(rows).toMatchObject([{ id: 1, name: 'tea' }]);
  },
  'several rows at once': async (client) => {
    const rows = await client.query(
      "insert into goods select n, 'good ' || n from generate_series(2, 10) n returning id",
    );
    expect(rows).toHaveLength(9);
  },
  'a change': async (client) => {
    await client.query('update goods set name = $1 where id > $2', ['other', 5]);
    expect(await client.query("select count(*)::int as n from goods where name = 'other'")).toMatchObject([
      { n: 5 },
    ]);
  },
  'a transaction': async (client) => {
    await client.transaction([
      ["insert into goods values ($1, 'a')", [11]],
      ["insert into goods values ($1, 'b')", [12]],
    ]);
    expect(await client.query('select count(*)::int as n from goods')).toMatchObject([{ n: 12 }]);
  },
  'a transaction that fails leaves nothing': async (client) => {
    const failing = client.transaction([
      ["insert into goods values (13, 'a')"],
      ["insert into goods values (1, 'b')"],
    ]);
    await expect(failing).rejects.toThrow();
    expect(await client.query('select count(*)::int as n from goods')).toMatchObject([{ n: 12 }]);
  },
  'a key that is there': async (client) => {
    expect(await codeOf(client, "insert into goods values (1, 'again')")).toBe('23505');
  },
  'a column that is not': async (client) => {
    expect(await codeOf(client, 'select nothing from goods')).toBe('42703');
  },
  'a division by zero': async (client) => {
    expect(await codeOf(client, 'select 1 / $1::int', [0])).toBe('22012');
  },
  'going on after errors': async (client) => {
    expect(await client.query('select 1 as a')).toMatchObject([{ a: 1 }]);
  },
  JSON: async (client) => {
    const [row] = await client.query('select $1::jsonb as j', [JSON.stringify({ a: [1, { b: null }] })]);
    expect(row).toMatchObject({ j: { a: [1, { b: null }] } });
  },
  'a long value there and back': async (client) => {
    const text = 'é'.repeat(500_000);
    const [row] = await client.query('select $1::text as t', [text]);
    expect(row?.['t'] === text).toBe(true);
  },
  'many rows': async (client) => {
    const rows = await client.query('select n, md5(n::text) as m from generate_series(1, 10000) n');
    expect(rows).toHaveLength(10_000);
  },
  'several at a time': async (client) => {
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, n) => client.query('select $1::int as n', [n])),
    );
    expect(all.map(([row]) => row?.['n'])).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  },
  'across a suspend: held, woken, nothing lost': async (client, server) => {
    const before = server.wakes;
    await server.suspend();
    server.wake_ms = 300;
    await again(client, 'select 1');
    server.wake_ms = 0;
    expect(server.wakes).toBe(before + 1);
    expect(await client.query('select count(*)::int as n from goods')).toMatchObject([{ n: 12 }]);
  },
  'one wake for all who come': async (client, server) => {
    const before = server.wakes;
    await server.suspend();
    await Promise.all(Array.from({ length: 5 }, () => again(client, 'select 1')));
    expect(server.wakes).toBe(before + 1);
  },
  'across a restart in the middle of a statement': async (client, server) => {
    const cut = codeOf(client, 'select pg_sleep(30)');
    await expect.poll(() => server.sleepers(), { timeout: 5000 }).toBe(1);
    await server.suspend();
    expect(CUT).toContain(await cut);
    await again(client, 'select 1');
  },
};
