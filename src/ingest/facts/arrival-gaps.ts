import { moments, sampleQuantile } from './moments.js';

export interface ArrivalGapFacts {
  readonly mean_seconds: number;
  /** Squared coefficient of variation, variance ÷ mean²: 1 for a Poisson process, 0 for a clock. */
  readonly scv: number;
  readonly p50_seconds: number;
  readonly p90_seconds: number;
  readonly p99_seconds: number;
  readonly max_seconds: number;
}

export function arrivalGapFacts(times: Float64Array): ArrivalGapFacts {
  const gaps = times.subarray(1).map((time, i) => time - times[i]!);
  gaps.sort();
  const { mean, variance } = moments(gaps);
  return {
    mean_seconds: mean,
    scv: mean === 0 ? 0 : variance / (mean * mean),
    p50_seconds: sampleQuantile(gaps, 0.5),
    p90_seconds: sampleQuantile(gaps, 0.9),
    p99_seconds: sampleQuantile(gaps, 0.99),
    max_seconds: gaps[gaps.length - 1]!,
  };
}
