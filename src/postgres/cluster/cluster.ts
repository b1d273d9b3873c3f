import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { getOrCreate } from '../../kernel/get-or-create.js';
import { ConnectRefusal, type Login, type ServerAddress } from '../endpoint-directory.js';
import { INVALID_PASSWORD } from '../wire/sqlstate.js';
import { type ActivitySample, sampleActivity } from './activity.js';
import { ADMIN, type AdminAddress, adminConnection, STANDBY_APPLICATION } from './admin-connection.js';
import { requireVersion } from './binaries.js';
import {
  type AppliedNotes,
  applyContents,
  type Contents,
  databasesOfCopy,
  notesFile,
  OWN_SERVER,
} from './contents.js';
import { copyFolder } from './copy-data.js';
import { copyRunning, MAX_PREPARED, RECOVERY, recoverCopy } from './copy-running.js';
import type { GroupMemory } from './group-usage.js';
import { initialize } from './initialize.js';
import { removeRows } from './remove-rows.js';
import { type SchemaTable, schemaTables, schemaText } from './schema.js';
import type { ServedData } from './served-data.js';
import { accessMark, closeServerAccess, HBA, isAccessClosed } from './server-access.js';
import { TEMPLATE } from './server-folder.js';
import type { ServerHost } from './server-host.js';
import { ServerProcess } from './server-process.js';
import { type ServerSettings, syncSettings, withPreloaded } from './server-settings.js';
import { setOwner } from './server-user.js';

/** Marks data of a schema-only branch whose rows have not been removed yet. */
const WITH_ROWS = 'neap-with-rows';
/** The port number in the name of the latest socket; nothing listens on TCP. */
let latest_port = 0;
/** Templates that are being created; concurrent calls share one. */
const templates = new WeakMap<ServerHost, Promise<Cluster>>();

/** The data of one compute in a folder, and its server while it runs. */
export class Cluster implements ServedData {
  readonly form = OWN_SERVER;
  readonly #host: ServerHost;
  readonly #folder: string;
  readonly #id: string;
  readonly #port: number;
  #server: ServerProcess | undefined;
  #admin: Promise<Client> | undefined;

  /** @param id names its folder in that of the host by default */
  constructor(host: ServerHost, id: string, folder = join(host.folder.path, id)) {
    this.#host = host;
    this.#id = id;
    this.#folder = folder;
    latest_port = (latest_port % 65_535) + 1;
    this.#port = latest_port;
  }

  get exists(): boolean {
    return existsSync(this.data);
  }

  get running(): boolean {
    return this.#server?.alive === true;
  }

