import { batchMeans, lag1Autocorrelation } from '../../src/statistics/batch-means.js';
import { binomialCumulative, binomialQuantile } from '../../src/statistics/binomial.js';
import { concentrationOf } from '../../src/statistics/concentration.js';
import { meanInterval, shareInterval } from '../../src/statistics/confidence-interval.js';
import { countBelow } from '../../src/statistics/count-below.js';
import {
  addSample,
  emptyDecayingHistogram,
  exponentialBuckets,
  loadPercentileOf,
  percentileOf,
} from '../../src/statistics/decaying-histogram.js';
import { addToMean, meanOf, NO_SAMPLES } from '../../src/statistics/decaying-mean.js';
import { ExactSum } from '../../src/statistics/exact-sum.js';
import { Histogram } from '../../src/statistics/histogram.js';
import { adjustPValues } from '../../src/statistics/holm.js';
import * as holtWinters from '../../src/statistics/holt-winters.js';
import { largestSupportedQuantile, valuesNeeded } from '../../src/statistics/latency-law/law-figures.js';
import { mser5 } from '../../src/statistics/mser.js';
import { pairedDifference } from '../../src/statistics/paired-difference.js';
import { histogramQuantile, quantileRanks } from '../../src/statistics/quantile-interval.js';
import { replicationsNeeded } from '../../src/statistics/replications-needed.js';
import { sampleMoments } from '../../src/statistics/sample-moments.js';
import { shareReached } from '../../src/statistics/share-reached.js';
import { solveLinear } from '../../src/statistics/simulated-moments/linear-system.js';
import { studentTQuantile } from '../../src/statistics/student-t.js';
import { TimeWeighted } from '../../src/statistics/time-weighted.js';
import { testFunctions } from '../function-rows.js';
import { patient } from './latency-law/draws.js';

type Sample = readonly [value: number, weight: number, half_lives: number];

const BUCKETS = exponentialBuckets(0.01, 1000, 1.05);

function histogramOf(values: readonly number[]): Histogram {
  const histogram = new Histogram();
  for (const value of values) histogram.add(value);
  return histogram;
}

const from1To = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

testFunctions(new URL('functions.yaml', import.meta.url), {
  ...{
    batchMeans,
    lag1Autocorrelation,
    binomialCumulative,
    binomialQuantile,
    concentrationOf,
    adjustPValues,
  },
  ...{ loadPercentileOf, meanInterval, mser5, pairedDifference, percentileOf, quantileRanks },
  ...{
    replicationsNeeded,
    sampleMoments,
    shareInterval,
    solved: solveLinear,
    studentTQuantile,
    valuesNeeded,
  },
  ...holtWinters,
  sumOf(values: readonly number[]) {
    const sum = new ExactSum();
    for (const value of values) sum.add(value);
    return sum.value;
  },
  countBelow: (values: readonly number[], limit: number) => countBelow(Float64Array.from(values), limit),
  quantileOfOneTo: (n: number, p: number, worth: number) =>
    histogramQuantile(histogramOf(from1To(n)), p, 0.95, worth),
  histogramOf,
  histogramQuantile: (values: readonly number[], p: number) => histogramOf(values).quantile(p),
  bucketCounts: (values: readonly number[]) =>
    histogramOf(values)
      .buckets()
      .map(({ count }) => count),
  shareAtMost: (values: readonly number[], limit: number) => histogramOf(values).shareAtMost(limit),
  packedLength: (values: readonly number[]) => histogramOf(values).toArray().length,
  shareReached: (reached: readonly number[], share: number, population: number) =>
    shareReached(histogramOf(reached), share, population),
  decayingMean: (samples: readonly Sample[]) =>
    meanOf(samples.reduce((mean, sample) => addToMean(mean, ...sample), NO_SAMPLES)),
  decayingPercentile: (samples: readonly Sample[], share: number) => {
    const empty = emptyDecayingHistogram(BUCKETS);
    return percentileOf(
      samples.reduce((histogram, sample) => addSample(histogram, ...sample), empty),
      share,
    );
  },
  integralOf(first: number, changes: readonly (readonly [number, number | 'restart'])[], end: number) {
    const level = new TimeWeighted(0, first);
    for (const [time, next] of changes) {
      if (next === 'restart') level.restart(time);
      else level.change(time, next);
    }
    return level.integral(end);
  },
  believedQuantile: (n: number, patience: number) => largestSupportedQuantile(patient(from1To(n), patience)),
});
