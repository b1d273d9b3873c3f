import type { Distribution } from '../../src/kernel/distribution.js';
import * as fit from '../../src/kernel/distribution-fit.js';
import { cumulative } from '../../src/kernel/distribution-function.js';
import { mean, variance } from '../../src/kernel/distribution-moments.js';
import { scaled } from '../../src/kernel/distribution-scale.js';
import * as gamma from '../../src/kernel/functions/gamma-function.js';
import * as normal from '../../src/kernel/functions/normal.js';
import { quantile } from '../../src/kernel/quantile.js';
import { randomStream } from '../../src/kernel/random-stream.js';
import { sampler } from '../../src/kernel/sampler.js';
import { testFunctions } from '../function-rows.js';
import { laws } from './laws.js';

const stream = (purpose: string) => randomStream('42', 0, 'primary', purpose);

function shareOfFirstPhase(mean: number, cv: number): number {
  const law = fit.hyperexponentialFromMean(mean, cv);
  return law.kind === 'hyperexponential' ? (law.weights[0]! * law.means[0]!) / mean : Number.NaN;
}

function firstDraws(count: number): readonly number[] {
  const arrivals = stream('arrivals');
  return Array.from({ length: count }, () => arrivals.uniform());
}

testFunctions(new URL('functions.yaml', import.meta.url), {
  ...{ firstDraws, mean, quantile, scaled, shareOfFirstPhase, variance },
  ...fit,
  ...gamma,
  ...normal,
  support: (name: string) => [quantile(laws[name]!, 0), quantile(laws[name]!, 1)],
  quantileOfTen: (p: number) => quantile(fit.empirical([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), p),
  weibullAtThree: () => cumulative(fit.weibullFromMean(2, 1), 3),
  gammaAtThree: () => cumulative(fit.gammaFromMean(2, 1), 3),
  hyperexponentialAtThree: () => cumulative(fit.hyperexponentialFromMean(2, 1), 3),
  medianAndTail: (median: number, p99: number) => {
    const law = fit.lognormalFromMedian(median, p99);
    return [quantile(law, 0.5), quantile(law, 0.99)];
  },
  firstVariates: (law: Distribution) => Array.from({ length: 4 }, sampler(law, stream('cpu'))),
});
