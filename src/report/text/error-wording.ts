/** SQLSTATEs and client errors in words. */
const WORDS: Readonly<Record<string, string>> = {
  '53300': 'too many connections',
  '53100': 'temporary disk full',
  '53200': 'out of memory',
  '57P01': 'connection closed by a restart or suspend',
  '57P02': 'connection closed by an out-of-memory crash',
  '57P03': 'database starting up or shutting down',
  '57014': 'query cancelled',
  '25P03': 'idle in transaction for too long',
  '08P01': 'pooler admits no more clients',
  '08006': 'connection failed',
  XX000: 'a limit of the project is reached, or too many attempts per second',
  connect_timeout: 'gave up connecting',
  acquire_timeout: 'no free connection in the pool in time',
  pool_full: "the pool's queue was full",
  query_wait_timeout: 'waited too long in the pooler',
};

/** An error in words, such as `too many connections`; `undefined` if it has none. */
export function errorWords(name: string): string | undefined {
  return Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
}

/** An error's name in words, with the name itself: `too many connections (53300)`. */
export function errorWording(name: string): string {
  const words = errorWords(name);
  return words === undefined ? name.replaceAll('_', ' ') : `${words} (${name})`;
}
