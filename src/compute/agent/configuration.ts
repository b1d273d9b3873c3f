import type { Resources } from './resources.js';

/**
 * How the agent turns metrics into a goal.
 *
 * Source of the fields and of the shipped values: the `scaling.defaultConfig` section of
 * `autoscaler-agent/config_map.yaml` in neondatabase/autoscaling, 2025-09. The overrides that the platform
 * gives single computes in production are not public.
 */
export interface ScalingConfiguration {
  /** Target load average per vCPU; above 0, below 2. */
  readonly load_average_fraction_target: number;
  /** Maximum share of RAM for allocated memory; above 0, below 1. */
  readonly memory_usage_fraction_target: number;
  /** Maximum share of RAM for allocated memory and the desired page cache; above 0, below 1. */
  readonly memory_total_fraction_target: number;
  /** Whether the working set of the Local File Cache counts. */
  readonly enable_lfc_metrics: boolean;
  /** Whether the working set is that of the longest look-back, instead of the first plateau. */
  readonly lfc_use_largest_window: boolean;
  /** Share of RAM assumed to be available to the Local File Cache. */
  readonly lfc_to_memory_ratio: number;
  /** Minutes before and after a point over which its growth is compared; at least 2. */
  readonly lfc_window_size_minutes: number;
  /** Shortest look-back at which a plateau counts, in minutes; at least the window. */
  readonly lfc_min_wait_before_downscale_minutes: number;
  /** Distance of the two load averages, as a share of the 5-minute one; within it, the 5-minute one counts. */
  readonly cpu_stable_zone_ratio: number;
  /** Width of the zone beyond it, as a share of the 5-minute one; within it, the two are blended. */
  readonly cpu_mixed_zone_ratio: number;
}

/** The shipped scaling configuration; the zones of 0 leave the 1-minute load average alone in charge. */
export const SHIPPED_SCALING: ScalingConfiguration = {
  load_average_fraction_target: 0.9,
  memory_usage_fraction_target: 0.75,
  memory_total_fraction_target: 0.9,
  enable_lfc_metrics: false,
  lfc_use_largest_window: false,
  lfc_to_memory_ratio: 0.75,
  lfc_window_size_minutes: 5,
  lfc_min_wait_before_downscale_minutes: 5,
  cpu_stable_zone_ratio: 0,
  cpu_mixed_zone_ratio: 0,
};

/** The waits of the loop, all in seconds. Source: the same file, sections `scheduler`, `monitor`, `neonvm`. */
export interface LoopConfiguration {
  /** Maximum time between two requests to the scheduler, even without a change. */
  readonly scheduler_request_every_seconds: number;
  /** After a failed request to the scheduler. */
  readonly scheduler_retry_seconds: number;
  /** After a request that was not granted in full, until the next request for more. */
  readonly scheduler_denied_retry_seconds: number;
  /** After a failed resize by the hypervisor. */
  readonly hypervisor_retry_seconds: number;
  /** After a failed request to the monitor; a denied request is not a failed one. */
  readonly monitor_retry_seconds: number;
  /** After a downscale that the monitor denied, until the same request is repeated. */
  readonly monitor_denied_downscale_cooldown_seconds: number;
  /** Time for which an upscale requested by the monitor stays in effect. */
  readonly monitor_requested_upscale_valid_seconds: number;
}

export const SHIPPED_LOOP: LoopConfiguration = {
  scheduler_request_every_seconds: 15,
  scheduler_retry_seconds: 3,
  scheduler_denied_retry_seconds: 2,
  hypervisor_retry_seconds: 5,
  monitor_retry_seconds: 3,
  monitor_denied_downscale_cooldown_seconds: 5,
  monitor_requested_upscale_valid_seconds: 10,
};

/** Constants of the agent's core. */
export interface AgentConfiguration {
  /** The step of sizes: a quarter of a CU. */
  readonly unit: Resources;
  readonly scaling: ScalingConfiguration;
  readonly loop: LoopConfiguration;
}

/** The shipped configuration. Source: `scaling.computeUnit` of the same file, .25 vCPU and 1 GiB. */
export const SHIPPED_AGENT: AgentConfiguration = {
  unit: { milli_cpu: 250, memory_bytes: 1_073_741_824 },
  scaling: SHIPPED_SCALING,
  loop: SHIPPED_LOOP,
};

/**
 * Pause of the agent after each fetch of metrics, in seconds. A metrics loop starts after a random delay of up to
 * one period.
 *
 * Source: `config_map.yaml`, section `metrics`, and `pkg/agent/runner.go`; the platform's guide to the
 * algorithm gives 20 s for the working set instead of 15 s.
 */
export const SHIPPED_PERIODS = {
  system_metrics_seconds: 5,
  lfc_metrics_seconds: 15,
} as const;
