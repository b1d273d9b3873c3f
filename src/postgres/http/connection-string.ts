import { namedEndpoint } from '../wire/endpoint-gate.js';
import { refusal } from '../wire/sqlstate.js';
import { readOptions } from '../wire/startup-options.js';

export interface NamedConnection {
  readonly endpoint: string;
  readonly user: string;
  readonly password: string;
  /** By default the role's name, as in libpq. */
  readonly database: string;
  /** The options that are passed on to the server. */
  readonly options: string | undefined;
}

/**
 * Parses a connection string, such as `postgresql://user:password@ep-….localhost/database`. The endpoint is the first
 * label of the host, or `?options=endpoint%3D…`.
 * @throws ConnectRefusal for an invalid one, with the message of the platform's proxy if it has one
 */
export function parseConnectionString(text: string): NamedConnection {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw refusal('invalid connection string: expected postgresql://user:password@host/database');
  }
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') throw refusal('incorrect scheme');
  const user = decodePart(url.username, 'username');
  if (user === '') throw refusal('missing username');
  const password = decodePart(url.password, 'password');
  if (password === '') throw refusal('missing authentication credentials: required password');
  const options = url.searchParams.get('options') ?? undefined;
  const endpoint = namedEndpoint(options, url.hostname);
  if (endpoint === undefined) {
    throw refusal(
      "missing hostname: expected a host that begins with an endpoint's id, or ?options=endpoint%3D<endpoint-id>",
    );
  }
  return {
    endpoint,
    user,
    password,
    database: decodePart(url.pathname.slice(1), 'database name') || user,
    options: readOptions(options).for_server,
  };
}

function decodePart(text: string, what: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refusal(`invalid ${what}: expected UTF-8 with % before special characters`);
  }
}
