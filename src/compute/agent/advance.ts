import type { AgentConfiguration } from './configuration.js';
import { type DesiredResources, desiredResources } from './desired-resources.js';
import type { Resources } from './resources.js';
import {
  type Proposal,
  proposeHypervisor,
  proposeMonitorDownscale,
  proposeMonitorUpscale,
  proposeScheduler,
} from './scaling-actions.js';
import { afterEvent, type ScalingEvent } from './scaling-event.js';
import type { MonitorState, ScalingState } from './scaling-state.js';

/** The requests to make now, each for absolute resources; `undefined` for a kind without a request. */
export interface ScalingActions {
  readonly scheduler: Resources | undefined;
  readonly hypervisor: Resources | undefined;
  readonly monitor_upscale: Resources | undefined;
  readonly monitor_downscale: Resources | undefined;
}

export interface ScalingStep {
  /** The state while the actions are in progress. */
  readonly state: ScalingState;
  readonly actions: ScalingActions;
  /** Time of the next step if no event happens earlier; Infinity if only an event can change the actions. */
  readonly wait_until: number;
  readonly desired: DesiredResources;
  /** Reasons why desired changes are not requested. */
  readonly blocked: readonly string[];
}

const NONE: readonly string[] = [];

/**
 * The agent's core: from the time and an event, it derives the requests to make now and the time of the next call.
 * The requests are in progress from `now` on; an event answers each of them.
 *
 * Upscale: scheduler, hypervisor, monitor, directly to the desired size. Downscale: monitor, hypervisor, scheduler,
 * one unit at a time. The monitor may approve the next unit while the hypervisor removes the previous one.
 *
 * Source: the order, the conditions and the waits are those of `nextActions` in `pkg/agent/core/state.go` of
 * neondatabase/autoscaling, 2025-09. It differs if the original would contradict itself: during an upscale, the
 * scheduler is not asked for less than the target size; during a downscale, resources about to be removed are not
 * announced to the monitor.
 *
 * @param now seconds; at or after the previous step
 * @param event `undefined` if only time has passed
 */
export function advance(
  before: ScalingState,
  now: number,
  event: ScalingEvent | undefined,
  configuration: AgentConfiguration,
): ScalingStep {
  const state = event === undefined ? before : afterEvent(before, now, event, configuration);
  const { monitor } = state;
  const desired = desiredResources(
    now,
    state.compute,
    state.goal,
    configuration,
    monitor.requested_upscale,
    monitor.denied_downscale,
  );
  const wanted = desired.resources;
  const scheduler = proposeScheduler(state, now, wanted, configuration);
  const asked = state.scheduler.in_flight ? state.scheduler.last_request?.target : scheduler.target;
  const hypervisor = proposeHypervisor(state, now, wanted, asked, configuration);
  const upscale = proposeMonitorUpscale(state, now, wanted, configuration);
  const downscale = proposeMonitorDownscale(state, now, wanted, upscale.target !== undefined, configuration);
  const actions: ScalingActions = {
    scheduler: scheduler.target,
    hypervisor: hypervisor.target,
    monitor_upscale: upscale.target,
    monitor_downscale: downscale.target,
  };
  const monitorFree = monitor.in_flight === undefined && downscale.target === undefined;
  return {
    state: started(state, now, actions),
    actions,
    wait_until: Math.min(
      scheduler.at_seconds,
      hypervisor.at_seconds,
      upscale.at_seconds,
      downscale.at_seconds,
      desired.upscale_lapses_at ?? Number.POSITIVE_INFINITY,
      (monitorFree ? desired.denial_lapses_at : undefined) ?? Number.POSITIVE_INFINITY,
    ),
    desired,
    blocked: reasons(scheduler, hypervisor, upscale, downscale),
  };
}

export function hasNoActions(actions: ScalingActions): boolean {
  const { scheduler, hypervisor, monitor_upscale, monitor_downscale } = actions;
  return (scheduler ?? hypervisor ?? monitor_upscale ?? monitor_downscale) === undefined;
}

/** The state once the requests are in progress; the same object without requests. */
function started(state: ScalingState, now: number, actions: ScalingActions): ScalingState {
  if (hasNoActions(actions)) return state;
  const { scheduler, hypervisor, monitor_upscale: up, monitor_downscale: down } = actions;
  return {
    ...state,
    scheduler:
      scheduler === undefined
        ? state.scheduler
        : { ...state.scheduler, last_request: { at_seconds: now, target: scheduler }, in_flight: true },
    hypervisor: hypervisor === undefined ? state.hypervisor : { ...state.hypervisor, in_flight: hypervisor },
    monitor: startedMonitor(state.monitor, up, down),
  };
}

function startedMonitor(
  monitor: MonitorState,
  up: Resources | undefined,
  down: Resources | undefined,
): MonitorState {
  if (up !== undefined) {
    return { ...monitor, in_flight: { kind: 'upscale', target: up }, upscale_failed_at: undefined };
  }
  if (down !== undefined) {
    return { ...monitor, in_flight: { kind: 'downscale', target: down }, downscale_failed_at: undefined };
  }
  return monitor;
}

/** Allocates only if there is a reason: one step in hundreds has one. */
function reasons(...proposals: readonly Proposal[]): readonly string[] {
  let list: string[] | undefined;
  for (const { blocked } of proposals) {
    if (blocked === undefined) continue;
    list ??= [];
    list.push(blocked);
  }
  return list ?? NONE;
}
