import { highOf, powerOfTwo, withoutLow } from './double-bits.js';
import { cos } from './node-cosine.js';

/**
 * Exponentials, logarithms and cosines as computed by V8 in Node 20; other engines differ in the last digit. Installed
 * in the worker, so that a page shows the same digits as `neap run`. Constants and branches are those of fdlibm.
 * Source: fdlibm, e_exp.c, e_log.c, e_log2.c, s_expm1.c, s_log1p.c. Copyright (C) 1993 by Sun Microsystems, Inc. All
 * rights reserved.
 * Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice is
 * preserved.
 */
const LN2_HI = 0.6931471803691238;
const LN2_LO = 1.9082149292705877e-10;
const INVERSE_LN2_HI = 1.4426950407214463;
const INVERSE_LN2_LO = 1.6751713164886512e-10;

function exp(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > 709.782712893384) return Number.POSITIVE_INFINITY;
  if (x < -745.1332191019411) return 0;
  const hx = highOf(x) & 0x7fffffff;
  let hi = 0;
  let lo = 0;
  let k = 0;
  let r = x;
  if (hx > 0x3fd62e42) {
    if (hx < 0x3ff0a2b2) {
      if (x === 1) return Math.E;
      hi = x < 0 ? x + LN2_HI : x - LN2_HI;
      lo = x < 0 ? -LN2_LO : LN2_LO;
      k = x < 0 ? -1 : 1;
    } else {
      k = Math.trunc(Math.LOG2E * x + (x < 0 ? -0.5 : 0.5));
      hi = x - k * LN2_HI;
      lo = k * LN2_LO;
    }
    r = hi - lo;
  } else if (hx < 0x3e300000) return 1 + x;
  const t = r * r;
  const c =
    r -
    t *
      (0.16666666666666602 +
        t *
          (-0.0027777777777015593 +
            t * (0.00006613756321437934 + t * (-0.0000016533902205465252 + t * 4.1381367970572385e-8))));
  if (k === 0) return 1 - ((r * c) / (c - 2) - r);
  const y = 1 - (lo - (r * c) / (2 - c) - hi);
  if (k >= -1021) {
    if (k === 1024) return y * 2 * powerOfTwo(1023);
    return y * powerOfTwo(k);
  }
  return y * powerOfTwo(k + 1000) * powerOfTwo(-1000);
}

function log(value: number): number {
  let x = value;
  let hx = highOf(x);
  let k = 0;
  if (hx < 0x00100000) {
    if (x === 0) return Number.NEGATIVE_INFINITY;
    if (hx < 0 || Number.isNaN(x)) return Number.NaN;
    k -= 54;
    x *= 18014398509481984;
    hx = highOf(x);
  }
  if (hx >= 0x7ff00000) return x + x;
  let exponent = (hx >> 20) - 1023;
  hx &= 0x000fffff;
  let i = (hx + 0x95f64) & 0x100000;
  exponent += i >> 20;
  x *= powerOfTwo(-exponent);
  k += exponent;
  const f = x - 1;
  if ((0x000fffff & (2 + hx)) < 3) {
    if (f === 0) return k === 0 ? 0 : k * LN2_HI + k * LN2_LO;
    const R = f * f * (0.5 - 0.3333333333333333 * f);
    return k === 0 ? f - R : k * LN2_HI - (R - k * LN2_LO - f);
  }
  const s = f / (2 + f);
  const z = s * s;
  i = hx - 0x6147a;
  const w = z * z;
  const j = 0x6b851 - hx;
  const t1 = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373));
  const t2 =
    z * (0.6666666666666735 + w * (0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)));
  i |= j;
  const R = t2 + t1;
  if (i > 0) {
    const h = 0.5 * f * f;
    return k === 0 ? f - (h - s * (h + R)) : k * LN2_HI - (h - (s * (h + R) + k * LN2_LO) - f);
  }
  return k === 0 ? f - s * (f - R) : k * LN2_HI - (s * (f - R) - k * LN2_LO - f);
}

