import type { ComputeObservations } from '../../simulation/run/observation.js';
import { Histogram, mergedHistogram } from '../../statistics/histogram.js';
import { histogramQuantile, type QuantileInterval } from '../../statistics/quantile-interval.js';
import { sampleMoments } from '../../statistics/sample-moments.js';
import { LATENCY_QUANTILES } from './latency-quantiles.js';

/** A quantile of the latencies of all replications together, in milliseconds. */
export interface PooledQuantile extends Omit<QuantileInterval, 'high'> {
  /** `null` if there are too few queries for an upper end. */
  readonly high: number | null;
}

/** Quantiles of the latencies of all queries of all replications. */
export type PooledLatencyFigures = Readonly<Record<keyof typeof LATENCY_QUANTILES, PooledQuantile | null>>;

/**
 * The latencies of all replications as one distribution. The interval of a quantile is that of order statistics, for
 * as many independent queries as they are worth: those of one run are alike, and how alike is seen in how much the
 * replications' shares below the quantile vary.
 */
export class PooledLatency {
  readonly #confidence: number;
  readonly #all = new Histogram();
  /** Of each replication, packed: a whole histogram is ten times as large. */
  readonly #each: Float64Array[] = [];

  constructor(confidence: number) {
    this.#confidence = confidence;
  }

  /** Takes in the latencies of one replication's computes. */
  add(computes: readonly ComputeObservations[]): void {
    const one = mergedHistogram(computes.map(({ latency }) => latency));
    this.#all.merge(one);
    this.#each.push(one.toArray());
  }

  /** Every quantile with its interval; `null` if no query completed. */
  figures(): { readonly latency_ms: PooledLatencyFigures } {
    const entries = Object.entries(LATENCY_QUANTILES).map(([name, share]) => [name, this.#quantile(share)]);
    return { latency_ms: Object.fromEntries(entries) as PooledLatencyFigures };
  }

  #quantile(share: number): PooledQuantile | null {
    if (this.#all.count === 0) return null;
    const confidence = this.#confidence;
    const found = histogramQuantile(this.#all, share, confidence, this.#effective(share));
    const [quantile, low, high] = [found.quantile * 1000, found.low * 1000, found.high * 1000];
    return { quantile, low, high: Number.isFinite(high) ? high : null, confidence };
  }

  /** How many independent queries would make the share below the quantile vary as it does between replications. */
  #effective(share: number): number {
    const { count } = this.#all;
    const replications = this.#each.length;
    if (replications < 2) return count;
    const at = this.#all.quantile(share);
    const shares = this.#each.map((array) => Histogram.fromArray(array).shareAtMost(at));
    const { variance } = sampleMoments(shares);
    const independent = (share * (1 - share)) / (variance / replications);
    return Math.max(1, Math.min(count, independent));
  }
}
