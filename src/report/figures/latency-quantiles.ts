/** The quantiles of latencies that are told, and the shares that they are of. */
export const LATENCY_QUANTILES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99, p999: 0.999 } as const;

/** What people call one of them, or another part of a distribution: `p99.9`, `mean`. */
export function partName(part: string): string {
  return part === 'p999' ? 'p99.9' : part;
}
