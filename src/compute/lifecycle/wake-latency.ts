/**
 * Default duration of a wake with a warm pool: "a few hundred milliseconds" by the specification. The median is from
 * the vendor's autoscaling report of December 2025. The tail is not published; third parties infer a p99 of 1 to 3 s.
 */
export const DEFAULT_WAKE_LATENCY = { median_seconds: 0.35, p99_seconds: 2 } as const;
