const TAIL_COEFFICIENT = 0.3989422804014327; // 1 / √(2π)

/** Below this distance from the mean the cdf is computed as ½ plus an odd function: Φ⁻¹(¾). */
const CENTRE = 0.67448975;
/** Beyond this distance, √32, the expansion in 1 / z² takes over. */
const FAR = 5.656854249492381;

const CENTRE_NUMERATOR = [
  18154.98125334356, 1067.6894854603709, 161.02823106855587, 2.2352520354606837, 0.06568233791820745,
];
const CENTRE_DENOMINATOR = [45507.78933502673, 10260.932208618979, 976.0985517377767, 47.202581904688245, 1];
const TAIL_NUMERATOR = [
  9842.714838383978, 11602.65143764735, 6848.190450536283, 2494.5375852903726, 597.2702763948002,
  93.50665613217785, 8.883149794388377, 0.39894151208813466, 1.0765576773720192e-8,
];
const TAIL_DENOMINATOR = [
  19685.429676859992, 38912.00328609327, 34900.95272114598, 18615.571640885097, 6485.558298266761,
  1519.3775994075547, 235.387901782625, 22.266688044328117, 1,
];
const FAR_NUMERATOR = [
  2.9112874951168793e-5, 0.0014216191932278934, 0.022235277870649807, 0.12740116116024736, 0.215898534057957,
  0.023073441764940174,
];
const FAR_DENOMINATOR = [
  7.297515550839662e-5, 0.0037823963320275824, 0.06598813786892856, 0.4682382124808651, 1.284260096144911, 1,
];

/**
 * The standard normal distribution function Φ(z), to full double accuracy in both tails.
 *
 * Rational approximations of W. J. Cody, Math. Comp. 23 (1969) 631–637, his erfc
 * rescaled to Φ(z) = erfc(−z / √2) / 2 so that z need not be divided by √2 first.
 */
export function normalCumulative(z: number): number {
  const distance = Math.abs(z);
  if (distance <= CENTRE) {
    const square = z * z;
    return 0.5 + (z * polynomial(CENTRE_NUMERATOR, square)) / polynomial(CENTRE_DENOMINATOR, square);
  }
  const tail = upperTail(distance);
  return z < 0 ? tail : 1 - tail;
}

/** P(Z > z) for z beyond the centre; 0 from about 38.6 on, where a double cannot hold it. */
function upperTail(z: number): number {
  if (z > 40) return 0;
  // z² rounds to a relative error that e^(−z²/2) multiplies by z²; splitting z avoids it.
  const coarse = Math.trunc(z * 16) / 16;
  const gaussian = Math.exp(-0.5 * coarse * coarse) * Math.exp(-0.5 * (z - coarse) * (z + coarse));
  if (z <= FAR) return (gaussian * polynomial(TAIL_NUMERATOR, z)) / polynomial(TAIL_DENOMINATOR, z);
  const inverse = 1 / (z * z);
  const correction = (inverse * polynomial(FAR_NUMERATOR, inverse)) / polynomial(FAR_DENOMINATOR, inverse);
  return (gaussian * (TAIL_COEFFICIENT - correction)) / z;
}

/** Horner's rule; coefficients ascend by power. */
function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (let index = coefficients.length - 1; index >= 0; index--) value = value * x + coefficients[index]!;
  return value;
}

/**
 * The standard normal quantile Φ⁻¹(p): −∞ at 0, ∞ at 1; relative error about 1e−16.
 *
 * Algorithm AS 241 (PPND16), M. J. Wichura, Appl. Statist. 37 (1988) 477–484. Written out rather than looped
 * over arrays because every lognormal variate passes through here.
 */
export function normalQuantile(p: number): number {
  const centred = p - 0.5;
  if (centred >= -0.425 && centred <= 0.425) {
    const r = 0.180625 - centred * centred;
    return (
      (centred *
        (((((((2509.0809287301227 * r + 33430.57558358813) * r + 67265.7709270087) * r + 45921.95393154987) *
          r +
          13731.69376550946) *
          r +
          1971.5909503065513) *
          r +
          133.14166789178438) *
          r +
          3.3871328727963665)) /
      (((((((5226.495278852854 * r + 28729.085735721943) * r + 39307.89580009271) * r + 21213.794301586597) *
        r +
        5394.196021424751) *
        r +
        687.1870074920579) *
        r +
        42.31333070160091) *
        r +
        1)
    );
  }
  const tail = centred < 0 ? p : 1 - p;
  if (!(tail > 0))
    return tail === 0 ? (centred < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY) : Number.NaN;
  return Math.sign(centred) * quantileOfTail(Math.sqrt(-Math.log(tail)));
}

/** Φ⁻¹(1 − e^(−root²)) for tails below 7.5 %. */
function quantileOfTail(root: number): number {
  if (root <= 5) {
    const r = root - 1.6;
    return (
      (((((((0.0007745450142783414 * r + 0.022723844989269184) * r + 0.2417807251774506) * r +
        1.2704582524523684) *
        r +
        3.6478483247632045) *
        r +
        5.769497221460691) *
        r +
        4.630337846156546) *
        r +
        1.4234371107496835) /
      (((((((1.0507500716444169e-9 * r + 0.0005475938084995345) * r + 0.015198666563616457) * r +
        0.14810397642748008) *
        r +
        0.6897673349851) *
        r +
        1.6763848301838038) *
        r +
        2.053191626637759) *
        r +
        1)
    );
  }
  const r = root - 5;
  return (
    (((((((2.0103343992922881e-7 * r + 2.7115555687434876e-5) * r + 0.0012426609473880784) * r +
      0.026532189526576124) *
      r +
      0.29656057182850487) *
      r +
      1.7848265399172913) *
      r +
      5.463784911164114) *
      r +
      6.657904643501103) /
    (((((((2.0442631033899397e-15 * r + 1.421511758316446e-7) * r + 1.8463183175100548e-5) * r +
      0.0007868691311456133) *
      r +
      0.014875361290850615) *
      r +
      0.1369298809227358) *
      r +
      0.599832206555888) *
      r +
      1)
  );
}
