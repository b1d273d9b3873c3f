import { logGamma, stirlingCorrection } from '../kernel/functions/gamma-function.js';

/**
 * The regularised incomplete beta function I_x(a, b) for a, b > 0 and x in [0, 1].
 *
 * Continued fraction of Abramowitz & Stegun 26.5.8 by Lentz's method, on the side of the mean where it
 * converges fast.
 *
 * @param complement 1 − x, passed separately so that an x close to 1 keeps its accuracy
 */
export function regularisedBeta(x: number, complement: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (complement <= 0) return 1;
  const factor = Math.exp(a * logOf(x, complement) + b * logOf(complement, x) - logBeta(a, b));
  if (x <= (a + 1) / (a + b + 2)) return (factor * betaFraction(x, a, b)) / a;
  return 1 - (factor * betaFraction(complement, b, a)) / b;
}

/** ln x, computed from 1 − x if x is close to 1. */
function logOf(x: number, complement: number): number {
  return complement < 0.5 ? Math.log1p(-complement) : Math.log(x);
}

/** ln B(a, b); for large parameters, without subtracting two large logarithms. */
export function logBeta(a: number, b: number): number {
  const large = Math.max(a, b);
  const small = Math.min(a, b);
  if (large < 10) return logGamma(a) + logGamma(b) - logGamma(a + b);
  const sum = a + b;
  // ln Γ(large) − ln Γ(sum) by Stirling's formula, term by term.
  const ratio =
    (large - 0.5) * Math.log1p(-small / sum) -
    small * Math.log(sum) +
    small +
    stirlingCorrection(large) -
    stirlingCorrection(sum);
  return logGamma(small) + ratio;
}

function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    const step = d * c;
    fraction *= step;
    if (Math.abs(step - 1) < 2e-16) break;
  }
  return fraction;
}
