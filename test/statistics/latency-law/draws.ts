import type { Distribution } from '../../../src/kernel/distribution.js';
import { lognormalFromMedian } from '../../../src/kernel/distribution-fit.js';
import { quantile } from '../../../src/kernel/quantile.js';
import { randomStream } from '../../../src/kernel/random-stream.js';
import type { MeasuredValue } from '../../../src/statistics/latency-law/measured-value.js';

/** Wakes of a platform whose pool is empty now and then, in seconds: the truth of the table in docs/calibration.md. */
export const WAKES: Distribution = {
  kind: 'mixture',
  weights: [0.95, 0.05],
  parts: [
    { kind: 'lognormal', mu: Math.log(0.35), sigma: 0.4 },
    { kind: 'lognormal', mu: Math.log(4), sigma: 0.3 },
  ],
};

export const RESTARTS = lognormalFromMedian(0.5, 1);

/** Values of a law as an emulator gives them: by its quantile function. */
export function draws(law: Distribution, n: number, seed: string): readonly number[] {
  const stream = randomStream(seed, 0, 'latency-law', 'draws');
  return Array.from({ length: n }, () => quantile(law, stream.uniform()));
}

export const known = (values: readonly number[]): readonly MeasuredValue[] =>
  values.map((value) => ({ low: value, high: value }));

/** Whole milliseconds, as operations report them. */
export const inMilliseconds = (values: readonly number[]): readonly MeasuredValue[] =>
  values.map((value) => {
    const rounded = Math.round(value * 1000);
    return { low: Math.max(0, rounded - 0.5) / 1000, high: (rounded + 0.5) / 1000 };
  });

/** Seen by polls at whole multiples of an interval after a beginning anywhere in one. */
export function polled(values: readonly number[], interval: number, seed: string): readonly MeasuredValue[] {
  const stream = randomStream(seed, 0, 'latency-law', 'polls');
  return values.map((value) => {
    const first = interval * stream.uniform();
    const looks = Math.max(0, Math.ceil((value - first) / interval));
    return { low: looks === 0 ? 0 : first + (looks - 1) * interval, high: first + looks * interval };
  });
}

/** Clients that wait for a given time at most. */
export const patient = (values: readonly number[], seconds: number): readonly MeasuredValue[] =>
  values.map((value) =>
    value > seconds ? { low: seconds, high: Number.POSITIVE_INFINITY } : { low: value, high: value },
  );
