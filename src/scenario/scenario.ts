import type { PolicyValues } from '../compute/policy/policy-parameter.js';
import type { SizePolicy } from '../compute/policy/size-policy.js';
import type { SuspendPolicy } from '../compute/policy/suspend-policy.js';
import type { Distribution } from '../kernel/distribution.js';
import type { LoadSpecification } from '../workload/load-specification.js';

/** A validated scenario: deeply frozen plain data, in base units, with every default filled in. */
export interface Scenario {
  readonly name: string;
  /** Seeds every random stream of the run. */
  readonly seed: string;
  /** ISO 8601 UTC, to the second. */
  readonly start: string;
  /** `start` as Unix time. */
  readonly start_epoch_seconds: number;
  readonly duration_seconds: number;
  readonly plan: PlanChoice;
  /** Width of a row of the timeline. */
  readonly timeline_interval_seconds: number;
  readonly computes: readonly ComputeSpecification[];
  /** Who the computes belong to, where they were made from one template; otherwise absent. */
  readonly fleet?: FleetSpecification;
  readonly load: readonly LoadSpecification[];
  /** Ascending by time; equal times in the order of the file. */
  readonly events: readonly ScenarioEvent[];
  /** What goes wrong, ascending by time. */
  readonly faults: readonly Fault[];
  readonly slo: readonly Objective[];
  readonly model: ModelConstants;
  /** What the run rests on that the platform has not published, in the order of the catalogue. */
  readonly assumptions: readonly Assumption[];
  /** What was noticed while reading the scenario and its traces; shown, never an error. */
  readonly warnings: readonly string[];
}

/** A plan, and the day whose rules and prices apply. */
export interface PlanChoice {
  readonly name: string;
  /** `YYYY-MM-DD`, or `undefined` for the newest entry. */
  readonly as_of: string | undefined;
}

/** One compute, named as the management API names its fields. */
export interface ComputeSpecification {
  readonly name: string;
  /** The branch it serves; a branch has at most one `read_write` compute. */
  readonly branch: string;
  readonly type: 'read_write' | 'read_only';
  readonly autoscaling_limit_min_cu: number;
  readonly autoscaling_limit_max_cu: number;
  /** Seconds of inactivity before a suspend: 0 the platform's default (300), −1 never, else 60 to 604800. */
  readonly suspend_timeout_seconds: number;
  /** Draws the idle timeout anew for each idle period instead; `undefined`: `suspend_timeout_seconds` rules. */
  readonly suspend_timer: Distribution | undefined;
  /** How its size follows the load. */
  readonly size_policy: PolicyChoice<SizePolicy>;
  /** When it suspends; `fixed` obeys `suspend_timeout_seconds` or `suspend_timer`. */
  readonly suspend_policy: PolicyChoice<SuspendPolicy>;
  /** `idle`: suspended at time 0; `active`: running at time 0; `init`: created at time 0 and starting. */
  readonly initial_state: 'init' | 'active' | 'idle';
}

/** Computes made from one template, one for each tenant. They are billed as one account. */
export interface FleetSpecification {
  /** What its computes are called before their number. */
  readonly name: string;
  /** Whether timeline and decisions show the fleet as a whole, or every tenant. */
  readonly rows: 'fleet' | 'tenants';
  /** In the order of the file; the share is the probability with which a tenant belongs to the class. */
  readonly classes: readonly { readonly name: string; readonly share: number }[];
  /** In the order of the computes. */
  readonly tenants: readonly TenantSpecification[];
}

/** What was drawn for one tenant of a fleet. */
export interface TenantSpecification {
  /** The name of its compute. */
  readonly compute: string;
  readonly class: string;
  /** Its rate and its working set as multiples of what the loads say. */
  readonly rate_factor: number;
  readonly working_set_factor: number;
  /** How far its clock is ahead of UTC. */
  readonly utc_offset_hours: number;
  /** In [0, 1): where in their period its evenly spaced arrivals begin. */
  readonly phase: number;
}

/** A policy with the values of its parameters. */
export interface PolicyChoice<Policy> {
  readonly policy: Policy;
  readonly values: PolicyValues;
  /** Absolute path of the module it comes from; `undefined` for one of the project's own. */
  readonly module: string | undefined;
}

/** Something that is done to a compute at a moment. */
export type ScenarioEvent = { readonly at_seconds: number; readonly compute: string } & (
  | { readonly kind: 'update'; readonly set: ComputeUpdate }
  | { readonly kind: 'restart' }
  | { readonly kind: 'start' }
  | { readonly kind: 'suspend' }
);

/**
 * Something that goes wrong at a moment and lasts for some time. In a crash the compute is gone at once; it
 * starts again, by itself, after `for_seconds` and the usual restart.
 */
export type Fault = {
  readonly at_seconds: number;
  readonly for_seconds: number;
} & (
  | { readonly kind: 'crash'; readonly compute: string }
  /** The warm pool is empty: a wake that begins meanwhile takes this long. `undefined`: of every compute. */
  | { readonly kind: 'slow_wakes'; readonly compute: string | undefined; readonly latency: Distribution }
  /** Nothing can be started, suspended, edited or scaled by the control plane; what runs goes on. */
  | { readonly kind: 'control_plane_outage' }
  /** The compute's availability zone is lost: it is cut at once and cannot be reached or started meanwhile. */
  | { readonly kind: 'zone_loss'; readonly compute: string }
  /** The node refuses every request for more. */
  | { readonly kind: 'no_upscale'; readonly compute: string }
  /** An operation hangs and locks the project's compute: management calls fail with 423, and wakes wait. */
  | { readonly kind: 'stuck_operation'; readonly compute: string }
);

