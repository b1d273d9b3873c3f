import { type ConnectableEndpoint, placeOf, type ServerAddress } from '../endpoint-directory.js';

/** Port in the name of a pooler's socket. */
export const POOLER_PORT = 6432;

/** Version of PgBouncer that first knows prepared statements of the protocol. */
export const PREPARED_STATEMENTS_SINCE = 21;

/**
 * The platform's settings of PgBouncer, in its own file format: transactions share connections, nine tenths of the
 * server's for each pair of role and database. Source: the platform's documents on connection pooling.
 * @param folder where its socket and its list of roles are
 * @param minor_version such as 25 for 1.25
 */
export function pgBouncerSettings(
  { max_connections }: ConnectableEndpoint,
  server: ServerAddress,
  folder: string,
  minor_version: number,
): string {
  const { host, port } = placeOf(server);
  const quoted = 'socket' in server ? `'${host.replaceAll("'", "''")}'` : host;
  const settings: readonly (readonly [string, string | number])[] = [
    ['unix_socket_dir', folder],
    ['listen_port', POOLER_PORT],
    ['pidfile', `${folder}/pid`],
    ['auth_type', 'scram-sha-256'],
    ['auth_file', userListIn(folder)],
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

/** The file of the roles that may log in. */
export function userListIn(folder: string): string {
  return `${folder}/userlist.txt`;
}

/** Roles and what is kept of their passwords, as PgBouncer reads them. */
export function userList(secrets: ReadonlyMap<string, string>): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return [...secrets].map(([role, secret]) => `${quoted(role)} ${quoted(secret)}\n`).join('');
}