function log1p(x: number): number {
  const hx = highOf(x);
  const ax = hx & 0x7fffffff;
  let k = 1;
  let f = 0;
  let hu = 1;
  let c = 0;
  if (hx < 0x3fda827a) {
    if (ax >= 0x3ff00000) return x === -1 ? Number.NEGATIVE_INFINITY : Number.NaN;
    if (ax < 0x3e200000) return ax < 0x3c900000 ? x : x - x * x * 0.5;
    if (hx > 0 || hx <= (0xbfd2bec4 | 0)) {
      k = 0;
      f = x;
      hu = 1;
    }
  }
  if (hx >= 0x7ff00000) return x + x;
  if (k !== 0) {
    let u: number;
    if (hx < 0x43400000) {
      u = 1 + x;
      hu = highOf(u);
      k = (hu >> 20) - 1023;
      c = k > 0 ? 1 - (u - x) : x - (u - 1);
      c /= u;
    } else {
      u = x;
      hu = highOf(u);
      k = (hu >> 20) - 1023;
      c = 0;
    }
    hu &= 0x000fffff;
    if (hu >= 0x6a09e) {
      k += 1;
      hu = (0x00100000 - hu) >> 2;
    }
    f = u * powerOfTwo(-k) - 1;
  }
  const hfsq = 0.5 * f * f;
  if (hu === 0) {
    if (f === 0) {
      if (k === 0) return 0;
      c += k * LN2_LO;
      return k * LN2_HI + c;
    }
    const R = hfsq * (1 - 0.6666666666666666 * f);
    return k === 0 ? f - R : k * LN2_HI - (R - (k * LN2_LO + c) - f);
  }
  const s = f / (2 + f);
  const z = s * s;
  const R =
    z *
    (0.6666666666666735 +
      z *
        (0.3999999999940942 +
          z *
            (0.2857142874366239 +
              z *
                (0.22222198432149784 +
                  z * (0.1818357216161805 + z * (0.15313837699209373 + z * 0.14798198605116586))))));
  return k === 0
    ? f - (hfsq - s * (hfsq + R))
    : k * LN2_HI - (hfsq - (s * (hfsq + R) + (k * LN2_LO + c)) - f);
}

function expm1(value: number): number {
  let x = value;
  const high = highOf(x);
  const isNegative = high < 0;
  const hx = high & 0x7fffffff;
  let hi = 0;
  let lo = 0;
  let c = 0;
  let k = 0;
  if (Number.isNaN(x)) return x;
  if (hx >= 0x4043687a) {
    if (x > 709.782712893384) return Number.POSITIVE_INFINITY;
    if (isNegative) return -1;
  }
  if (hx > 0x3fd62e42) {
    if (hx < 0x3ff0a2b2) {
      hi = isNegative ? x + LN2_HI : x - LN2_HI;
      lo = isNegative ? -LN2_LO : LN2_LO;
      k = isNegative ? -1 : 1;
    } else {
      k = Math.trunc(Math.LOG2E * x + (isNegative ? -0.5 : 0.5));
      hi = x - k * LN2_HI;
      lo = k * LN2_LO;
    }
    x = hi - lo;
    c = hi - x - lo;
  } else if (hx < 0x3c900000) return x;
  const hfx = 0.5 * x;
  const hxs = x * hfx;
  const r1 =
    1 +
    hxs *
      (-0.03333333333333313 +
        hxs *
          (0.0015873015872548146 +
            hxs * (-0.0000793650757867488 + hxs * (0.000004008217827329362 + hxs * -2.0109921818362437e-7))));
  const t = 3 - r1 * hfx;
  let e = hxs * ((r1 - t) / (6 - x * t));
  if (k === 0) return x - (x * e - hxs);
  e = x * (e - c) - c;
  e -= hxs;
  if (k === -1) return 0.5 * (x - e) - 0.5;
  if (k === 1) return x < -0.25 ? -2 * (e - (x + 0.5)) : 1 + 2 * (x - e);
  if (k <= -2 || k > 56) {
    const y = 1 - (e - x);
    return (k === 1024 ? y * 2 * powerOfTwo(1023) : y * powerOfTwo(k)) - 1;
  }
  const rest = powerOfTwo(-k);
  if (k < 20) return (1 - rest - (e - x)) * powerOfTwo(k);
  return (x - (e + rest) + 1) * powerOfTwo(k);
}

function log2(value: number): number {
  let x = value;
  let hx = highOf(x);
  let k = 0;
  if (hx < 0x00100000) {
    if (x === 0) return Number.NEGATIVE_INFINITY;
    if (hx < 0 || Number.isNaN(x)) return Number.NaN;
    k -= 54;
    x *= 18014398509481984;
    hx = highOf(x);
  }
  if (hx >= 0x7ff00000) return x + x;
  if (x === 1) return 0;
  let exponent = (hx >> 20) - 1023;
  hx &= 0x000fffff;
  exponent += (hx + 0x95f64) >> 20;
  x *= powerOfTwo(-exponent);
  k += exponent;
  const f = x - 1;
  const hfsq = 0.5 * f * f;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const t1 = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373));
  const t2 =
    z * (0.6666666666666735 + w * (0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)));
  const r = s * (hfsq + (t2 + t1));
  const hi = withoutLow(f - hfsq);
  const lo = f - hi - hfsq + r;
  const whole = hi * INVERSE_LN2_HI;
  const sum = k + whole;
  return (lo + hi) * INVERSE_LN2_LO + lo * INVERSE_LN2_HI + (k - sum + whole) + sum;
}

Object.assign(Math, { exp, log, log1p, log2, expm1, cos });
