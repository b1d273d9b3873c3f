import type { Client } from 'pg';
import { getOrCreate } from '../../kernel/get-or-create.js';
import { adminConnection } from '../cluster/admin-connection.js';
import { OLDEST_MAJOR } from '../cluster/binaries.js';
import { PostgresProblem, reasonOf } from '../cluster/postgres-problem.js';
import type { DataHost } from '../cluster/served-data.js';
import { settingsProblem } from '../cluster/server-settings.js';
import { BranchDatabases } from './branch-databases.js';
import { folderNotes, memoryNotes, type NotesStore } from './branch-notes.js';
import { admitRole, createGroup, restrictDatabase } from './database-access.js';
import { dropDatabases, dropInstance } from './drop.js';
import { GivenServer, LOCK_CLASS } from './given-server.js';
import { type GivenUrl, givenUrl } from './given-url.js';
import { checksPasswords } from './password-check.js';
import {
  dataTag,
  groupName,
  INSTANCE_PATTERN,
  lockNumber,
  newInstance,
  ownerPrefix,
  parseTag,
  prefixedName,
} from './server-names.js';

/** A running server, and where notes about the emulator's databases are kept. */
export interface GivenServerOptions {
  readonly url: string;
  /** Folder for notes about databases that outlive the emulator; `undefined` to drop the databases when it ends. */
  readonly notes: string | undefined;
  readonly log: (message: string) => void;
}

/** The comment of the roles that represent emulators. */
const TEMPORARY = 'neap serve --postgres: databases and roles of this name go away with it';
const KEPT = 'neap serve --postgres: databases and roles of this name belong to a folder of --state';

interface ServerFacts {
  readonly version: string;
  readonly number: number;
  readonly is_standby: boolean;
  readonly is_superuser: boolean;
  readonly may_create: boolean;
  readonly slots: number;
}

/**
 * Prepares a running server for databases of branches: checks the rights of the emulator's role and that clients can log
 * in with passwords, and drops objects of killed emulators. Other objects are not touched.
 * @throws PostgresProblem
 */
export async function openGivenServer({
  url: text,
  notes: folder,
  log,
}: GivenServerOptions): Promise<DataHost> {
  const url = givenUrl(text);
  const notes = folder === undefined ? memoryNotes() : folderNotes(folder);
  const { host, port, user, password, database } = url;
  const first = await adminConnection({ host, port, user, password }, database).catch((error: unknown) => {
    throw new PostgresProblem(`${url.shown}: ${reasonOf(error)}`);
  });
  try {
    const asked = await checkServer(first, url);
    const instance = notes.instance ?? newInstance();
    await requireOwnData(first, url, notes, instance);
    const server = new GivenServer(url, instance, asked.is_superuser);
    try {
      // Lock first: other emulators drop instances that have a role but no lock.
      await server.watch();
      await createRole(first, notes, instance, folder === undefined ? TEMPORARY : KEPT);
      await dropAbandoned(first, log);
      const has_passwords = await checksPasswords(first, url, instance);
      await repairDatabases(first, server, notes, log);
      return dataHost(server, notes, log, { asked, has_passwords, kept: folder !== undefined });
    } catch (error) {
      if (notes.ids().length === 0) await dropInstance(first, instance);
      await server.close();
      throw error;
    }
  } finally {
    await first.end();
  }
}

async function checkServer(client: Client, { shown, user }: GivenUrl): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(
    `select split_part(current_setting('server_version'), ' ', 1) as version, current_setting('server_version_num')::int as number,
       pg_is_in_recovery() as is_standby, rolsuper as is_superuser,
       rolsuper or (rolcreatedb and rolcreaterole) as may_create,
       current_setting('max_connections')::int as slots
     from pg_roles where rolname = current_user`,
  );
  const asked = rows[0]!;
  if (asked.number < OLDEST_MAJOR * 10_000) {
    throw new PostgresProblem(
      `${shown} is PostgreSQL ${asked.version}; expected version ${OLDEST_MAJOR} or newer, which reports the active time of its sessions`,
    );
  }
  if (asked.is_standby) {
    throw new PostgresProblem(`${shown} is a standby, which only reads; name its primary`);
  }
  if (asked.may_create) return asked;
  throw new PostgresProblem(
    `the role ${user} may not create databases and roles on ${shown}; let it: alter role ${client.escapeIdentifier(user)} createdb createrole`,
  );
}

