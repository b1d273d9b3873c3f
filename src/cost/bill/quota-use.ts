import type { QuotaSpecification, Scenario } from '../../scenario/scenario.js';

/** What all computes do in some time. */
export interface TimeUse {
  readonly seconds: number;
  readonly cu_seconds: number;
  /** Of all computes added up. */
  readonly active_seconds: number;
  /** Completed. */
  readonly queries: number;
}

/** A quota that is about what is used in a month, not about a size. */
export type UsageQuota = Exclude<keyof QuotaSpecification, 'logical_size_bytes'>;

/** How much of each quota is used in some time, in the unit of the quota. */
export function quotaUse(
  { egress_bytes_per_query, written_bytes_per_second }: Scenario['data'],
  { seconds, cu_seconds, active_seconds, queries }: TimeUse,
): Readonly<Record<UsageQuota, number>> {
  return {
    compute_time_seconds: cu_seconds,
    active_time_seconds: active_seconds,
    data_transfer_bytes: queries * egress_bytes_per_query,
    written_data_bytes: seconds * written_bytes_per_second,
  };
}

/** What a bill calls the hours of a plan that has no more. */
export function planHoursName(plan: string): string {
  return `hours of the ${plan} plan`;
}
