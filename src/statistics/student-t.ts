import { normalCumulative, normalQuantile } from '../kernel/functions/normal.js';
import { logBeta, regularisedBeta } from './incomplete-beta.js';

/** From this many degrees of freedom on, the expansion about the normal distribution is exact to double accuracy. */
const NEARLY_NORMAL = 50_000;
/** Beyond this many times df the upper tail is its own asymptote to double accuracy, and t² might overflow. */
const FAR = 1e8;

/**
 * P(T ≤ t) for Student's t with `df` degrees of freedom (any number of 1 or more, Infinity is the normal distribution).
 *
 * Accurate in the lower tail; use P(T > t) = P(T ≤ −t) for the upper one.
 */
export function studentTCumulative(t: number, df: number): number {
  checkDegrees(df);
  if (df === Number.POSITIVE_INFINITY) return normalCumulative(t);
  return t <= 0 ? upperTail(-t, df) : 1 - upperTail(t, df);
}

/**
 * The quantile of Student's t: the t with P(T ≤ t) = p.
 *
 * Closed forms for 1 and 2 degrees of freedom; Newton's method on the incomplete beta function for more; the
 * expansion in 1 / df of Abramowitz & Stegun 26.7.5 for very many.
 *
 * @param p a probability in [0, 1]; −∞ at 0, ∞ at 1
 * @param df degrees of freedom, any number of 1 or more, Infinity for the normal distribution
 * @throws RangeError for any other p or df
 */
export function studentTQuantile(p: number, df: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`student t: p: expected a probability from 0 to 1, got ${p}`);
  checkDegrees(df);
  if (p === 0.5) return 0;
  const tail = p < 0.5 ? p : 1 - p;
  return p < 0.5 ? -tailQuantile(tail, df) : tailQuantile(tail, df);
}

/** The t > 0 that is exceeded with probability `tail` < ½. */
function tailQuantile(tail: number, df: number): number {
  if (tail === 0) return Number.POSITIVE_INFINITY;
  if (df === 1) return tail < 0.25 ? 1 / Math.tan(Math.PI * tail) : Math.tan(Math.PI * (0.5 - tail));
  if (df === 2) return ((0.5 - tail) * 2) / Math.sqrt(2 * tail * (1 - tail));
  if (df >= NEARLY_NORMAL) return expansion(-normalQuantile(tail), df);
  return tail > 0.25 ? centralQuantile(0.5 - tail, df) : outerQuantile(tail, df);
}

/**
 * Newton's method on P(0 < T < t) = area from t = 0. The area is concave in t, so every step stays short of
 * the root and the iteration cannot fail.
 */
function centralQuantile(area: number, df: number): number {
  let t = 0;
  for (let step = 0; step < 50; step++) {
    const next = t + (area - centralArea(t, df)) / density(t, df);
    if (Math.abs(next - t) <= 1e-16 * next) return next;
    t = next;
  }
  return t;
}

/**
 * Newton's method on ln P(T > t) as a function of ln t, which is concave and, for large t, nearly a straight
 * line of slope −df: from either side a few steps suffice, however heavy the tail.
 */
function outerQuantile(tail: number, df: number): number {
  const asymptote = Math.exp((farConstant(df) - Math.log(tail)) / df);
  if (asymptote > FAR * df) return asymptote;
  let t = -normalQuantile(tail);
  for (let step = 0; step < 100; step++) {
    const beyond = upperTail(t, df);
    const change = (Math.log(beyond / tail) * beyond) / (t * density(t, df));
    t *= Math.exp(change);
    if (Math.abs(change) <= 4e-16) break;
  }
  return t;
}

/** ln C of the asymptote P(T > t) ≈ C t^(−df), with C = df^(df/2 − 1) / B(df/2, ½). */
function farConstant(df: number): number {
  return (df / 2 - 1) * Math.log(df) - logBeta(df / 2, 0.5);
}

/** P(T > t) for t ≥ 0. */
function upperTail(t: number, df: number): number {
  if (t > FAR * df) return Math.exp(farConstant(df) - df * Math.log(t));
  const square = t * t;
  return 0.5 * regularisedBeta(df / (df + square), square / (df + square), df / 2, 0.5);
}

/** P(0 < T < t) for t ≥ 0. */
function centralArea(t: number, df: number): number {
  const square = t * t;
  return 0.5 * regularisedBeta(square / (df + square), df / (df + square), 0.5, df / 2);
}

function density(t: number, df: number): number {
  return Math.exp(-((df + 1) / 2) * Math.log1p((t * t) / df) - logBeta(df / 2, 0.5)) / Math.sqrt(df);
}

/** Abramowitz & Stegun 26.7.5 to the fourth power of 1 / df; z is the normal quantile. */
function expansion(z: number, df: number): number {
  const s = z * z;
  const first = (s + 1) / 4;
  const second = ((5 * s + 16) * s + 3) / 96;
  const third = (((3 * s + 19) * s + 17) * s - 15) / 384;
  const fourth = ((((79 * s + 776) * s + 1482) * s - 1920) * s - 945) / 92_160;
  return z * (1 + (first + (second + (third + fourth / df) / df) / df) / df);
}

function checkDegrees(df: number): void {
  if (!(df >= 1)) {
    throw new RangeError(`student t: df: expected 1 degree of freedom or more, got ${df}`);
  }
}
