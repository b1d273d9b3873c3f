export type ServerSettings = Readonly<Record<string, string>>;

/** Settings of addresses, access and system tables that an endpoint cannot set. */
const WITHHELD: ReadonlySet<string> = new Set([
  'allow_in_place_tablespaces',
  'allow_system_table_mods',
  'listen_addresses',
  'logging_collector',
  'port',
]);

/** Settings with names of programs, libraries, files or addresses, and settings of connections to the host. */
const HOST_SETTING =
  /^(bonjour|krb|ssl|syslog|unix_socket)(_|$)|_(command|conninfo|destdir|destination|directory|directories|dir|file|filename|libraries|library|path|provider)$/;

/** Extensions with harmless settings. A language's settings can contain code, such as `plperl.on_init`. */
const EXTENSIONS: ReadonlySet<string> = new Set(['auto_explain', 'pg_stat_statements', 'pg_trgm', 'plpgsql']);
const PRELOAD = 'shared_preload_libraries';
/** Libraries that an endpoint may load if they are installed. */
export const PRELOADABLE: readonly string[] = ['auto_explain', 'pg_stat_statements'];

/**
 * The platform's settings for every compute, whatever its size.
 * Source: platform documentation, Postgres compatibility, December 2025.
 */
const PLATFORM_SETTINGS: ServerSettings = {
  client_connection_check_interval: '60000',
  idle_in_transaction_session_timeout: '300000',
  max_replication_slots: '10',
  max_wal_senders: '10',
  password_encryption: 'scram-sha-256',
  restart_after_crash: 'off',
  wal_level: 'replica',
  wal_sender_timeout: '10000',
};

const SIZE_SETTINGS: ReadonlySet<string> = new Set([
  'max_connections',
  'superuser_reserved_connections',
  'max_worker_processes',
  'shared_buffers',
]);

/** Whether the platform or the compute's size sets a setting. */
export function isFixedSetting(name: string): boolean {
  return name in PLATFORM_SETTINGS || SIZE_SETTINGS.has(name);
}

/** The effect of a compute's size on its server. */
export interface ServerSize {
  /** Connection slots, including those for the superuser. */
  readonly max_connections: number;
  /** Connection slots for the superuser. */
  readonly reserved_connections: number;
  readonly max_worker_processes: number;
  readonly shared_buffers_bytes: number;
}

/**
 * The settings of a compute's server.
 * @param own the endpoint's `pg_settings`
 */
export function computeSettings(size: ServerSize, own: ServerSettings): ServerSettings {
  const settings: Record<string, string> = {
    ...PLATFORM_SETTINGS,
    max_connections: String(size.max_connections),
    superuser_reserved_connections: String(size.reserved_connections),
    max_worker_processes: String(size.max_worker_processes),
    shared_buffers: `${Math.round(size.shared_buffers_bytes / 1024)}kB`,
  };
  for (const [name, value] of Object.entries(own)) {
    if (isAllowedSetting(name, value)) settings[name.toLowerCase()] = value;
  }
  return settings;
}

/** Turns fsync off for temporary data, which need not survive a crash of the machine. */
export function syncSettings(kept: boolean): ServerSettings {
  return kept ? {} : { fsync: 'off' };
}

export function withPreloaded(settings: ServerSettings, libraries: readonly string[]): ServerSettings {
  const all = new Set([...libraries, ...parseLibraries(settings[PRELOAD] ?? '')]);
  return all.size === 0 ? settings : { ...settings, [PRELOAD]: [...all].join(',') };
}

/**
 * Why a server cannot have an endpoint's settings; `undefined` if it can have all of them.
 * @param installed the libraries of {@link PRELOADABLE} that the server can load
 */
export function settingsProblem(own: ServerSettings, installed: readonly string[]): string | undefined {
  for (const [name, value] of Object.entries(own)) {
    if (name.toLowerCase() === PRELOAD) {
      const missing = parseLibraries(value).find((library) => !installed.includes(library));
      if (missing === undefined) continue;
      const expected = installed.length === 0 ? 'no library' : installed.join(' or ');
      return `the library "${missing}" cannot be loaded by the servers here; expected ${expected}`;
    }
    if (!isAllowedSetting(name, value)) return `the setting "${name}" cannot be changed on the servers here`;
  }
  return undefined;
}

function parseLibraries(value: string): readonly string[] {
  return value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function isAllowedSetting(asked: string, value: string): boolean {
  const name = asked.toLowerCase();
  // PostgreSQL reads `hba-file` as `hba_file`, and a name must not contain a value.
  if (!/^[a-z0-9_]+(\.[a-z0-9_]+)?$/.test(name)) return false;
  if (name === PRELOAD) return parseLibraries(value).every((library) => PRELOADABLE.includes(library));
  if (name.includes('.')) return EXTENSIONS.has(name.slice(0, name.indexOf('.')));
  return !WITHHELD.has(name) && !HOST_SETTING.test(name);
}

export function settingArguments(settings: ServerSettings): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
