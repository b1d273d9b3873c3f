import { PostgresProblem } from '../cluster/postgres-problem.js';
import type { ServerAddress } from '../endpoint-directory.js';

/** An existing server, and the emulator's role on it. */
export interface GivenUrl {
  /** A host, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** `undefined`: from `PGPASSWORD` or the user's `.pgpass`. */
  readonly password: string | undefined;
  /** The database that the emulator's connections use. */
  readonly database: string;
  /** Host and port, or folder, for messages; never the password. */
  readonly shown: string;
  /** The server that clients are forwarded to. */
  readonly address: ServerAddress;
}

const EXPECTED = 'expected a URL such as postgresql://postgres:password@127.0.0.1:5432/postgres';
const DEFAULT_PORT = 5432;
const DEFAULT_DATABASE = 'postgres';
/** Values of sslmode that allow connections without TLS. */
const PLAIN_TLS: ReadonlySet<string> = new Set(['disable', 'allow', 'prefer']);

/** Whether a text is the URL of a server, not a folder. */
export function isServerUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//i.test(text);
}

/**
 * Parses the URL of a server to create databases on.
 * @throws PostgresProblem for text that is not a URL, an unsupported parameter or a vendor's service; the message never
 *   contains the password
 */
export function givenUrl(text: string): GivenUrl {
  const url = parseUrl(text);
  for (const name of url.searchParams.keys()) {
    if (name !== 'host' && name !== 'port' && name !== 'sslmode') {
      throw new PostgresProblem(
        `the URL's parameter ${name} is not supported; expected host, port or sslmode`,
      );
    }
  }
  const sslmode = url.searchParams.get('sslmode');
  if (sslmode !== null && !PLAIN_TLS.has(sslmode)) {
    throw new PostgresProblem(
      `sslmode=${sslmode} is not supported: connections to this server do not use TLS; use a server on this machine or in a private network, and omit sslmode`,
    );
  }
  const host = url.searchParams.get('host') ?? decodePart(url.hostname.replaceAll(/^\[|\]$/g, ''));
  if (host === '') throw new PostgresProblem(`the URL has no host; ${EXPECTED}`);
  if (host.includes(',')) throw new PostgresProblem(`the URL has several hosts; ${EXPECTED}`);
  const hosting = hostingVendor(host);
  if (hosting !== undefined) {
    throw new PostgresProblem(
      `${host} is a server of ${hosting}: neap would create and drop databases and roles there, and end sessions; use a test server of your own`,
    );
  }
  const user = decodePart(url.username);
  if (user === '') throw new PostgresProblem(`the URL has no user; ${EXPECTED}`);
  const port = parsePort(url.searchParams.get('port') ?? url.port);
  const socket = host.startsWith('/');
  return {
    ...{ host, port, user },
    password: url.password === '' ? process.env['PGPASSWORD'] : decodePart(url.password),
    database: decodePart(url.pathname.slice(1)) || DEFAULT_DATABASE,
    shown: socket ? `${host}, port ${port}` : `${host.includes(':') ? `[${host}]` : host}:${port}`,
    address: socket ? { socket: `${host}/.s.PGSQL.${port}` } : { host, port },
  };
}

function parseUrl(text: string): URL {
  try {
    // libpq allows a user without a host if a parameter names the host; the URL standard does not.
    return new URL(text.replace('@/', '@%20/').replace(/:\/\/\/+/, '://%20/'));
  } catch {
    throw new PostgresProblem(`the URL is not valid (unescaped special characters?); ${EXPECTED}`);
  }
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    throw new PostgresProblem(`the URL has an invalid percent-encoding; ${EXPECTED}`);
  }
}

function parsePort(text: string): number {
  if (text === '') return DEFAULT_PORT;
  const port = Number(text);
  if (/^\d+$/.test(text) && port > 0 && port < 65_536) return port;
  throw new PostgresProblem(`the URL's port is "${text}"; expected 1 to 65535`);
}

/** Hosting vendors, by the ends of host names; their databases are off limits. Source: each vendor's connection docs. */
const HOSTED: Readonly<Record<string, readonly string[]>> = {
  Neon: ['neon.tech', 'neon.build'],
  Databricks: ['databricks.com', 'azuredatabricks.net'],
  'Amazon Web Services': ['amazonaws.com', 'amazonaws.com.cn', 'on.aws'],
  'Microsoft Azure': ['azure.com', 'windows.net'],
  'Google Cloud': ['cloudsql.google.internal', 'sql.goog'],
  Supabase: ['supabase.co', 'supabase.com'],
  'Prisma Postgres': ['prisma.io', 'prisma-data.net'],
  PlanetScale: ['psdb.cloud', 'planetscale.com'],
  Xata: ['xata.sh', 'xata.tech'],
  Render: ['render.com'],
  Railway: ['rlwy.net', 'railway.app'],
  DigitalOcean: ['ondigitalocean.com'],
  Aiven: ['aivencloud.com'],
  Timescale: ['timescale.com', 'tsdb.cloud'],
  'Crunchy Bridge': ['postgresbridge.com'],
  'Cockroach Labs': ['cockroachlabs.cloud'],
  Yugabyte: ['yugabyte.cloud'],
  Scaleway: ['scw.cloud'],
  ElephantSQL: ['elephantsql.com'],
  Nile: ['nile.tech', 'thenile.dev'],
  'Fly.io': ['fly.dev'],
  Heroku: ['heroku.com'],
};

/** The vendor that runs a host; `undefined` if it is not known. */
export function hostingVendor(host: string): string | undefined {
  const name = host.toLowerCase().replace(/\.$/, '');
  const isOf = (end: string) => name === end || name.endsWith(`.${end}`);
  return Object.entries(HOSTED).find(([, ends]) => ends.some(isOf))?.[0];
}
