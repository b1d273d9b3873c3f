import { sum } from '../kernel/sums.js';

/** Corrections of one part before another is tried: each one halves what is left or settles it. */
const MAX_CORRECTIONS = 64;

/**
 * Divides a sum of money among parts in proportion to their weights (evenly when all weights are 0), so that
 * the parts, added in order, give the whole to the last bit. The largest part takes the rounding.
 */
export function attributed(whole: number, weights: readonly number[]): readonly number[] {
  const weight = sum(weights);
  return settled(
    whole,
    weights.map((own) => (weight > 0 ? (whole * own) / weight : whole / weights.length)),
  );
}

/** Adjusts one of `parts`, which add up to `whole` except for rounding, so that they add up exactly. */
export function settled(whole: number, parts: readonly number[]): readonly number[] {
  // Sums round half to even, so there are cases that the largest part cannot settle and another one can.
  const bySize = parts.map((_, index) => index).sort((a, b) => parts[b]! - parts[a]!);
  for (const index of bySize) {
    const exact = corrected(whole, parts, index);
    if (exact !== undefined) return exact;
  }
  return parts;
}

/** The parts with one part corrected, or `undefined` if no value of it makes the sum exact. */
function corrected(whole: number, parts: readonly number[], index: number): readonly number[] | undefined {
  const exact = [...parts];
  let step = whole - sum(exact);
  for (let correction = 0; correction < MAX_CORRECTIONS; correction++) {
    if (step === 0) return sum(exact) === whole ? exact : undefined;
    exact[index]! += step;
    const left = whole - sum(exact);
    // A step that overshoots is taken back by half, since each part may be finer than the whole.
    step = left === 0 || Math.sign(left) === Math.sign(step) ? left : -step / 2;
  }
  return undefined;
}
