import type { AgentConfiguration } from '../../compute/agent/configuration.js';
import { equal } from '../../compute/agent/resources.js';
import type { ScalingState } from '../../compute/agent/scaling-state.js';

/** When a loop at rest would next look, fetch the working set, repeat its request, be answered; Infinity for never. */
export interface RestingLoop {
  metrics: number;
  lfc: number;
  tick: number;
  answer: number;
}

/**
 * Whether a compute at its minimum, of which nobody asks for more, stays there: everybody knows of its size, and
 * all that goes on is that the agent repeats its request to the scheduler.
 */
export function restsAtMinimum(state: ScalingState, now: number, { loop }: AgentConfiguration): boolean {
  const { compute, scheduler, hypervisor, monitor } = state;
  const { using, min } = compute;
  const { requested_upscale: requested, denied_downscale: denied, approved } = monitor;
  const { permit, failed_at } = scheduler;
  return (
    equal(using, min) &&
    hypervisor.in_flight === undefined &&
    monitor.in_flight === undefined &&
    approved !== undefined &&
    equal(approved, using) &&
    permit !== undefined &&
    equal(permit, using) &&
    failed_at === undefined &&
    (requested === undefined || requested.at_seconds + loop.monitor_requested_upscale_valid_seconds <= now) &&
    (denied === undefined || denied.at_seconds + loop.monitor_denied_downscale_cooldown_seconds <= now)
  );
}

/**
 * The state after the requests that a loop at rest has repeated before a moment; moves their times on.
 * @param latency draws how long the scheduler takes to answer
 */
export function requestsMadeUp(
  state: ScalingState,
  resting: RestingLoop,
  until: number,
  latency: () => number,
  { loop }: AgentConfiguration,
): ScalingState {
  const { scheduler, compute } = state;
  let asked = scheduler.last_request!.at_seconds;
  const ask = (at: number): void => {
    asked = at;
    resting.tick = Number.POSITIVE_INFINITY;
    resting.answer = at + latency();
  };
  while (Math.min(resting.tick, resting.answer) < until) {
    if (resting.tick < resting.answer) ask(resting.tick);
    else {
      const { answer } = resting;
      const again = asked + loop.scheduler_request_every_seconds;
      resting.answer = Number.POSITIVE_INFINITY;
      if (again <= answer) ask(answer);
      else resting.tick = again;
    }
  }
  return {
    ...state,
    scheduler: {
      last_request: { at_seconds: asked, target: compute.using },
      in_flight: resting.answer < Number.POSITIVE_INFINITY,
      failed_at: undefined,
      permit: scheduler.permit,
    },
  };
}
