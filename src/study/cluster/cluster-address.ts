import { ClusterError } from './cluster-error.js';

/** The environment variable for a password that the address does not contain. */
export const PASSWORD_VARIABLE = 'NEAP_REDIS_PASSWORD';
/** Seconds without a connection, or without a worker, after which a program gives up. */
export const PATIENCE_VARIABLE = 'NEAP_REDIS_PATIENCE_SECONDS';
const PATIENCE_SECONDS = 120;

export interface ClusterAddress {
  readonly url: string;
  readonly password: string | undefined;
  /** The same without user, password and parameters: for messages. */
  readonly shown: string;
  readonly patience_ms: number;
}

/**
 * Reads the address of a cluster.
 * @param text `redis://[user[:password]@]host[:port][/database]`; `rediss://` for TLS
 * @param env has what does not belong on a command line
 * @throws ClusterError for another form
 */
export function clusterAddress(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): ClusterAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '') {
    // An invalid address may contain a password, too.
    throw new ClusterError(
      'the address of a cluster: expected redis://host:6379, or rediss://host:6380 for TLS, with user:password@ before the host and /database behind it where needed',
      'input',
    );
  }
  if (!/^\/?\d*$/.test(url.pathname)) {
    throw new ClusterError(
      `the address of a cluster: expected the number of a database behind ${masked(url)}, such as /2`,
      'input',
    );
  }
  const inherited = url.password === '' ? env[PASSWORD_VARIABLE] : undefined;
  return {
    url: url.href,
    password: inherited === '' ? undefined : inherited,
    shown: masked(url),
    patience_ms: 1000 * patienceSeconds(env[PATIENCE_VARIABLE]),
  };
}

function masked({ protocol, hostname, port, pathname }: URL): string {
  const database = /^\/\d+$/.test(pathname) ? pathname : '';
  return `${protocol}//${hostname}:${port === '' ? 6379 : port}${database}`;
}

function patienceSeconds(text: string | undefined): number {
  if (text === undefined || text === '') return PATIENCE_SECONDS;
  const seconds = Number(text);
  if (seconds > 0 && Number.isFinite(seconds)) return seconds;
  throw new ClusterError(`${PATIENCE_VARIABLE}: expected seconds above 0, got "${text}"`, 'input');
}
