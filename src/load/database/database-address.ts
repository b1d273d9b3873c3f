import { LoadRefused } from './load-error.js';

/** The environment variable that names the database to send a load to. */
const DATABASE_VARIABLE = 'DATABASE_URL';

/** The database that a load is sent to. */
export interface DatabaseAddress {
  /** Contains the password; only for the driver. */
  readonly url: string;
  /** For messages: user, host, port and database, without the password. */
  readonly shown: string;
}

/**
 * Parses a connection URL such as `postgresql://user:password@host:5432/database?sslmode=require`.
 * @param source where it comes from, for the message; the message never contains the URL, which may have a password
 * @throws LoadRefused for anything else
 */
export function databaseAddress(text: string, source: string): DatabaseAddress {
  const refuse = (problem: string): never => {
    throw new LoadRefused(
      `${source}: ${problem}; expected a URL such as postgresql://user:password@host:5432/database`,
    );
  };
  let url: URL;
  try {
    // libpq allows a user without a host if a parameter names the host; the URL standard does not.
    url = new URL(text.replace('@/', '@%20/'));
  } catch {
    return refuse('this is not a URL');
  }
  if (url.protocol !== 'postgresql:' && url.protocol !== 'postgres:') {
    refuse(`its scheme is "${url.protocol.slice(0, -1)}"`);
  }
  // A socket's folder is a parameter, or the percent-encoded host.
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname).trim();
  if (host === '') refuse('it names no host');
  const user = url.username === '' ? '' : `${decodeURIComponent(url.username)}@`;
  const port = url.port === '' ? '' : `:${url.port}`;
  const database = decodeURIComponent(url.pathname.slice(1));
  const shown = `${user}${host}${port}${database === '' ? '' : `, database ${database}`}`;
  return { url: text, shown };
}

/**
 * The database that a command line or the environment names.
 * @param given on the command line
 * @param source the option or variable, for the message
 * @throws LoadRefused if neither names one
 */
export function namedDatabase(given: string | undefined, source: string): DatabaseAddress {
  const text = given ?? (process.env[DATABASE_VARIABLE] || undefined);
  if (text !== undefined) return databaseAddress(text, given === undefined ? DATABASE_VARIABLE : source);
  throw new LoadRefused(
    `no database is named; expected a URL, or the environment variable ${DATABASE_VARIABLE}`,
  );
}
