import { type ConnectableEndpoint, hostAndPort, type ServerAddress } from '../endpoint-directory.js';

/** The port number in the name of a pooler's socket. */
export const POOLER_PORT = 6432;

/** First minor version of PgBouncer that supports protocol-level prepared statements. */
export const PREPARED_STATEMENTS_SINCE = 21;

/**
 * The platform's settings of PgBouncer as a pgbouncer.ini: transaction pooling, with a pool of nine tenths of the
 * server's connections per role and database. Source: the platform's documentation on connection pooling.
 * @param folder of its socket and its auth_file
 * @param minor_version such as 25 for 1.25
 */
export function pgBouncerSettings(
  { max_connections }: ConnectableEndpoint,
  server: ServerAddress,
  folder: string,
  minor_version: number,
): string {
  const { host, port } = hostAndPort(server);
  const quoted = 'socket' in server ? `'${host.replaceAll("'", "''")}'` : host;
  const settings: readonly (readonly [string, string | number])[] = [
    ['unix_socket_dir', folder],
    ['listen_port', POOLER_PORT],
    ['pidfile', `${folder}/pid`],
    ['auth_type', 'scram-sha-256'],
    ['auth_file', userListPath(folder)],
    ['pool_mode', 'transaction'],
    ['default_pool_size', Math.max(1, Math.floor((max_connections * 9) / 10))],
    ['max_client_conn', 10_000],
    ['query_wait_timeout', 120],
    ...(minor_version < PREPARED_STATEMENTS_SINCE ? [] : ([['max_prepared_statements', 1000]] as const)),
    ['ignore_startup_parameters', 'extra_float_digits'],
    ['server_tls_sslmode', 'disable'],
    ['log_connections', 0],
    ['log_disconnections', 0],
    ['log_stats', 0],
  ];
  return [
    '[databases]',
    `* = host=${quoted} port=${port}`,
    '[pgbouncer]',
    ...settings.map(([name, value]) => `${name} = ${value}`),
    '',
  ].join('\n');
}

/** The auth_file of the roles that may log in. */
export function userListPath(folder: string): string {
  return `${folder}/userlist.txt`;
}

/** PgBouncer's auth_file: roles and the stored forms of their passwords. */
export function userList(secrets: ReadonlyMap<string, string>): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return [...secrets].map(([role, secret]) => `${quoted(role)} ${quoted(secret)}\n`).join('');
}
