/**
 * How long a wake takes with a warm pool, unless a scenario says otherwise: "a few hundred milliseconds" by the
 * specification. The median is that of the vendor's autoscaling report of December 2025; the tail is not published,
 * third parties infer a p99 of 1 to 3 s.
 */
export const DEFAULT_WAKE_LATENCY = { median_seconds: 0.35, p99_seconds: 2 } as const;
