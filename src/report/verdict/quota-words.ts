import type { LimitReached } from '../../cost/bill/limits-reached.js';
import { bytesText, dollars, duration, number } from '../figures/figure-text.js';

/** An amount of what a cap is about, by its name in a bill. */
export function capAmount(name: string, value: number): string {
  if (/_bytes$|^(transfer|storage) of/.test(name)) return bytesText(value);
  if (name === 'spending_limit_cents') return dollars(value / 100);
  if (name === 'compute_time_seconds') return `${number(value / 3600)} CU-hours`;
  return name.endsWith('_seconds') ? duration(value) : `${number(value)} CU-hours`;
}

/** A limit in a sentence: `the 5 GB of transfer of the free plan`. */
export function limitName({ name, limit }: Pick<LimitReached, 'name' | 'limit'>): string {
  const [what, plan] = name.split(' of the ');
  if (plan === undefined) return `quota.${name}${name.endsWith('_bytes') ? ` of ${bytesText(limit)}` : ''}`;
  return `the ${capAmount(name, limit)}${what === 'hours' ? '' : ` of ${what}`} of the ${plan}`;
}

/** The same with its verb: `the 5 GB of transfer of the free plan are used up`. */
export function usedUp(limit: Pick<LimitReached, 'name' | 'limit'>): string {
  return `${limitName(limit)} ${limit.name.includes(' of the ') ? 'are' : 'is'} used up`;
}

/** A cap in a sentence. @param name as a bill has it */
export function capWords(name: string): string {
  return name.includes(' of the ') ? `the ${name}` : `quota.${name}`;
}
