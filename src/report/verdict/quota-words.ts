import type { LimitReached } from '../../cost/bill/limits-reached.js';
import { planHoursName } from '../../cost/bill/quota-use.js';
import type { ForecastMonth } from '../../study/growth/forecast-result.js';
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

type UsedUp = Pick<ForecastMonth, 'hours_used_up' | 'cap_used_up'>;

/** The column of the day on which a cap is used up, with its name where it is not that of the plan; none where all last. */
export function usedUpColumn(
  months: readonly UsedUp[],
  plan: string,
): { readonly head: string; readonly cell: (month: UsedUp) => string } | undefined {
  const caps = new Set(months.map(({ cap_used_up }) => cap_used_up).filter((cap) => cap !== null));
  if (caps.size === 0) return undefined;
  const [only] = caps;
  if (caps.size === 1 && only === planHoursName(plan)) {
    return { head: `${plan} hours used up on`, cell: ({ hours_used_up }) => hours_used_up ?? '' };
  }
  return {
    head: 'cap used up on',
    cell: ({ hours_used_up, cap_used_up }) =>
      hours_used_up === null ? '' : `${hours_used_up}: ${cap_used_up}`,
  };
}
