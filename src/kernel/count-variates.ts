import { HALF_LOG_TWO_PI, logGamma, stirlingCorrection } from './functions/gamma-function.js';
import type { RandomStream } from './random-stream.js';

/** Smaller means are drawn by inversion; transformed rejection is tabulated from this mean on. */
const INVERSION_BELOW = 10;

/**
 * Draws exactly from the Poisson distribution of any mean: by inversion for small means, by transformed rejection with
 * squeeze (PTRS) for large ones (Hörmann 1993, Insurance: Mathematics and Economics 12).
 */
export function poissonVariate(stream: RandomStream, mean: number): number {
  if (!(mean > 0)) return 0;
  if (mean < INVERSION_BELOW) {
    let left = stream.uniform();
    let count = 0;
    let probability = Math.exp(-mean);
    while (left > probability && probability > 0) {
      left -= probability;
      count += 1;
      probability *= mean / count;
    }
    return count;
  }
  const b = 0.931 + 2.53 * Math.sqrt(mean);
  const a = -0.059 + 0.02483 * b;
  const scale = 1.1239 + 1.1328 / (b - 3.4);
  const squeeze = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const u = stream.uniform() - 0.5;
    const v = stream.uniform();
    const edge = 0.5 - Math.abs(u);
    const count = Math.floor(((2 * a) / edge + b) * u + mean + 0.43);
    if (edge >= 0.07 && v <= squeeze) return count;
    if (count < 0 || (edge < 0.013 && v > edge)) continue;
    if (Math.log((v * scale) / (a / (edge * edge) + b)) <= logPoisson(count, mean)) return count;
  }
}

/** ln P(N = count), without the cancellation of its factors for large means. */
function logPoisson(count: number, mean: number): number {
  if (count < INVERSION_BELOW) return count * Math.log(mean) - mean - logGamma(count + 1);
  const excess = mean - count;
  return (
    count * Math.log1p(excess / count) -
    excess -
    0.5 * Math.log(count) -
    HALF_LOG_TWO_PI -
    stirlingCorrection(count)
  );
}

/**
 * Draws exactly the number of successes in `trials`: by inversion for small means, by transformed rejection with
 * squeeze (BTRS) for large ones (Hörmann 1993, Journal of Statistical Computation and Simulation 46).
 * @param trials a whole number of 0 or more
 * @param share success probability of each trial, from 0 to 1
 */
export function binomialVariate(stream: RandomStream, trials: number, share: number): number {
  if (!(share > 0) || trials <= 0) return 0;
  if (share >= 1) return trials;
  if (share > 0.5) return trials - binomialVariate(stream, trials, 1 - share);
  return trials * share < INVERSION_BELOW
    ? binomialByInversion(stream, trials, share)
    : binomialByRejection(stream, trials, share);
}

function binomialByInversion(stream: RandomStream, trials: number, share: number): number {
  let left = stream.uniform();
  let probability = Math.exp(trials * Math.log1p(-share));
  const odds = share / (1 - share);
  let count = 0;
  while (left > probability && count < trials) {
    left -= probability;
    count += 1;
    probability *= (odds * (trials - count + 1)) / count;
  }
  return count;
}

function binomialByRejection(stream: RandomStream, trials: number, share: number): number {
  const spread = Math.sqrt(trials * share * (1 - share));
  const b = 1.15 + 2.53 * spread;
  const a = -0.0873 + 0.0248 * b + 0.01 * share;
  const scale = (2.83 + 5.1 / b) * spread;
  const squeeze = 0.92 - 4.2 / b;
  const logOdds = Math.log(share / (1 - share));
  const mode = Math.floor((trials + 1) * share);
  const atMode = logGamma(mode + 1) + logGamma(trials - mode + 1);
  for (;;) {
    const u = stream.uniform() - 0.5;
    const v = stream.uniform();
    const edge = 0.5 - Math.abs(u);
    const count = Math.floor(((2 * a) / edge + b) * u + trials * share + 0.5);
    if (edge >= 0.07 && v <= squeeze) return count;
    if (count < 0 || count > trials) continue;
    const relative = atMode - logGamma(count + 1) - logGamma(trials - count + 1) + (count - mode) * logOdds;
    if (Math.log((v * scale) / (a / (edge * edge) + b)) <= relative) return count;
  }
}
