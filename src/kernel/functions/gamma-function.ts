import { bisect } from './bisection.js';

/** ½ ln 2π. */
export const HALF_LOG_TWO_PI = 0.9189385332046728;
/** 1 − γ, with γ the Euler–Mascheroni constant. */
const ONE_MINUS_GAMMA = 0.42278433509846713;

/** (−1)^n (ζ(n) − 1) / n for n = 2, 3, …: the Taylor series of ln Γ(2 + x). */
const ZETA_SERIES = [
  0.3224670334241132, -0.0673523010531981, 0.020580808427784546, -0.007385551028673986, 0.0028905103307415234,
  -0.001192753911703261, 0.0005096695247430425, -0.00022315475845357939, 9.945751278180853e-5,
  -4.492623673813314e-5, 2.050721277567069e-5, -9.439488275268397e-6, 4.374866789907488e-6,
  -2.039215753801366e-6, 9.55141213040742e-7, -4.492469198764566e-7, 2.1207184805554665e-7,
  -1.0043224823968099e-7, 4.7698101693639804e-8, -2.2711094608943164e-8, 1.0838659214896955e-8,
  -5.183475041970047e-9, 2.4836745438024785e-9, -1.1921401405860912e-9, 5.731367241678862e-10,
  -2.7595228851242334e-10,
];

/** B(2k) / (2k (2k − 1)) for k = 1, 2, …: Stirling's series. */
const STIRLING_SERIES = [
  1 / 12,
  -1 / 360,
  1 / 1260,
  -1 / 1680,
  1 / 1188,
  -691 / 360360,
  1 / 156,
  -3617 / 122400,
];

/**
 * ln Γ(x) for x > 0, to full double accuracy, including near its zeros at 1 and 2.
 *
 * Uses Stirling's series from 10 on. Below 10 the recurrence leads into [1.5, 2.5], where the Taylor series of ln Γ
 * about 2 applies (Abramowitz & Stegun 6.1.33 and 6.1.41).
 */
export function logGamma(x: number): number {
  if (!(x > 0)) throw new RangeError(`logGamma: expected an argument above 0, got ${x}`);
  if (x >= 10) return (x - 0.5) * Math.log(x) - x + HALF_LOG_TWO_PI + stirlingCorrection(x);
  if (x < 0.5) return logGammaAboutTwo(x) - Math.log1p(x) - Math.log(x);
  if (x < 1.5) return logGammaAboutTwo(x - 1) - Math.log1p(x - 1);
  let rest = x;
  let product = 1;
  while (rest > 2.5) {
    rest -= 1;
    product *= rest;
  }
  return Math.log(product) + logGammaAboutTwo(rest - 2);
}

/** ln Γ(2 + x) for |x| ≤ ½. */
function logGammaAboutTwo(x: number): number {
  let value = 0;
  for (let index = ZETA_SERIES.length - 1; index >= 0; index--) value = (value + ZETA_SERIES[index]!) * x;
  return (value + ONE_MINUS_GAMMA) * x;
}

/** ln Γ(x) − ((x − ½) ln x − x + ½ ln 2π), the remainder of Stirling's formula, for x ≥ 10. */
export function stirlingCorrection(x: number): number {
  const inverse = 1 / x;
  const square = inverse * inverse;
  let value = 0;
  for (let index = STIRLING_SERIES.length - 1; index >= 0; index--)
    value = value * square + STIRLING_SERIES[index]!;
  return value * inverse;
}

/** P(X ≤ x) for X gamma with this shape and scale 1: the regularised lower incomplete gamma function. */
export function gammaCumulative(shape: number, x: number): number {
  if (!(x > 0)) return 0;
  if (x === Number.POSITIVE_INFINITY) return 1;
  return x < shape + 1 ? lowerBySeries(shape, x) : 1 - upperByFraction(shape, x);
}

/** P(X > x), the complement of {@link gammaCumulative}, accurate in the upper tail. */
export function gammaExceedance(shape: number, x: number): number {
  if (!(x > 0)) return 1;
  if (x === Number.POSITIVE_INFINITY) return 0;
  return x < shape + 1 ? 1 - lowerBySeries(shape, x) : upperByFraction(shape, x);
}

/** The x at which {@link gammaCumulative} reaches p in [0, 1]. */
export function gammaQuantile(shape: number, p: number): number {
  if (p <= 0) return 0;
  if (p >= 1) return Number.POSITIVE_INFINITY;
  let high = Math.max(1, shape);
  // 1 − p is exact above ½, so the upper tail keeps its accuracy.
  const reached =
    p <= 0.5
      ? (x: number) => gammaCumulative(shape, x) >= p
      : (x: number) => gammaExceedance(shape, x) <= 1 - p;
  while (!reached(high)) high *= 2;
  return bisect(reached, 0, high);
}

/** x^shape e^(−x) / Γ(shape), without the cancellation of its three factors for large shapes. */
function incompleteGammaFactor(shape: number, x: number): number {
  if (shape < 10) return Math.exp(shape * Math.log(x) - x - logGamma(shape));
  const excess = (x - shape) / shape;
  const exponent = shape * (Math.log1p(excess) - excess) - stirlingCorrection(shape) - HALF_LOG_TWO_PI;
  return Math.sqrt(shape) * Math.exp(exponent);
}

/** Abramowitz & Stegun 6.5.29. */
function lowerBySeries(shape: number, x: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let n = 1; term > sum * 1e-17; n++) {
    term *= x / (shape + n);
    sum += term;
  }
  return Math.min(1, sum * incompleteGammaFactor(shape, x));
}

/** Abramowitz & Stegun 6.5.31, evaluated by Lentz's method. */
function upperByFraction(shape: number, x: number): number {
  let b = x + 1 - shape;
  let c = Number.POSITIVE_INFINITY;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < 1e6; n++) {
    const a = n * (shape - n);
    b += 2;
    d = 1 / (a * d + b);
    c = b + a / c;
    const step = c * d;
    fraction *= step;
    if (Math.abs(step - 1) < 2e-16) break;
  }
  return Math.min(1, fraction * incompleteGammaFactor(shape, x));
}
