/** How sure a fact is: read in a first-party text, older or indirect, or from one third party. */
export type RowConfidence = 'H' | 'M' | 'L';

/** Common fields of every dated fact of a vendor. */
interface DatedRow {
  /** The plans it applies to. */
  readonly tier: readonly string[];
  /** First day it applied, `YYYY-MM-DD`. */
  readonly from: string;
  /** Last day it applied; left out: it still does. */
  readonly to?: string;
  /** The day of its latest check. */
  readonly seen: string;
  /** A key of the vendor's sources. */
  readonly src: string;
  readonly conf: RowConfidence;
  /** Uncertainties, and items that are not charged, with the reason. */
  readonly note?: string;
}

/** The items that a vendor sells. */
export type PriceItem =
  | 'base_fee'
  | 'minimum'
  | 'compute'
  | 'storage'
  | 'restore_history'
  | 'snapshot'
  | 'extra_branch'
  | 'egress_public'
  | 'egress_private';

/** A price in US dollars from one day to another. */
export interface PriceRow extends DatedRow {
  readonly item: PriceItem;
  readonly usd: number;
  readonly per: 'CU-hour' | 'GB-month' | 'GB' | 'branch-month' | 'month';
}

/** The limits and included amounts of a plan; the unit is the end of the name. */
export type LimitItem =
  | 'cu_hours'
  | 'max_autoscaling_cu'
  | 'max_fixed_cu'
  | 'autoscaling_spread_cu'
  | 'active_computes'
  | 'suspend_timeout_min_s'
  | 'suspend_timeout_max_s'
  | 'suspend_timeout_never'
  | 'projects'
  | 'branches'
  | 'branches_max'
  | 'storage_gb'
  | 'storage_account_gb'
  | 'branch_gb'
  | 'egress_gb'
  | 'restore_window_default_s'
  | 'restore_window_max_s'
  | 'restore_history_gb'
  | 'snapshots'
  | 'snapshot_schedules'
  | 'private_networking';

/**
 * The consequence of reaching a limit: computes are suspended until the month ends, writes fail, the request is
 * refused, or more is billed.
 */
export type WhenExhausted = 'suspend' | 'writes_fail' | 'refuse' | 'bill';

/** A limit of a plan from one day to another. */
export interface LimitRow extends DatedRow {
  readonly item: LimitItem;
  readonly value: number;
  /** Whose limit it is. */
  readonly per: 'compute' | 'branch' | 'project' | 'organization';
  readonly exhausted: WhenExhausted;
  /** Whether the vendor raises the limit on request. */
  readonly on_request?: boolean;
}

/** Prices and limits of one vendor. A row is never overwritten: a change ends one row and begins another. */
export interface VendorBook {
  readonly id: string;
  readonly title: string;
  readonly sources: Readonly<Record<string, string>>;
  /** The default plan of an account or a scenario. */
  readonly default_plan: string;
  /** An invoice of less is not collected, in US dollars. */
  readonly least_collected_usd: number;
  readonly prices: readonly PriceRow[];
  readonly limits: readonly LimitRow[];
}

/** The row of an item and a plan that applies on a day, `YYYY-MM-DD`. */
export function rowOn<Row extends DatedRow & { readonly item: string }>(
  rows: readonly Row[],
  item: Row['item'],
  plan: string,
  day: string,
): Row | undefined {
  return rows.find(
    (row) =>
      row.item === item &&
      row.tier.includes(plan) &&
      row.from <= day &&
      (row.to === undefined || day <= row.to),
  );
}
