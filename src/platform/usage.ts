/** Consumption of computes within one billing period. */
export interface UsageTotals {
  /** Seconds in which computes were active, added up over computes. */
  readonly active_seconds: number;
  /** CU-seconds: the integral of the current size over active time. */
  readonly compute_seconds: number;
}

/** What a project or a branch has consumed in one billing period, as stored. */
export interface UsageRecord extends UsageTotals {
  /** Project or branch. */
  readonly id: string;
  readonly project_id: string;
  /** Start of the billing period the totals belong to. */
  readonly period_start_ms: number;
}

/** What a branch has consumed in one hour, as stored. */
export interface HourRecord {
  /** `<branch id>/<start of the hour, in hours since the epoch>` */
  readonly id: string;
  readonly project_id: string;
  readonly branch_id: string;
  readonly hour: number;
  readonly compute_seconds: number;
}

/** No consumption. */
export const NO_USAGE: UsageTotals = { active_seconds: 0, compute_seconds: 0 };
