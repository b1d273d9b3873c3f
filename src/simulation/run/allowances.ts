import type { Scenario } from '../../scenario/scenario.js';
import type { QuotaSpecification } from '../../scenario/sections/quota.js';
import { lastDay, limitOn } from '../../vendors/plan-limits.js';
import type { LimitItem } from '../../vendors/vendor-book.js';

/** A limited resource of a project: per calendar month or, for the size of its data, at any time. */
export interface Allowance {
  /** The field of the API's quota that counts it. The limit is in the unit of that field. */
  readonly name: keyof QuotaSpecification;
  readonly limit: number;
  /** The source of the limit: the plan, or the project's quota. */
  readonly of: 'plan' | 'quota';
  /** Effect of reaching the limit: computes are suspended until the month ends, or writes fail. */
  readonly effect: 'suspends' | 'stops writes';
}

/** Limits of a plan whose effect is neither a refusal nor a bill, with the field that counts the same resource. */
const PLAN_ALLOWANCES: readonly (readonly [LimitItem, Allowance['name'], units: number])[] = [
  ['cu_hours', 'compute_time_seconds', 3600],
  ['egress_gb', 'data_transfer_bytes', 1e9],
  ['storage_gb', 'logical_size_bytes', 1e9],
];

/**
 * Limits of the plan and the quota of a scenario per calendar month. A limit that the vendor raised within the month
 * applies to all of it.
 *
 * @param month `YYYY-MM`
 */
export function allowancesIn(
  { plan, quota }: Pick<Scenario, 'plan' | 'quota'>,
  month: string,
): readonly Allowance[] {
  const ofPlan = PLAN_ALLOWANCES.flatMap(([item, name, units]): readonly Allowance[] => {
    const row = limitOn(plan, item, lastDay(month));
    if (row?.exhausted !== 'suspend' && row?.exhausted !== 'writes_fail') return [];
    const effect = row.exhausted === 'suspend' ? 'suspends' : 'stops writes';
    return [{ name, limit: row.value * units, of: 'plan', effect }];
  });
  const own = (Object.keys(quota) as Allowance['name'][]).map((name): Allowance => {
    const effect = name === 'logical_size_bytes' ? 'stops writes' : 'suspends';
    return { name, limit: quota[name]!, of: 'quota', effect };
  });
  return [...ofPlan, ...own];
}

/** The first month of a scenario, `YYYY-MM`. */
export function firstMonth({ start }: Pick<Scenario, 'start'>): string {
  return start.slice(0, 7);
}

export function planSuspends(plan: Scenario['plan'], month: string): boolean {
  return allowancesIn({ plan, quota: {} }, month).some(({ effect }) => effect === 'suspends');
}
