import type { QuotaSpecification, Scenario } from '../../scenario/scenario.js';
import type { Allowance } from '../../simulation/run/allowances.js';
import type { QuotaCause } from '../../simulation/run/observation.js';

/** Work of all computes in a period. */
export interface TimeUse {
  readonly seconds: number;
  readonly cu_seconds: number;
  /** Of all computes added up. */
  readonly active_seconds: number;
  readonly queries: number;
}

/** A quota that is about what is used in a month, not about a size. */
export type UsageQuota = Exclude<keyof QuotaSpecification, 'logical_size_bytes'>;

/** How much of each quota is used in some time, in the unit of the quota. */
export function quotaUse(
  { egress_bytes_per_query, replicated_bytes_per_second, written_bytes_per_second }: Scenario['data'],
  { seconds, cu_seconds, active_seconds, queries }: TimeUse,
): Readonly<Record<UsageQuota, number>> {
  return {
    compute_time_seconds: cu_seconds,
    active_time_seconds: active_seconds,
    data_transfer_bytes: queries * egress_bytes_per_query + seconds * replicated_bytes_per_second,
    written_data_bytes: seconds * written_bytes_per_second,
  };
}

const PLAN_CAPS: Readonly<Partial<Record<Allowance['name'], string>>> = {
  compute_time_seconds: 'hours',
  data_transfer_bytes: 'transfer',
  logical_size_bytes: 'storage',
};

/** An allowance's name in bills and forecasts: the field of a quota, or the plan's in words. */
export function capName({ name, of }: Pick<Allowance, 'name' | 'of'>, plan: string): string {
  return of === 'quota' ? name : `${PLAN_CAPS[name] ?? name} of the ${plan} plan`;
}

/** The allowance that is used up, by the cause of a suspension. */
const CAUSES: Readonly<Record<QuotaCause, Pick<Allowance, 'name' | 'of'>>> = {
  plan: { name: 'compute_time_seconds', of: 'plan' },
  plan_transfer: { name: 'data_transfer_bytes', of: 'plan' },
  compute_time: { name: 'compute_time_seconds', of: 'quota' },
  active_time: { name: 'active_time_seconds', of: 'quota' },
  data_transfer: { name: 'data_transfer_bytes', of: 'quota' },
  written_data: { name: 'written_data_bytes', of: 'quota' },
};

/** The allowance that is used up when computes are suspended for a cause. */
export function causeAllowance(cause: QuotaCause): Pick<Allowance, 'name' | 'of'> {
  return CAUSES[cause];
}