  get data(): string {
    return join(this.#folder, 'data');
  }

  /** The emulator's notes about roles and databases, stored next to the data. */
  get applied(): AppliedNotes {
    return notesFile(join(this.#folder, 'applied.json'));
  }

  dataVersion(): number {
    return existsSync(this.#versionFile) ? Number(readFileSync(this.#versionFile, 'utf8')) : 0;
  }
  async setDataVersion(version: number): Promise<void> {
    if (version !== this.dataVersion()) await writeFile(this.#versionFile, String(version), { mode: 0o600 });
  }

  get #versionFile(): string {
    return join(this.#folder, 'data-version');
  }

  get address(): ServerAddress {
    return { socket: join(this.#host.folder.sockets, `.s.PGSQL.${this.#port}`) };
  }

  get ended(): Promise<void> {
    return this.#server?.ended ?? Promise.resolve();
  }

  async create(): Promise<void> {
    const template = getOrCreate(templates, this.#host, (host) =>
      this.#template().finally(() => templates.delete(host)),
    );
    await this.#copy(await template);
  }

  async copyFrom(parent: Cluster, contents: Contents): Promise<void> {
    requireVersion(parent.data, parent.#host.binaries);
    await this.#copy(parent);
    const noted = parent.applied.read();
    await this.applied.write({ roles: noted.roles, databases: databasesOfCopy(noted, contents) });
  }

  async copySchemaFrom(parent: Cluster, contents: Contents): Promise<void> {
    await this.#copy(parent, (data) => this.#write(join(data, WITH_ROWS), ''));
    const noted = parent.applied.read();
    await this.applied.write({ roles: noted.roles, databases: databasesOfCopy(noted, contents) });
  }

  async becomeStandby(primary: Cluster): Promise<void> {
    // A standby cannot write the statements that close access, so that the primary's data need them before the copy.
    if (!primary.running) await primary.#closeAccess();
    await this.#copy(primary, (data) => this.#write(join(data, 'standby.signal'), ''));
  }

  /** Starts the server, and waits until it accepts connections. */
  async start(settings: ServerSettings, cu: number, primary?: Cluster): Promise<void> {
    requireVersion(this.data, this.#host.binaries);
    await this.#closeAccess(settings);
    const { groups } = this.#host;
    await groups?.limit(this.#id, cu);
    this.#server = await this.#launch(
      primary === undefined ? settings : { ...settings, ...(await this.#replicationSettings(primary)) },
      (pid) => groups?.add(this.#id, pid),
    );
  }

  async apply(contents: Contents): Promise<readonly string[]> {
    const problems = await applyContents(this, contents);
    const mark = join(this.data, WITH_ROWS);
    if (!existsSync(mark)) return problems;
    const more = await removeRows(this, contents);
    await rm(mark);
    return [...problems, ...more];
  }

  async resize(cu: number): Promise<void> {
    await this.#host.groups?.limit(this.#id, cu);
  }

  async sample(): Promise<ActivitySample> {
    return sampleActivity(await this.admin());
  }

  login(asked: Login): Login {
    if (asked.user !== ADMIN) return asked;
    throw new ConnectRefusal(`password authentication failed for user "${ADMIN}"`, INVALID_PASSWORD);
  }

  async scramSecret(role_name: string): Promise<string | undefined> {
    const { rows } = await (await this.admin()).query<{ rolpassword: string | null }>(
      'select rolpassword from pg_authid where rolname = $1',
      [role_name],
    );
    return rows[0]?.rolpassword ?? undefined;
  }

  get usage(): { memory(): GroupMemory; runnable(): number } | undefined {
    const { groups } = this.#host;
    if (groups === undefined || !this.running) return undefined;
    return { memory: () => groups.memory(this.#id), runnable: () => groups.runnable(this.#id) };
  }

  async stop(): Promise<void> {
    const server = this.#server;
    const admin = this.#admin;
    this.#server = undefined;
    this.#admin = undefined;
    await server?.stop();
    await admin?.then((client) => client.end()).catch(() => undefined);
    await this.#host.groups?.remove(this.#id);
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The superuser's permanent connection to the running server. @throws PostgresProblem */
  admin(): Promise<Client> {
    const lost = () => {
      this.#admin = undefined;
    };
    this.#admin ??= adminConnection(this.adminAddress).then(
      (client) => client.once('end', lost),
      (error: unknown) => {
        lost();
        throw error;
      },
    );
    return this.#admin;
  }

  /** The superuser's address. */
  get adminAddress(): AdminAddress {
    const { sockets, admin_password } = this.#host.folder;
    return { host: sockets, port: this.#port, password: admin_password };
  }

  schema(database: string, options: readonly string[] = []): Promise<string> {
    return schemaText(this.#host.binaries.folder, this.adminAddress, database, options);
  }

  tables(database: string): Promise<readonly SchemaTable[]> {
    return schemaTables(this.adminAddress, database);
  }

  async #copy(from: Cluster, finish?: (data: string) => Promise<void>): Promise<void> {
    await this.#build(async (data) => {
      const options = { user: this.#host.user };
      const { running } = from;
      if (running) await copyRunning(from, data, this.#host);
      else await copyFolder(from.data, data, options);
      if (finish !== undefined) await finish(data);
      else if (running) await recoverCopy(data, this.#host, this.#host.folder.kept);
    });
  }

  async #launch(settings: ServerSettings, onSpawn?: (pid: number) => void): Promise<ServerProcess> {
    const { programs, user, setpriv, folder } = this.#host;
    return ServerProcess.start({
      program: programs.postgres,
      data: this.data,
      log: join(this.#folder, 'log'),
      sockets: folder.sockets,
      port: this.#port,
      settings: { ...withPreloaded(settings, programs.preloaded), ...syncSettings(folder.kept) },
      user,
      setpriv,
      ...(onSpawn && { onSpawn }),
    });
  }

  /** Empty data whose superuser has this host's password: the machine's shared template, or a template of this host. */
  async #template(): Promise<Cluster> {
    const id = `${TEMPLATE}-${this.#host.binaries.major}`;
    const { shared_template, admin_password } = this.#host.folder;
    if (shared_template?.admin_password === admin_password)
      return new Cluster(this.#host, id, shared_template.path);
    const own = new Cluster(this.#host, id);
    if (!own.exists) await own.#build((data) => initialize(data, { ...this.#host, admin_password }));
    await own.#closeAccess();
    const is_shared = await shared_template?.publish(own.#folder, admin_password);
    return is_shared === true ? new Cluster(this.#host, id, shared_template!.path) : own;
  }

  /** Removes roles' access to the host, unless the data are marked as closed. No client can connect yet. */
  async #closeAccess(settings: ServerSettings = {}): Promise<void> {
    if (isAccessClosed(this.data)) return;
    await this.#write(join(this.data, 'pg_hba.conf'), HBA);
    const server = await this.#launch({ ...settings, ...RECOVERY });
    try {
      await closeServerAccess(this.adminAddress);
    } finally {
      await server.stop();
    }
    await this.#write(accessMark(this.data), '');
  }

  /** Fills a draft folder and renames it, so that data are complete or absent. */
  async #build(fill: (data: string) => Promise<void>): Promise<void> {
    const draft = `${this.#folder}.new`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await setOwner(draft, this.#host.user);
    try {
      await fill(join(draft, 'data'));
      await rename(draft, this.#folder);
    } catch (error) {
      // On a full disk, a partial copy would take the last space from running servers.
      await rm(draft, { recursive: true, force: true });
      throw error;
    }
  }

  async #write(file: string, text: string): Promise<void> {
    await writeFile(file, text, { mode: 0o600 });
    await setOwner(file, this.#host.user);
  }

  /** Settings of a standby: streams WAL while its primary runs, otherwise reads it from the primary's folder. */
  async #replicationSettings(primary: Cluster): Promise<ServerSettings> {
    const { sockets, admin_password } = this.#host.folder;
    const passfile = join(this.#folder, 'passfile');
    await this.#write(passfile, `*:*:*:${ADMIN}:${admin_password}\n`);
    return {
      primary_conninfo: `host=${sockets} port=${primary.#port} user=${ADMIN} passfile=${passfile} application_name=${STANDBY_APPLICATION}`,
      restore_command: `cp "${join(primary.data, 'pg_wal')}/%f" "%p"`,
      hot_standby: 'on',
      max_prepared_transactions: MAX_PREPARED,
    };
  }
}
