import type { ScenarioAssumption } from './assumption.js';

/** What a project stores, how it changes and what leaves it; rates are by the second. */
export interface DataSpecification {
  /** Logical size of the root branch at the start, in bytes. */
  readonly logical_size_bytes: number;
  readonly growth_bytes_per_second: number;
  /** What is written to the root branch: the change history that instant restore keeps. */
  readonly written_bytes_per_second: number;
  readonly history_retention_seconds: number;
  /** Manual snapshots that are kept, each as large as the data at the start. */
  readonly manual_snapshots: number;
  /** Scheduled snapshots: the first is full, each later one has what was written since. */
  readonly scheduled_snapshots: { readonly every_seconds: number; readonly keep: number };
  /** Sent to clients for a query that completes. */
  readonly egress_bytes_per_query: number;
  /** Sent to subscribers of logical replication, all of them together; of a fleet the mean of a tenant. */
  readonly replicated_bytes_per_second: number;
  /** The part of transfer that takes a private link, in [0, 1]; there, what is written is transferred as well. */
  readonly private_share: number;
  /** Child branches that stand all the time, beside those of the computes. */
  readonly branches: number;
  /** How long they have been there at the start. */
  readonly branch_age_seconds: number;
  readonly branch_written_bytes_per_second: number;
  /** What an invoice takes these figures to be, and why: nothing of a run depends on them. */
  readonly assumptions: readonly ScenarioAssumption[];
}
