import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { POSTGRES_BIN } from '../postgres/real-server.js';
import { ServedProject } from '../postgres/served-postgres.js';
import { HAVE_CLIENTS, type OpenClient, POSTGRES_CLIENTS } from './postgres-clients.js';

/** Queries that each client sends at once while other sessions occupy all slots. */
const AT_ONCE = 8;
/** More sessions than a compute of 0.25 CU has. */
const CROWD = 120;
const TOO_MANY = /too many clients already|remaining connection slots/;

/** Inodes of the sockets that this process has open. */
function openSockets(): ReadonlySet<string> {
  const links = readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      return [];
    }
  });
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
}

/** Those that are connected to a port of this machine. */
function socketsTo(port: number): readonly string[] {
  const open = openSockets();
  const rows = ['tcp', 'tcp6'].flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').split('\n'));
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , remote = '']) => Number.parseInt(remote.split(':')[1] ?? '', 16) === port)
    .flatMap(({ 9: inode = '' }) => (open.has(inode) ? [inode] : []));
}

/** The text of an error, with the errors that it wraps. */
function textOf(error: unknown): string {
  const { message, cause, parent } = error as Error & { readonly parent?: unknown };
  return [message, ...[cause, parent].filter((inner) => inner !== undefined).map(textOf)].join(': ');
}

/** Clients of node-postgres that occupy every free session. */
async function crowd(connectionString: string): Promise<readonly pg.Client[]> {
  const clients = Array.from({ length: CROWD }, () => new pg.Client({ connectionString }));
  for (const client of clients) client.on('error', () => undefined);
  const outcomes = await Promise.allSettled(clients.map((client) => client.connect()));
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason.code] : [],
  );
  expect(new Set(refusals)).toEqual(new Set(['53300']));
  return clients.filter((_, index) => outcomes[index]!.status === 'fulfilled');
}

describe.skipIf(POSTGRES_BIN === undefined || !HAVE_CLIENTS)('unmodified Postgres clients', () => {
  let project: ServedProject;
  const opened = new Map<string, OpenClient>();
  const askAll = () => Promise.all([...opened.values()].map((client) => client.ask('select 1')));
  /** Makes a change that ends all sessions, and waits until the clients of this process have read that. */
  const ending = async (change: () => Promise<unknown>) => {
    const before = socketsTo(project.neap.served.postgres.port);
    expect(before).not.toEqual([]);
    await change();
    await expect.poll(() => before.filter((socket) => openSockets().has(socket))).toEqual([]);
  };

  beforeAll(async () => {
    project = await ServedProject.open('--operation-duration', '0s');
  });
  afterAll(async () => {
    await Promise.allSettled([...opened.values()].map((client) => client.close()));
    await project?.stop();
  });

  test.each(POSTGRES_CLIENTS)('$name: $work', async ({ name, open }) => {
    opened.set(name, await open(project.uri(), AT_ONCE));
    await opened.get(name)!.ask('select 1');
  });

  test('the next query after a suspend wakes the compute', async () => {
    await ending(() => project.neap.skip('6m'));
    await askAll();
  });

  test('the next query after an edit reaches the restarted compute', async () => {
    for (const cu of [0.5, 0.25]) {
      const size = { autoscaling_limit_min_cu: cu, autoscaling_limit_max_cu: cu };
      await ending(() => project.change('PATCH', project.compute, { endpoint: size }));
      await askAll();
    }
  });

  test('excess sessions are refused, and clients keep the sessions that they have', async () => {
    const others = await crowd(project.uri());
    for (const [name, client] of opened) {
      const asked = Array.from({ length: AT_ONCE }, () => client.ask('select pg_sleep(0.05)'));
      const outcomes = await Promise.allSettled(asked);
      const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [textOf(one.reason)] : []));
      expect(refusals, name).not.toEqual([]);
      for (const refusal of refusals) expect(refusal, name).toMatch(TOO_MANY);
    }
    const [last, ...rest] = others;
    const sessions = await Promise.all(rest.map((client) => client.query('select pg_backend_pid() as pid')));
    const pids = sessions.map(({ rows }) => rows[0].pid);
    await Promise.all(rest.map((client) => client.end()));
    const left = () => last!.query('select from pg_stat_activity where pid = any($1)', [pids]);
    await expect.poll(async () => (await left()).rowCount).toBe(0);
    await last!.end();
    await askAll();
  });
});
