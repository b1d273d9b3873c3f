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

/** The requests to make now, each for an absolute amount; `undefined` for a kind without a request. */
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
  /** When to step again if no event comes before; Infinity where only an event can change anything. */
  readonly wait_until: number;
  readonly desired: DesiredResources;
  /** Why something wanted is not being asked for, in words. */
  readonly blocked: readonly string[];
}

const NONE: readonly string[] = [];

/**
 * The agent's core: told the time and what has happened, it answers with the requests to make now and when to
 * be called again. The requests count as under way from `now` on; each is answered by an event.
 *
 * Up: scheduler, hypervisor, monitor, to the whole desired size in one go. Down: monitor, hypervisor, scheduler,
 * one unit at a time, where the monitor may be asked for the next unit while the hypervisor gives up the last.
 *
 * Source: the order, the conditions and the waits are those of `nextActions` in `pkg/agent/core/state.go` of
 * neondatabase/autoscaling, 2025-09. It differs where the original would contradict itself:
 * while the machine is growing, the scheduler is not asked for less than it grows to; while it is shrinking, the
 * monitor is not informed of resources it is about to lose.
 *
 * @param now seconds, not before the previous step's
 * @param event what has happened; `undefined` when only time has passed
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

/** Whether no requests are left. */
export function asksNothing(actions: ScalingActions): boolean {
  const { scheduler, hypervisor, monitor_upscale, monitor_downscale } = actions;
  return (scheduler ?? hypervisor ?? monitor_upscale ?? monitor_downscale) === undefined;
}

/** The state once the requests are in progress; the same object without requests. */
function started(state: ScalingState, now: number, actions: ScalingActions): ScalingState {
  if (asksNothing(actions)) return state;
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

/** One look in hundreds has reasons: no object is made for the others. */
function reasons(...proposals: readonly Proposal[]): readonly string[] {
  let list: string[] | undefined;
  for (const { blocked } of proposals) {
    if (blocked === undefined) continue;
    list ??= [];
    list.push(blocked);
  }
  return list ?? NONE;
}
