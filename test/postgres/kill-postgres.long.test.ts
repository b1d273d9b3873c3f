import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { POSTGRES_BIN } from './real-server.js';
import { connected, type PostgresUnderTest, query, servePostgres, serversBelow } from './served-postgres.js';

const TIMES = 30;
const CLIENTS = 3;
/** Rows that are acknowledged between two deaths at least. */
const ROWS = 25;

/** Writes until the server or the emulator is gone; who connects only after it was killed may have found the next one. */
async function write(
  uri: string,
  acknowledged: Set<number>,
  next: () => number,
  killed: AbortSignal,
): Promise<void> {
  try {
    const { client } = await connected(uri);
    if (killed.aborted) return await client.end();
    for (;;) {
      const row = next();
      await client.query('insert into kept values ($1)', [row]);
      acknowledged.add(row);
    }
  } catch {
    // The calls in flight were not acknowledged.
  }
}

const folder = mkdtempSync(join(tmpdir(), 'neap-kill-pg-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(POSTGRES_BIN === undefined)(
  `the emulator, a server's first process and single sessions killed ${TIMES} times in turn under load: no acknowledged row is lost, no process is left`,
  async () => {
    const args = ['--state', folder, '--operation-duration', '0s'];
    let neap: PostgresUnderTest = await servePostgres(...args);
    const { connection_uris } = await neap.createProject();
    const uri = () => {
      const url = new URL(connection_uris[0]!.connection_uri);
      url.port = String(neap.served.postgres.port);
      return url.href;
    };
    await query(uri(), 'create table kept (row int)');
    const acknowledged = new Set<number>();
    let latest = 0;
    for (let time = 0; time < TIMES; time += 1) {
      const least = acknowledged.size + ROWS;
      const killed = new AbortController();
      const load = Promise.all(
        Array.from({ length: CLIENTS }, () => write(uri(), acknowledged, () => (latest += 1), killed.signal)),
      );
      await expect.poll(() => acknowledged.size, { interval: 2 }).toBeGreaterThan(least);
      const [{ pid }] = (await query(uri(), 'select pg_backend_pid() as pid, 1')) as [{ pid: number }];
      const processes = serversBelow(folder);
      expect(processes).not.toContain(pid);
      if (time % 3 === 0) {
        await neap.served.stop('SIGKILL');
        killed.abort();
        await load;
        neap = await servePostgres(...args);
      } else {
        // The lowest is the first process; the last is a session's, or one that was about to serve one.
        process.kill(time % 3 === 1 ? Math.min(...processes) : Math.max(...processes), 'SIGKILL');
        killed.abort();
        await load;
      }
      const rows = await query(uri(), 'select row from kept');
      const found = new Set(rows.map(({ row }: { row: number }) => row));
      expect([...acknowledged].filter((row) => !found.has(row))).toEqual([]);
    }
    expect(await neap.served.stop('SIGTERM')).toBe(143);
    expect(serversBelow(folder)).toEqual([]);
  },
);
