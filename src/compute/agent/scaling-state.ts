import type { AgentConfiguration } from './configuration.js';
import type { ComputeBounds, DeniedDownscale, RequestedUpscale } from './desired-resources.js';
import { type ScalingGoal, type SystemMetrics, scalingGoal } from './goal.js';
import type { LfcMetrics } from './lfc-goal.js';
import type { Resources } from './resources.js';

/** The agent's view of the scheduler, which assigns a host's resources. */
export interface SchedulerState {
  /** The request in progress, or the last one answered. */
  readonly last_request: { readonly at_seconds: number; readonly target: Resources } | undefined;
  readonly in_flight: boolean;
  readonly failed_at: number | undefined;
  /** The latest grant of the scheduler; the compute may grow up to it. */
  readonly permit: Resources | undefined;
}

/** The agent's view of the hypervisor, which changes the size of the machine. */
export interface HypervisorState {
  /** Target of the resize in progress. */
  readonly in_flight: Resources | undefined;
  readonly failed_at: number | undefined;
}

export interface MonitorRequest {
  readonly kind: 'upscale' | 'downscale';
  readonly target: Resources;
}

/** The agent's view of the monitor inside the guest. */
export interface MonitorState {
  /** The resources last announced to the monitor or approved by it; `undefined` without a connection. */
  readonly approved: Resources | undefined;
  readonly in_flight: MonitorRequest | undefined;
  readonly requested_upscale: RequestedUpscale | undefined;
  readonly denied_downscale: DeniedDownscale | undefined;
  readonly upscale_failed_at: number | undefined;
  readonly downscale_failed_at: number | undefined;
}

/** The state of the agent's core for one compute: immutable plain data. */
export interface ScalingState {
  readonly compute: ComputeBounds;
  readonly scheduler: SchedulerState;
  readonly hypervisor: HypervisorState;
  readonly monitor: MonitorState;
  readonly system_metrics: SystemMetrics | undefined;
  readonly lfc_metrics: LfcMetrics | undefined;
  /** The goal for the metrics above; cached, because it changes only with them. */
  readonly goal: ScalingGoal;
}

export const NO_MONITOR: MonitorState = {
  approved: undefined,
  in_flight: undefined,
  requested_upscale: undefined,
  denied_downscale: undefined,
  upscale_failed_at: undefined,
  downscale_failed_at: undefined,
};

/** The state of a compute new to the agent: no permit, no monitor, no metrics. */
export function initialScalingState(compute: ComputeBounds, configuration: AgentConfiguration): ScalingState {
  return {
    compute,
    scheduler: { last_request: undefined, in_flight: false, failed_at: undefined, permit: undefined },
    hypervisor: { in_flight: undefined, failed_at: undefined },
    monitor: NO_MONITOR,
    system_metrics: undefined,
    lfc_metrics: undefined,
    goal: scalingGoal(configuration.scaling, configuration.unit, undefined, undefined),
  };
}
