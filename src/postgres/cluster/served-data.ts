import type { Login, ServerAddress } from '../endpoint-directory.js';
import type { ActivitySample } from './activity.js';
import type { Contents } from './contents.js';
import type { GroupMemory } from './group-usage.js';
import type { SchemaTable } from './schema.js';
import type { ServerSettings } from './server-settings.js';

/** The data of a branch, a snapshot or a read replica, and what serves them while a compute runs. */
export interface ServedData {
  readonly exists: boolean;
  /** Whether clients are let in. */
  readonly running: boolean;
  /** Resolves when no client is admitted any more, for any reason. */
  readonly ended: Promise<void>;
  /** Where clients connect while it runs. */
  readonly address: ServerAddress;
  /** Resource use of its processes, if their size is limited. */
  readonly usage: { memory(): GroupMemory; runnable(): number } | undefined;
  /** How often the data have been replaced, as noted by {@link setDataVersion}; 0 without a note. */
  dataVersion(): number;
  setDataVersion(version: number): Promise<void>;
  /** Makes empty data, as every new project has them. @throws PostgresProblem */
  create(): Promise<void>;
  /**
   * Makes a copy of another's data as they are now, whether it runs or not.
   * @param contents what the copy is said to have
   * @throws PostgresProblem
   */
  copyOf(source: ServedData, contents: Contents): Promise<void>;
  /** Makes a copy that has the other's schema and no rows once contents are applied, where that can be had. */
  schemaOf?(source: ServedData, contents: Contents): Promise<void>;
  /** Makes a copy that follows its primary, so that it can be read. @throws PostgresProblem where that cannot be had */
  standbyOf(primary: ServedData): Promise<void>;
  /**
   * Starts to serve.
   * @param cu its size limit, if it has one
   * @param primary the primary that a standby follows
   * @throws PostgresProblem
   */
  start(settings: ServerSettings, cu: number, primary?: ServedData): Promise<void>;
  /** Gives it the roles and databases of the API. @returns what could not be done, in words */
  apply(contents: Contents): Promise<readonly string[]>;
  /** Keeps what runs to another size. */
  resize(cu: number): Promise<void>;
  /** Ends its sessions with 57P01, and admits no clients; the data stay. */
  stop(): Promise<void>;
  /** Ends its sessions and removes the data. */
  remove(): Promise<void>;
  /** Its current activity. @throws the error of a server that does not answer */
  sample(): Promise<ActivitySample>;
  /** The role and database that a client logs in to. */
  login(asked: Login): Login;
  /** How a role's password is known, as `pg_authid.rolpassword` has it. @throws PostgresProblem */
  scramSecret(role_name: string): Promise<string | undefined>;
  /** The schema of a database, while it runs, as SQL. @throws PostgresProblem */
  schema(database: string): Promise<string>;
  /** The tables of a database, while it runs. @throws PostgresProblem */
  tables(database: string): Promise<readonly SchemaTable[]>;
}

/** Where the data of an emulator's branches are. */
export interface DataHost {
  /** Of PostgreSQL, such as `15.18`. */
  readonly version: string;
  /** Where it is, such as `behind every compute`; for people. */
  readonly place: string;
  /** What is to be known about it before anything is tried, in sentences. */
  readonly remarks: readonly string[];
  /** Whether servers are kept to the size of their computes. */
  readonly limits: boolean;
  /** Why servers cannot be given settings, in words; `undefined` if they can. */
  settingsProblem(asked: ServerSettings): string | undefined;
  /** Free space for data, in bytes; `undefined` if it is not known. */
  freeBytes(): number | undefined;
  /** The data of a branch, a snapshot or a read replica. */
  data(id: string): ServedData;
  /** Removes data of what is there no longer, and those that were never finished. */
  keepOnly(isKnown: (id: string) => boolean): Promise<void>;
  /** Does not wait any longer for a server that is away; the emulator ends. */
  stopWaiting?(): void;
  /** Removes what is not to be kept; everything has been stopped. */
  close(): Promise<void>;
}
