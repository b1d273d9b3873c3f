/** The parameter `options` of a client, split for the proxy and for the server. */
export interface ReadOptions {
  /** The endpoint; `undefined` unless exactly one is named. */
  readonly endpoint: string | undefined;
  /** The rest for the server; `undefined` if it is empty. */
  readonly for_server: string | undefined;
}

/** Options of the platform's proxy, such as `neon_lsn:0/1000`. */
const PLATFORM_OPTION = /^neon_\w+:./;

/**
 * Parses `options`. The proxy consumes `endpoint=`, the older `project=` and the platform's options; the other words are
 * for the server. Words are split as in PostgreSQL: a backslash escapes white space.
 */
export function readOptions(options: string | undefined): ReadOptions {
  const named: string[] = [];
  const kept: string[] = [];
  for (const word of options?.match(/(?:\\.|[^\\\s]|\\$)+/gs) ?? []) {
    const endpoint = parseEndpointOption(word);
    if (endpoint !== undefined) named.push(endpoint);
    else if (!PLATFORM_OPTION.test(word)) kept.push(word);
  }
  return {
    endpoint: named.length === 1 ? named[0] : undefined,
    for_server: kept.length === 0 ? undefined : kept.join(' '),
  };
}

/** The value of `endpoint=…` or `project=…`; `undefined` for any other word. */
export function parseEndpointOption(word: string): string | undefined {
  return /^(?:endpoint|project)=(.*)$/s.exec(word)?.[1];
}
