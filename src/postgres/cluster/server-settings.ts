/** Settings of a server, by name. */
export type ServerSettings = Readonly<Record<string, string>>;

/** Settings that decide where a server is and who gets in: a compute's own must not change them. */
const OURS: ReadonlySet<string> = new Set([
  'config_file',
  'data_directory',
  'external_pid_file',
  'hba_file',
  'ident_file',
  'listen_addresses',
  'log_destination',
  'logging_collector',
  'port',
  'ssl',
  'unix_socket_directories',
]);

/**
 * What the platform gives every compute, whatever its size.
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

/** Settings that follow from a size. */
const OF_SIZE: ReadonlySet<string> = new Set([
  'max_connections',
  'superuser_reserved_connections',
  'max_worker_processes',
  'shared_buffers',
]);

/** Whether every compute has a setting, whatever its endpoint asks for. */
export function isOfEveryServer(name: string): boolean {
  return name in PLATFORM_SETTINGS || OF_SIZE.has(name);
}

/** What a compute's size makes of its server. */
export interface ServerSize {
  /** Slots, those for the superuser included. */
  readonly max_connections: number;
  /** Slots kept for the superuser. */
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
    const lower = name.toLowerCase();
    if (!OURS.has(lower)) settings[lower] = value;
  }
  return settings;
}

/** Settings of an endpoint that are not passed on to its server. */
export function withheldSettings(own: ServerSettings): readonly string[] {
  return Object.keys(own).filter((name) => OURS.has(name.toLowerCase()));
}

/** Settings as arguments of `postgres`. */
export function settingArguments(settings: ServerSettings): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
