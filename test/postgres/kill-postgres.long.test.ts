import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { POSTGRES_BIN } from './real-server.js';
import { connected, ServedProject, servePostgres, serversBelow } from './served-postgres.js';

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

const folder = temporaryFolder();

test.skipIf(POSTGRES_BIN === undefined)(
  `the emulator, a server's first process and single sessions killed ${TIMES} times in turn under load: no acknowledged row is lost, no process is left`,
  async () => {
    const args = ['--state', folder, '--operation-duration', '0s'];
    let one = await ServedProject.open(...args);
    await one.query('create table kept (row int)');
    const acknowledged = new Set<number>();
    let latest = 0;
    for (let time = 0; time < TIMES; time += 1) {
      const least = acknowledged.size + ROWS;
      const killed = new AbortController();
      const load = Promise.all(
        Array.from({ length: CLIENTS }, () =>
          write(one.uri(), acknowledged, () => (latest += 1), killed.signal),
        ),
      );
      await expect.poll(() => acknowledged.size, { interval: 2 }).toBeGreaterThan(least);
      const [{ pid }] = (await one.query('select pg_backend_pid() as pid, 1')) as [{ pid: number }];
      const processes = serversBelow(folder);
      expect(processes).not.toContain(pid);
      if (time % 3 === 0) {
        await one.stop('SIGKILL');
        killed.abort();
        await load;
        one = new ServedProject(await servePostgres(...args), one.created);
      } else {
        // The lowest is the first process; the last is a session's, or one that was about to serve one.
        process.kill(time % 3 === 1 ? Math.min(...processes) : Math.max(...processes), 'SIGKILL');
        killed.abort();
        await load;
      }
      const rows = await one.query('select row from kept');
      const found = new Set(rows.map(({ row }: { row: number }) => row));
      expect([...acknowledged].filter((row) => !found.has(row))).toEqual([]);
    }
    expect(await one.stop()).toBe(143);
    expect(serversBelow(folder)).toEqual([]);
  },
);
