import type { Login, ServerAddress } from '../endpoint-directory.js';
import type { ActivitySample } from './activity.js';
import type { Contents } from './contents.js';
import type { GroupMemory } from './group-usage.js';
import type { SchemaTable } from './schema.js';
import type { ServerSettings } from './server-settings.js';

/** The data of a branch, a snapshot or a read replica, and their server while a compute runs. */
export interface ServedData {
  readonly exists: boolean;
  /** Whether clients can connect. */
  readonly running: boolean;
  /** Resolves when clients can no longer connect, for any reason. */
  readonly ended: Promise<void>;
  /** Where clients connect while it runs. */
  readonly address: ServerAddress;
  /** Resource use of its processes, if their size is limited. */
  readonly usage: { memory(): GroupMemory; runnable(): number } | undefined;
  /** The version set by {@link setDataVersion}: how often the data have been replaced; 0 by default. */
  dataVersion(): number;
  setDataVersion(version: number): Promise<void>;
  /** Creates the empty data of a new project. @throws PostgresProblem */
  create(): Promise<void>;
  /**
   * Copies the source's current data, whether it runs or not.
   * @param contents the roles and databases that the API has for the copy
   * @throws PostgresProblem
   */
  copyFrom(source: ServedData, contents: Contents): Promise<void>;
  /** Makes a copy that keeps the source's schema but no rows once contents are applied; absent if not supported. */
  copySchemaFrom?(source: ServedData, contents: Contents): Promise<void>;
  /** Copies a primary as its read-only standby. @throws PostgresProblem if it fails or is not supported */
  becomeStandby(primary: ServedData): Promise<void>;
  /**
   * Starts to admit clients.
   * @param cu its size limit, if it has one
   * @param primary the primary that a standby follows
   * @throws PostgresProblem
   */
  start(settings: ServerSettings, cu: number, primary?: ServedData): Promise<void>;
  /** Creates, changes and drops roles and databases to match the API's. @returns a message per failure */
  apply(contents: Contents): Promise<readonly string[]>;
  /** Changes the size limit while it runs. */
  resize(cu: number): Promise<void>;
  /** Ends its sessions with 57P01 and admits no more clients; keeps the data. */
  stop(): Promise<void>;
  /** Ends its sessions and removes the data. */
  remove(): Promise<void>;
  /** Its current activity. @throws the error of a server that does not answer */
  sample(): Promise<ActivitySample>;
  /** The role and database that a client logs in to. */
  login(asked: Login): Login;
  /** The stored form of a role's password, as in `pg_authid.rolpassword`. @throws PostgresProblem */
  scramSecret(role_name: string): Promise<string | undefined>;
  /** The schema of a database as SQL; requires that it runs. @throws PostgresProblem */
  schema(database: string): Promise<string>;
  /** The tables of a database; requires that it runs. @throws PostgresProblem */
  tables(database: string): Promise<readonly SchemaTable[]>;
}

/** Stores the data of an emulator's branches. */
export interface DataHost {
  /** The version of PostgreSQL, such as `15.18`. */
  readonly version: string;
  /** Its place for messages, such as `behind every compute`. */
  readonly place: string;
  /** Limitations that are printed at the start, as sentences. */
  readonly remarks: readonly string[];
  /** Whether servers are limited to the size of their computes. */
  readonly limits: boolean;
  /** Why servers cannot have these settings; `undefined` if they can. */
  settingsProblem(asked: ServerSettings): string | undefined;
  /** Free space for data, in bytes; `undefined` if unknown. */
  freeBytes(): number | undefined;
  /** The data of a branch, a snapshot or a read replica. */
  data(id: string): ServedData;
  /** Removes data with unknown ids, and unfinished data. */
  keepOnly(isKnown: (id: string) => boolean): Promise<void>;
  /** Stops waiting for an unreachable server, because the emulator ends. */
  stopWaiting?(): void;
  /** Removes temporary data. All computes must have stopped. */
  close(): Promise<void>;
}
