import { HOUR_SECONDS } from '../../kernel/units.js';
import type { DataSpecification } from '../../scenario/scenario.js';
import { type MetricUse, NO_USE } from '../../vendors/invoice-metrics.js';
import type { ProjectUse } from './invoice.js';

/** A period for which a project is billed. */
export interface BilledTime {
  /** Since the scenario's start, when the data begins to grow; less than 0 before it. */
  readonly from_seconds: number;
  readonly to_seconds: number;
  readonly cu_seconds: number;
  readonly queries: number;
  /** Child branches of the computes, in addition to those of the data. */
  readonly compute_branches: number;
}

/** The integral over [from, to] of min(a + b·t, c + d·t), for lines that begin at 0 or more: bytes times seconds. */
export function lesserIntegral(
  [a, b]: readonly [number, number],
  [c, d]: readonly [number, number],
  from: number,
  to: number,
): number {
  const area = (at: number, rate: number, start: number, end: number): number =>
    at * (end - start) + (rate * (end * end - start * start)) / 2;
  const lesser = (start: number, end: number): number => {
    const middle = (start + end) / 2;
    return a + b * middle <= c + d * middle ? area(a, b, start, end) : area(c, d, start, end);
  };
  const crossing = b === d ? Number.NaN : (c - a) / (b - d);
  return crossing > from && crossing < to ? lesser(from, crossing) + lesser(crossing, to) : lesser(from, to);
}

/** Bytes per second that are transferred whether or not queries complete. */
export interface StandingTransfer {
  readonly public: number;
  readonly private: number;
}

/**
 * Transfer that does not follow from queries. Data sent to subscribers of logical replication counts like any other
 * transfer. A private link is metered in both directions, so that data written over it counts as well.
 *
 * Source: platform documentation, plans page of 2026-03-20 and network transfer page of 2026-03-09.
 */
export function standingTransfer(data: DataSpecification): StandingTransfer {
  const { replicated_bytes_per_second: replicated, written_bytes_per_second: written, private_share } = data;
  return { public: replicated * (1 - private_share), private: (replicated + written) * private_share };
}

/**
 * A project's use of each metric in a period.
 *
 * - Root storage: the logical size over time.
 * - Child storage: for each child the smaller of the data written since it was created and the logical size.
 * - Instant restore: data written within the window, for root branches only.
 * - Snapshots: manual ones are full copies; of a schedule the first is, and each later one what was written since.
 *
 * Source: platform documentation, plans page of 2026-03-20 and usage and cost calculations of 2026-05-28.
 */
export function dataUse(
  data: DataSpecification,
  { from_seconds: from, to_seconds: to, cu_seconds, queries, compute_branches }: BilledTime,
): MetricUse {
  const seconds = to - from;
  const size = [data.logical_size_bytes, data.growth_bytes_per_second] as const;
  const byteHours = (byte_seconds: number): number => byte_seconds / HOUR_SECONDS;
  const [start, end] = [Math.max(0, from), Math.max(0, to)];
  const before_seconds = seconds - (end - start);
  const stored = (one: readonly [number, number]): number =>
    before_seconds * Math.min(one[0], size[0]) + lesserIntegral(one, size, start, end);
  const root = stored(size);
  const rate = data.branch_written_bytes_per_second;
  const child = (age_seconds: number): number => stored([age_seconds * rate, rate]);
  const history = data.written_bytes_per_second * data.history_retention_seconds * seconds;
  const { every_seconds, keep } = data.scheduled_snapshots;
  const manual = data.manual_snapshots * data.logical_size_bytes * seconds;
  const scheduled =
    keep > 0 ? root + (keep - 1) * data.written_bytes_per_second * every_seconds * seconds : 0;
  const sent = queries * data.egress_bytes_per_query;
  const standing = standingTransfer(data);
  return {
    ...NO_USE,
    compute_unit_seconds: cu_seconds,
    root_branch_bytes_month: byteHours(root),
    child_branch_bytes_month: byteHours(
      compute_branches * child(0) + data.branches * child(data.branch_age_seconds),
    ),
    instant_restore_bytes_month: byteHours(history),
    snapshot_storage_bytes_month: byteHours(manual + scheduled),
    public_network_transfer_bytes: sent * (1 - data.private_share) + standing.public * seconds,
    private_network_transfer_bytes: sent * data.private_share + standing.private * seconds,
    extra_branches_month: ((data.branches + compute_branches) * seconds) / HOUR_SECONDS,
  };
}

/** Branches that come and go, as means over time that are added to a stretch. */
export interface MeanPreviews {
  readonly branches: number;
  readonly extra_branches: number;
  readonly stored_bytes: number;
  /** CU of all of them together. */
  readonly cu: number;
}

/** A stretch's use with that of branches that come and go. */
export function withPreviews(project: ProjectUse, seconds: number, mean: MeanPreviews): ProjectUse {
  const hours = seconds / HOUR_SECONDS;
  const { use } = project;
  return {
    use: {
      ...use,
      compute_unit_seconds: use.compute_unit_seconds + mean.cu * seconds,
      child_branch_bytes_month: use.child_branch_bytes_month + mean.stored_bytes * hours,
      extra_branches_month: use.extra_branches_month + mean.branches * hours,
    },
    extra_branch_hours: project.extra_branch_hours + mean.extra_branches * hours,
  };
}

/** The same with the branch-hours beyond the included children: their number does not change within the stretch. */
export function projectUse(data: DataSpecification, time: BilledTime, included_children: number): ProjectUse {
  const extra = Math.max(0, data.branches + time.compute_branches - included_children);
  const hours = (time.to_seconds - time.from_seconds) / HOUR_SECONDS;
  return { use: dataUse(data, time), extra_branch_hours: extra * hours };
}
