import type { RandomStream } from '../../kernel/random-stream.js';

/** More levels than this would be more slots than a run can use. */
const MOST_LEVELS = 24;

/**
 * Splits a total over 2^levels slots by the b-model, a self-similar cascade: each half of a stretch gets a share
 * `bias` or 1 − `bias` of what the stretch has, and chance says which half gets which.
 *
 * Expected arrivals a slot, for the rate `series` or the process `counts`. A bias of ½ is even, one of 0.6 to 0.8
 * is as bursty as measured traffic (Wang, Madhyastha, Chan, Papadimitriou and Faloutsos, ICDE 2002). Takes one
 * uniform a split. Throws a RangeError for a bias outside [½, 1] or levels that are not a whole number of 0 to 24.
 *
 * @returns 2^levels values that sum to `total`
 */
export function bModelSeries(
  total: number,
  bias: number,
  levels: number,
  stream: RandomStream,
): Float64Array<ArrayBuffer> {
  if (!(bias >= 0.5 && bias <= 1)) {
    throw new RangeError(`b-model: expected a bias from 0.5 to 1, got ${bias}`);
  }
  if (!(Number.isInteger(levels) && levels >= 0 && levels <= MOST_LEVELS)) {
    throw new RangeError(
      `b-model: expected a whole number of levels from 0 to ${MOST_LEVELS}, got ${levels}`,
    );
  }
  const slots = new Float64Array(1 << levels);
  slots[0] = total;
  for (let width = slots.length; width > 1; width /= 2) {
    for (let start = 0; start < slots.length; start += width) {
      const mass = slots[start]!;
      const left = stream.uniform() < 0.5 ? bias : 1 - bias;
      slots[start] = mass * left;
      slots[start + width / 2] = mass * (1 - left);
    }
  }
  return slots;
}
