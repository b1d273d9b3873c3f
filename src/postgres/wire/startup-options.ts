/** The parameter `options` of a client, split for the proxy and for the server. */
export interface ReadOptions {
  /** The endpoint that is named, `undefined` when none is, or more than one. */
  readonly endpoint: string | undefined;
  /** The rest for the server; `undefined` if it is empty. */
  readonly for_server: string | undefined;
}

/** Settings of the platform, such as `neon_lsn:0/1000`, which no server knows. */
const PLATFORM_OPTION = /^neon_\w+:./;

/**
 * Reads `options`: `endpoint=` and the older `project=` name an endpoint and are the proxy's, as are the platform's
 * own settings; everything else is the server's. Words are parted as PostgreSQL parts them, a backslash keeps white
 * space.
 */
export function readOptions(options: string | undefined): ReadOptions {
  const named: string[] = [];
  const kept: string[] = [];
  for (const word of options?.match(/(?:\\.|[^\\\s]|\\$)+/gs) ?? []) {
    const endpoint = endpointOf(word);
    if (endpoint !== undefined) named.push(endpoint);
    else if (!PLATFORM_OPTION.test(word)) kept.push(word);
  }
  return {
    endpoint: named.length === 1 ? named[0] : undefined,
    for_server: kept.length === 0 ? undefined : kept.join(' '),
  };
}

/** What `endpoint=…` or `project=…` names, `undefined` for any other word. */
export function endpointOf(word: string): string | undefined {
  return /^(?:endpoint|project)=(.*)$/s.exec(word)?.[1];
}
