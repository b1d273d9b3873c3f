import { number } from './figure-text.js';

/** A difference as a share of what was before, with its sign. @param before not 0 */
export function changeText(difference: number, before: number): string {
  const share = difference / Math.abs(before);
  return `${share < 0 ? '-' : '+'}${number(100 * Math.abs(share))} %`;
}