/** The attributes of a compute that an update may change; absent ones stay as they are. */
export interface ComputeUpdate {
  readonly autoscaling_limit_min_cu?: number;
  readonly autoscaling_limit_max_cu?: number;
  readonly suspend_timeout_seconds?: number;
}

/** Figures an objective may be about; a latency is in milliseconds, a share lies in [0, 1]. */
export type ObjectiveName =
  | 'success_rate'
  | 'availability_time'
  | 'wake_probability'
  | 'delayed_probability'
  | 'latency_mean'
  | 'latency_p50'
  | 'latency_p90'
  | 'latency_p95'
  | 'latency_p99'
  | 'latency_p999'
  | 'latency_max'
  | 'cost_usd'
  | 'cost_usd_per_month'
  | 'cu_hours';

/** An objective over the whole scenario: `success_rate` and `availability_time` at least, the others at most. */
export interface Objective {
  readonly objective: ObjectiveName;
  /** In the unit of the figure. */
  readonly target: number;
}

/** Constants of the platform's behaviour that it has not published, or that a user overrides. */
export interface ModelConstants {
  /** From the start of a wake to a running compute, when the warm pool has one ready; seconds. */
  readonly wake_latency: Distribution;
  /** Probability that the warm pool is empty at a wake. */
  readonly warm_pool_miss: number;
  /** The wake's length in that case; seconds. */
  readonly warm_pool_miss_latency: Distribution;
  /** A wake after this long a suspension takes `long_idle_factor` times as long; seconds. */
  readonly long_idle_after: number;
  readonly long_idle_factor: number;
  /** From the stop of a compute to its running again; seconds. */
  readonly restart_latency: Distribution;
  /** Opening a connection to a running compute; seconds. */
  readonly connect_latency: Distribution;
  /** How late the suspend check notices that the timeout has passed; seconds. */
  readonly suspend_check: Distribution;
  /** Overrides the size table; `undefined`: the table. */
  readonly max_connections: number | undefined;
  /** Slots of `max_connections` kept for the platform's superuser. */
  readonly reserved_connections: number;
  /**
   * What stands between clients and a compute: a proxy that holds every caller until the compute runs, the
   * platform's own with its retries, permits and limits, or nothing, so that a starting compute answers 57P03.
   */
  readonly proxy: 'transparent' | 'platform' | 'absent';
  /** A session that is idle in a transaction for longer is ended (25P03); seconds. */
  readonly idle_in_transaction_timeout: number;
  /** RAM of one CU; bytes. */
  readonly memory_per_cu: number;
  /** Seconds between two looks of the autoscaler at its metrics. */
  readonly metrics_interval: number;
  /** The autoscaler's target: load average per vCPU. */
  readonly load_average_fraction_target: number;
  /** Share of RAM that allocated memory may take before the autoscaler wants more. */
  readonly memory_usage_fraction_target: number;
  /** The same for allocated memory and the wanted part of the page cache together. */
  readonly memory_total_fraction_target: number;
  /** Distance of the 1- and 5-minute load averages, as a share of the latter, up to which the latter counts. */
  readonly cpu_stable_zone_ratio: number;
  /** Width of the zone beyond it in which the two are blended, likewise. */
  readonly cpu_mixed_zone_ratio: number;
  /** Whether the autoscaler follows the working set of the Local File Cache. */
  readonly lfc_metrics: boolean;
  /** Seconds between two looks of the autoscaler at the working set. */
  readonly lfc_metrics_interval: number;
  /** From a request of the autoscaler's agent to the scheduler or the monitor to the answer; seconds. */
  readonly scaling_call_latency: Distribution;
  /** From a request to the hypervisor to a machine of another size; seconds. */
  readonly resize_latency: Distribution;
  /** Probability that a request for more finds its host full, so that the compute is moved to another first. */
  readonly host_full: number;
  /** How long a live migration takes, during which nothing scales; seconds. */
  readonly migration_latency: Distribution;
  /** How long the compute stands still at the end of a live migration; seconds. */
  readonly migration_pause: Distribution;
  /** Whether start-up time is billed. */
  readonly bill_startup: boolean;
  /** Memory in use on a compute without connections, shared buffers apart; bytes. */
  readonly base_memory: number;
  /** Memory of a connection's process; bytes. */
  readonly connection_memory: number;
  /** Local File Cache of one CU, instead of what the monitor makes it; bytes; `undefined`: the monitor's formula. */
  readonly file_cache_per_cu: number | undefined;
  /** Reading one page that is not in the Local File Cache, without a line; seconds. */
  readonly page_miss_latency: number;
  /** Pages that one compute can read from storage in a second; Infinity for no limit. */
  readonly page_reads_per_second: number;
  /** After which starts the cache is filled again with what it held before: none, restarts, or all. */
  readonly prewarm: 'never' | 'restarts' | 'always';
  /** Pages a second that this reads. */
  readonly prewarm_pages_per_second: number;
  /** Server connections of the pooler, as a share of `max_connections`. */
  readonly pooler_pool_share: number;
  /** Clients the pooler admits. */
  readonly pooler_max_clients: number;
  /** How long a client waits in the pooler; seconds. */
  readonly query_wait_timeout: number;
}

/** One assumption as the reports show it. */
export interface Assumption {
  /** Path in the scenario file, such as `model.wake_latency`. */
  readonly name: string;
  /** The value as a person would write it. */
  readonly value: string;
  readonly source: string;
  readonly confidence: 'high' | 'medium' | 'low' | 'yours';
  /** Whether the scenario sets it, or the default stands. */
  readonly set_by: 'scenario' | 'default';
}