/** Repairs databases of an earlier start: closes those that admit clients or other roles, and drops unfinished ones. */
async function repairDatabases(
  client: Client,
  server: GivenServer,
  notes: NotesStore,
  log: (message: string) => void,
): Promise<void> {
  const { instance } = server;
  const known = new Map(notes.ids().map((id) => [dataTag(id), notes.get(id)!]));
  for (const { lineage, applied } of known.values()) {
    const group = groupName(instance, lineage);
    await createGroup(client, group);
    for (const role of Object.keys(applied.roles)) {
      await admitRole(client, prefixedName(ownerPrefix(instance, lineage), role), group);
    }
  }
  const open: string[] = [];
  for (const name of await listDatabases(client, instance)) {
    const lineage = known.get(parseTag(instance, name) ?? '')?.lineage;
    if (lineage === undefined) for (const problem of await dropDatabases(client, name)) log(problem);
    else {
      await restrictDatabase(client, name, groupName(instance, lineage));
      open.push(name);
    }
  }
  await server.disconnectClients(open);
}

/** Checks that the noted databases are on this server and no other emulator uses them. @throws PostgresProblem */
async function requireOwnData(
  client: Client,
  { shown }: GivenUrl,
  notes: NotesStore,
  instance: string,
): Promise<void> {
  if ((await lockedNumbers(client)).has(lockNumber(instance))) {
    throw new PostgresProblem(`another emulator is using the databases of ${instance} on ${shown}`);
  }
  if (notes.ids().length === 0 || (await instanceRoles(client)).has(instance)) return;
  throw new PostgresProblem(
    `the databases of this state, ${instance}_…, are not on ${shown}; name the server that has them, or another --state folder`,
  );
}

/** The roles that represent emulators, with their comments. */
async function instanceRoles(client: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; comment: string | null }>(
    "select rolname as name, shobj_description(oid, 'pg_authid') as comment from pg_roles where rolname ~ $1",
    [INSTANCE_PATTERN],
  );
  return new Map(rows.map(({ name, comment }) => [name, comment ?? '']));
}

/** Creates the role that represents this emulator. Its name is noted first, so that no object exists without a note. */
async function createRole(client: Client, notes: NotesStore, instance: string, text: string): Promise<void> {
  if (notes.instance === undefined) notes.setInstance(instance);
  if ((await instanceRoles(client)).has(instance)) return;
  const role = client.escapeIdentifier(instance);
  // Several statements in one query run in one transaction.
  await client.query(`CREATE ROLE ${role} NOLOGIN; COMMENT ON ROLE ${role} IS ${client.escapeLiteral(text)}`);
}

/** Drops objects of temporary emulators that have ended, which means that their lock is free. */
async function dropAbandoned(client: Client, log: (message: string) => void): Promise<void> {
  const held = await lockedNumbers(client);
  for (const [instance, comment] of await instanceRoles(client)) {
    if (comment !== TEMPORARY || held.has(lockNumber(instance))) continue;
    const left = await dropInstance(client, instance);
    for (const problem of left) log(`left of an emulator that was killed: ${problem}`);
  }
}

/** The numbers of emulators that hold their lock, in any database. */
async function lockedNumbers(client: Client): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<{ number: string }>(
    "select objid::text as number from pg_locks where locktype = 'advisory' and classid = $1::oid and objsubid = 2",
    [LOCK_CLASS],
  );
  return new Set(rows.map(({ number }) => Number(number)));
}

async function listDatabases(client: Client, instance: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [`${instance}_`],
  );
  return rows.map(({ name }) => name);
}

function dataHost(
  server: GivenServer,
  notes: NotesStore,
  log: (message: string) => void,
  { asked, has_passwords, kept }: { asked: ServerFacts; has_passwords: boolean; kept: boolean },
): DataHost {
  const { instance, url } = server;
  const known = new Map<string, BranchDatabases>();
  server.onLost(() => {
    for (const databases of known.values()) databases.lost();
  });
  const data = (id: string): BranchDatabases =>
    getOrCreate(known, id, () => new BranchDatabases({ server, notes, log }, id));
  return {
    version: asked.version,
    place: `at ${url.shown}, databases ${instance}_…, behind every compute`,
    remarks: [
      'On one server there are no cold buffers, no 57P03, no sizes and no read replicas, and a branch cuts its parent.',
      `All computes share its ${asked.slots} connections (max_connections) with its other users.`,
      ...(has_passwords ? [] : ['It does not ask for passwords (pg_hba.conf), and neither does the proxy.']),
    ],
    limits: false,
    settingsProblem: (settings) => settingsProblem(settings, []),
    freeBytes: () => undefined,
    data,
    async keepOnly(isKnown) {
      for (const id of notes.ids().filter((each) => !isKnown(each))) await data(id).remove();
    },
    stopWaiting: () => server.stopWaiting(),
    async close() {
      try {
        if (kept && notes.ids().length > 0) return;
        const left = await server.work((admin) => dropInstance(admin, instance));
        for (const problem of left) log(problem);
      } catch (error) {
        log(`${instance}_… remain on ${url.shown}: ${reasonOf(error)}`);
      } finally {
        await server.close();
      }
    },
  };
}
