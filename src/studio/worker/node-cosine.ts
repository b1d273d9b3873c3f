import { highOf, withHigh } from './double-bits.js';

/** Further digits of π/2: number of lost bits that requires them, the digits, and their remainder. */
const FURTHER_DIGITS = [
  [16, 6.077100506303966e-11, 2.0222662487959506e-21],
  [49, 2.0222662487111665e-21, 8.4784276603689e-32],
] as const;
const engineCos = Math.cos;

/** The cosine of `x + y`, between plus and minus a quarter of pi. */
function cosNearZero(x: number, y: number): number {
  const ix = highOf(x) & 0x7fffffff;
  if (ix < 0x3e400000) return 1;
  const z = x * x;
  const r =
    z *
    (0.0416666666666666 +
      z *
        (-0.001388888888887411 +
          z *
            (0.00002480158728947673 +
              z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11)))));
  if (ix < 0x3fd33333) return 1 - (0.5 * z - (z * r - x * y));
  const quarter = ix > 0x3fe90000 ? 0.28125 : withHigh(0, ix - 0x00200000);
  return 1 - quarter - (0.5 * z - quarter - (z * r - x * y));
}

/** The sine of `x + y`, between plus and minus a quarter of pi. */
function sinNearZero(x: number, y: number): number {
  if ((highOf(x) & 0x7fffffff) < 0x3e400000) return x;
  const z = x * x;
  const v = z * x;
  const r =
    0.00833333333332249 +
    z *
      (-0.0001984126982985795 +
        z * (0.0000027557313707070068 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)));
  return x - (z * (0.5 * y - v * r) - y - v * -0.16666666666666632);
}

/**
 * The cosine as V8 in Node 20 computes it.
 * Source: fdlibm, e_rem_pio2.c, k_cos.c, k_sin.c, s_cos.c. Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 * Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice is preserved.
 */
export function cos(value: number): number {
  const x = Math.abs(value);
  const ix = highOf(x);
  if (ix <= 0x3fe921fb) return cosNearZero(x, 0);
  // Rates rarely have larger arguments.
  if (ix > 0x413921fb) return engineCos(value);
  const turns = Math.trunc(x * 0.6366197723675814 + 0.5);
  let r = x - turns * 1.5707963267341256;
  let w = turns * 6.077100506506192e-11;
  const exponentsLost = () => (ix >> 20) - ((highOf(r - w) >> 20) & 0x7ff);
  if (turns >= 32 || ix === highOf(turns * (Math.PI / 2))) {
    for (const [most, next, rest] of FURTHER_DIGITS) {
      if (exponentsLost() <= most) break;
      const t = r;
      w = turns * next;
      r = t - w;
      w = turns * rest - (t - r - w);
    }
  }
  const high = r - w;
  const low = r - high - w;
  const quadrant = turns % 4;
  const found = quadrant % 2 === 0 ? cosNearZero(high, low) : sinNearZero(high, low);
  return quadrant === 1 || quadrant === 2 ? -found : found;
}
