/** The address of the Postgres proxy on this machine. */
export interface ProxyAddress {
  readonly host: string;
  readonly port: number;
  /** Whether clients without TLS are refused. */
  readonly require_tls: boolean;
  /** The domain below which each endpoint has a host name, which clients send in the TLS handshake (SNI). */
  readonly endpoint_domain?: string | undefined;
}

/** Omitted from connection strings. */
const DEFAULT_PORT = 5432;

/** The platform's host name of an endpoint: its id, `-pooler` if pooled, and the proxy of its region. */
const ENDPOINT_HOST = /^(ep-[a-z0-9-]+)\.[a-z0-9-]+\.[a-z]+\.neap\.invalid$/;
const PROXY_HOST = /^[a-z0-9-]+\.[a-z]+\.neap\.invalid$/;

/**
 * An answer of the API with the hosts of endpoints replaced by this machine's proxy. Not every system resolves
 * subdomains of `localhost`, so without a domain the startup option `endpoint` names the endpoint. A host carries it as
 * the query of a connection string, which clients keep when they build strings from hosts.
 */
export function withLocalAddresses(answer: unknown, proxy: ProxyAddress): unknown {
  if (typeof answer === 'string') return localText(answer, proxy);
  if (Array.isArray(answer)) return answer.map((each) => withLocalAddresses(each, proxy));
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, withLocalAddresses(value, proxy)]),
  );
}

function localText(text: string, proxy: ProxyAddress): string {
  const endpoint = ENDPOINT_HOST.exec(text)?.[1];
  const { endpoint_domain } = proxy;
  if (endpoint !== undefined) {
    if (endpoint_domain !== undefined) return `${endpoint}.${endpoint_domain}`;
    return `${authority(proxy)}/?${optionsFor(endpoint)}`;
  }
  if (PROXY_HOST.test(text)) return endpoint_domain ?? authority(proxy);
  return text.startsWith('postgresql://') ? localUri(text, proxy) : text;
}

/** Omits `sslmode` if TLS is optional: with `require`, some clients refuse a self-signed certificate. */
function localUri(text: string, proxy: ProxyAddress): string {
  const parts = /^(postgresql:\/\/[^@]+@)([^/]+)(\/[^?]*)/.exec(text);
  const endpoint = ENDPOINT_HOST.exec(parts?.[2] ?? '')?.[1];
  if (parts === null || endpoint === undefined) return text;
  const { endpoint_domain, port } = proxy;
  if (endpoint_domain !== undefined) {
    const at = port === DEFAULT_PORT ? '' : `:${port}`;
    return `${parts[1]}${endpoint}.${endpoint_domain}${at}${parts[3]}?sslmode=require`;
  }
  const tls = proxy.require_tls ? '&sslmode=require' : '';
  return `${parts[1]}${authority(proxy)}${parts[3]}?${optionsFor(endpoint)}${tls}`;
}

function optionsFor(endpoint: string): string {
  return `options=${encodeURIComponent(`endpoint=${endpoint}`)}`;
}

function authority({ host, port }: ProxyAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
