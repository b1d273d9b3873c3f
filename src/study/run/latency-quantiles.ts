export const LATENCY_QUANTILES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99, p999: 0.999 } as const;

/** The display name of a quantile, or of another part of a distribution: `p99.9`, `mean`. */
export function partName(part: string): string {
  return part === 'p999' ? 'p99.9' : part;
}
