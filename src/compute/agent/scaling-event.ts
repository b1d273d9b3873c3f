import type { AgentConfiguration } from './configuration.js';
import { type ScalingGoal, type SystemMetrics, scalingGoal } from './goal.js';
import type { LfcMetrics } from './lfc-goal.js';
import { exceeds, type Resources } from './resources.js';
import { type MonitorState, NO_MONITOR, type ScalingState } from './scaling-state.js';

/** Events of the agent's core. Answers belong to the request in progress. */
export type ScalingEvent =
  | { readonly kind: 'system_metrics'; readonly metrics: SystemMetrics }
  | { readonly kind: 'lfc_metrics'; readonly metrics: LfcMetrics }
  /** A goal from another source: the same metrics, or another policy. */
  | { readonly kind: 'goal'; readonly goal: ScalingGoal }
  /** The scheduler granted the request in full, in part, or only what is already in use. */
  | { readonly kind: 'scheduler_granted'; readonly permit: Resources }
  | { readonly kind: 'scheduler_failed' }
  | { readonly kind: 'hypervisor_done' }
  | { readonly kind: 'hypervisor_failed' }
  | { readonly kind: 'monitor_connected' }
  | { readonly kind: 'monitor_lost' }
  | { readonly kind: 'monitor_approved' }
  | { readonly kind: 'monitor_denied' }
  | { readonly kind: 'monitor_failed' }
  /** The monitor requests an upscale. */
  | { readonly kind: 'upscale_requested'; readonly cpu: boolean; readonly memory: boolean }
  | { readonly kind: 'bounds_changed'; readonly min: Resources; readonly max: Resources };

/**
 * The state after an event at `now`.
 * @throws Error for an answer without a request in progress
 */
export function afterEvent(
  state: ScalingState,
  now: number,
  event: ScalingEvent,
  configuration: AgentConfiguration,
): ScalingState {
  switch (event.kind) {
    case 'system_metrics':
      return withMetrics(state, event.metrics, state.lfc_metrics, configuration);
    case 'lfc_metrics':
      return withMetrics(state, state.system_metrics, event.metrics, configuration);
    case 'goal':
      return { ...state, goal: event.goal };
    case 'scheduler_granted':
    case 'scheduler_failed':
      return afterScheduler(state, now, event);
    case 'hypervisor_done':
    case 'hypervisor_failed':
      return afterHypervisor(state, now, event.kind);
    case 'bounds_changed': {
      const { min, max } = event;
      return { ...state, compute: { using: state.compute.using, min, max } };
    }
    default:
      return { ...state, monitor: afterMonitor(state, now, event) };
  }
}

/** Copies field by field, because metrics arrive every few seconds of simulated time and a spread costs more. */
function withMetrics(
  state: ScalingState,
  system_metrics: SystemMetrics | undefined,
  lfc_metrics: LfcMetrics | undefined,
  { scaling, unit }: AgentConfiguration,
): ScalingState {
  return {
    compute: state.compute,
    scheduler: state.scheduler,
    hypervisor: state.hypervisor,
    monitor: state.monitor,
    system_metrics,
    lfc_metrics,
    goal: scalingGoal(scaling, unit, system_metrics, lfc_metrics),
  };
}

/** A permit above the request or below current use counts as a failure: the scheduler is out of sync. */
function afterScheduler(
  state: ScalingState,
  now: number,
  event: Extract<ScalingEvent, { kind: 'scheduler_granted' | 'scheduler_failed' }>,
): ScalingState {
  const { scheduler, compute } = state;
  if (!scheduler.in_flight || scheduler.last_request === undefined) throw unexpected(event.kind);
  const { target } = scheduler.last_request;
  const failed =
    event.kind === 'scheduler_failed' ||
    exceeds(event.permit, target) ||
    exceeds(compute.using, event.permit);
  return {
    ...state,
    scheduler: {
      last_request: scheduler.last_request,
      in_flight: false,
      failed_at: failed ? now : scheduler.failed_at,
      permit: failed ? scheduler.permit : event.permit,
    },
  };
}

function afterHypervisor(
  state: ScalingState,
  now: number,
  kind: 'hypervisor_done' | 'hypervisor_failed',
): ScalingState {
  const { compute, hypervisor } = state;
  if (hypervisor.in_flight === undefined) throw unexpected(kind);
  if (kind === 'hypervisor_failed') return { ...state, hypervisor: { in_flight: undefined, failed_at: now } };
  return {
    ...state,
    compute: { using: hypervisor.in_flight, min: compute.min, max: compute.max },
    hypervisor: { in_flight: undefined, failed_at: hypervisor.failed_at },
  };
}

function afterMonitor(
  { monitor, compute }: ScalingState,
  now: number,
  event: Extract<ScalingEvent, { kind: `monitor_${string}` | 'upscale_requested' }>,
): MonitorState {
  switch (event.kind) {
    case 'monitor_connected':
      return { ...NO_MONITOR, approved: compute.using };
    case 'monitor_lost':
      return NO_MONITOR;
    case 'upscale_requested': {
      const { cpu, memory } = event;
      const base = monitor.approved ?? compute.using;
      return { ...monitor, requested_upscale: { at_seconds: now, base, cpu, memory } };
    }
    default:
      return afterMonitorAnswer(monitor, now, event.kind);
  }
}

function afterMonitorAnswer(
  monitor: MonitorState,
  now: number,
  kind: 'monitor_approved' | 'monitor_denied' | 'monitor_failed',
): MonitorState {
  const { in_flight: request, approved } = monitor;
  if (request === undefined || approved === undefined) throw unexpected(kind);
  const answered: MonitorState = { ...monitor, in_flight: undefined };
  if (kind === 'monitor_approved') return { ...answered, approved: request.target };
  if (kind === 'monitor_failed') {
    return request.kind === 'upscale'
      ? { ...answered, upscale_failed_at: now }
      : { ...answered, downscale_failed_at: now };
  }
  if (request.kind === 'upscale') throw new Error('the monitor denied an upscale, which it may only fail');
  const denied = { at_seconds: now, current: approved, requested: request.target };
  return { ...answered, denied_downscale: denied };
}

function unexpected(kind: ScalingEvent['kind']): Error {
  return new Error(`${kind}: no such request is under way`);
}
