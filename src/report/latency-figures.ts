import type { Histogram } from '../statistics/histogram.js';

/** A distribution of durations in milliseconds; every figure is `null` when nothing was measured. */
export interface LatencyFigures {
  readonly mean: number | null;
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly p999: number | null;
  readonly max: number | null;
}

/** The figures of a histogram of seconds. Mean and maximum are exact, quantiles within 0.4 %. */
export function latencyFigures(seconds: Histogram): LatencyFigures {
  const figure = (value: number): number | null => (seconds.count > 0 ? value * 1000 : null);
  return {
    mean: figure(seconds.mean),
    p50: figure(seconds.quantile(0.5)),
    p90: figure(seconds.quantile(0.9)),
    p95: figure(seconds.quantile(0.95)),
    p99: figure(seconds.quantile(0.99)),
    p999: figure(seconds.quantile(0.999)),
    max: figure(seconds.max),
  };
}
