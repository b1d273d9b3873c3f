/** The lines of an invoice, by the names of the platform's consumption API. */
export const INVOICE_METRICS = [
  'compute_unit_seconds',
  'root_branch_bytes_month',
  'child_branch_bytes_month',
  'instant_restore_bytes_month',
  'snapshot_storage_bytes_month',
  'public_network_transfer_bytes',
  'private_network_transfer_bytes',
  'extra_branches_month',
] as const;

/** The name of a billed metric. */
export type InvoiceMetric = (typeof INVOICE_METRICS)[number];

/** Amounts of use by metric, in the API's raw units. */
export type MetricUse = Readonly<Record<InvoiceMetric, number>>;

/** Hours of a billing month for byte-hours and branch-hours, whatever the length of the calendar month. */
export const BILLING_MONTH_HOURS = 744;

/** A metric as the API counts it and as an invoice charges it. */
export interface MetricUnits {
  /** Its name on an invoice. */
  readonly label: string;
  readonly raw_unit: 'CU-seconds' | 'byte-hours' | 'bytes' | 'branch-hours';
  readonly billing_unit: 'CU-hours' | 'GB-months' | 'GB' | 'branch-months';
  /** Raw units of one billing unit. */
  readonly raw_per_unit: number;
}

/** Bytes of a gigabyte on an invoice: decimal ones. */
export const GB = 1e9;

const STORED = {
  raw_unit: 'byte-hours',
  billing_unit: 'GB-months',
  raw_per_unit: BILLING_MONTH_HOURS * GB,
} as const;
const TRANSFERRED = { raw_unit: 'bytes', billing_unit: 'GB', raw_per_unit: GB } as const;

/**
 * The units of each metric. Source: platform documentation, usage and cost calculations, 2026-05-28: a CU-hour is
 * 3,600 CU-seconds, a GB-month 744 · 10⁹ byte-hours, a branch-month 744 branch-hours.
 */
export const METRIC_UNITS: Readonly<Record<InvoiceMetric, MetricUnits>> = {
  compute_unit_seconds: {
    label: 'Compute',
    raw_unit: 'CU-seconds',
    billing_unit: 'CU-hours',
    raw_per_unit: 3600,
  },
  root_branch_bytes_month: { label: 'Storage, root branches', ...STORED },
  child_branch_bytes_month: { label: 'Storage, child branches', ...STORED },
  instant_restore_bytes_month: { label: 'Instant restore', ...STORED },
  snapshot_storage_bytes_month: { label: 'Snapshots', ...STORED },
  public_network_transfer_bytes: { label: 'Public transfer', ...TRANSFERRED },
  private_network_transfer_bytes: { label: 'Private transfer', ...TRANSFERRED },
  extra_branches_month: {
    label: 'Extra branches',
    raw_unit: 'branch-hours',
    billing_unit: 'branch-months',
    raw_per_unit: BILLING_MONTH_HOURS,
  },
};

export const NO_USE: MetricUse = Object.fromEntries(
  INVOICE_METRICS.map((metric) => [metric, 0]),
) as unknown as MetricUse;
