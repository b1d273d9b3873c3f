/** A retry schedule with growing waits. */
export interface TrySchedule {
  readonly tries: number;
  /** Wait after the first try, in seconds. */
  readonly first_seconds: number;
  /** Ratio of successive waits. */
  readonly factor: number;
}

/** A rate limit within a window of time. */
export interface RateWindow {
  readonly most: number;
  readonly seconds: number;
}

/**
 * The proxy's limits for one compute's clients, and how long it retries for them. Source: the defaults of the
 * platform's published proxy, `proxy/src/config.rs`, `proxy/src/proxy/retry.rs` and
 * `proxy/src/rate_limiter/limiter.rs`, as of 2026-03; the platform's documentation has none of them.
 */
export const PROXY_LIMITS = {
  /** Requests to the control plane to wake a compute. */
  wake: { tries: 8, first_seconds: 0.1, factor: 1.6 } satisfies TrySchedule,
  /** Timeout of one such request, in seconds. */
  wake_request_seconds: 60,
  /** Attempts to connect to a compute that should be running. */
  connect: { tries: 5, first_seconds: 0.2, factor: 2 } satisfies TrySchedule,
  /** Maximum number of connections to one compute that are being opened. */
  permits: 100,
  /** How long a client waits for its permit, in seconds. */
  permit_wait_seconds: 0.01,
  connection_rate: [
    { most: 500, seconds: 1 },
    { most: 18_000, seconds: 60 },
    { most: 120_000, seconds: 600 },
  ] satisfies readonly RateWindow[],
  wake_rate: [
    { most: 300, seconds: 1 },
    { most: 12_000, seconds: 60 },
    { most: 60_000, seconds: 600 },
  ] satisfies readonly RateWindow[],
} as const;

/** The proxy's errors for clients that it cannot connect to a compute. Source: as above. */
export const PROXY_TEXTS = {
  unreachable: "Couldn't connect to compute node",
  rate_exceeded: "You've exceeded the rate limit. Please wait a moment and try again.",
  no_permit:
    'Failed to acquire permit to connect to the database. Too many database connection attempts are currently ongoing.',
} as const;

/**
 * Seconds from a failed try to the next: first · factor^(tries − 1); `undefined` if none is left.
 * @param tries number of tries so far, 1 or more
 */
export function nextTryAfter(schedule: TrySchedule, tries: number): number | undefined {
  if (tries >= schedule.tries) return undefined;
  let seconds = schedule.first_seconds;
  for (let made = 1; made < tries; made++) seconds *= schedule.factor;
  return seconds;
}
