import type { LimitReached } from '../../cost/bill/limits-reached.js';
import { bytesText, number } from '../figures/figure-text.js';

/** A limit in a sentence: `the 5 GB of transfer of the free plan`. */
export function limitName({ name, limit }: Pick<LimitReached, 'name' | 'limit'>): string {
  const [what, plan] = name.split(' of the ');
  if (plan === undefined) return `quota.${name}${name.endsWith('_bytes') ? ` of ${bytesText(limit)}` : ''}`;
  return what === 'hours'
    ? `the ${number(limit)} CU-hours of the ${plan}`
    : `the ${bytesText(limit)} of ${what} of the ${plan}`;
}

/** The same with its verb: `the 5 GB of transfer of the free plan are used up`. */
export function usedUp(limit: Pick<LimitReached, 'name' | 'limit'>): string {
  return `${limitName(limit)} ${limit.name.includes(' of the ') ? 'are' : 'is'} used up`;
}

/** A cap in a sentence. @param name as a bill has it */
export function capWords(name: string): string {
  return name.includes(' of the ') ? `the ${name}` : `quota.${name}`;
}
