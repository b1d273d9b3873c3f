import type { ScalingStep } from '../../compute/agent/advance.js';
import type { AgentConfiguration } from '../../compute/agent/configuration.js';
import { equal } from '../../compute/agent/resources.js';
import type { ScalingState } from '../../compute/agent/scaling-state.js';
import type { Compute } from '../lifecycle/compute.js';
import type { Alarm } from '../run/alarm.js';
import { ComputePart } from '../run/compute-part.js';
import type { RunContext } from '../run/run-context.js';

/** The agent's next request, and the scheduler's pending answer. */
type RequestAlarms = Readonly<Record<'tick' | 'scheduler', Alarm>>;

/** When the next request is made, and when the last one is answered; Infinity for never. */
interface RequestTimes {
  tick: number;
  answer: number;
}

/**
 * The request to the scheduler that the agent repeats every few seconds. It has no effect while the size is unchanged:
 * then it is skipped, and caught up on with the same draws before any other event.
 */
export class RepeatedRequests extends ComputePart {
  readonly #alarms: RequestAlarms;
  readonly #latency: () => number;
  /** Whether the scheduler always grants resources in use. */
  readonly #possible = this.context.scenario.faults.length === 0;
  #times: RequestTimes | undefined;

  /** @param latency draws the scheduler's response time */
  constructor(context: RunContext, compute: Compute, alarms: RequestAlarms, latency: () => number) {
    super(context, compute);
    this.#alarms = alarms;
    this.#latency = latency;
  }

  /** Whether requests are currently skipped. */
  get isSkipping(): boolean {
    return this.#times !== undefined;
  }

  /** A step has been carried out: skips requests from now on if the loop is otherwise at rest. */
  after(step: ScalingStep, now: number): void {
    if (!this.#possible || !onlyRepeats(step, now, this.context.agent)) return;
    const { tick } = this.#alarms;
    this.#times = { tick: tick.time, answer: Number.POSITIVE_INFINITY };
    tick.off();
  }

  /** Catches up on skipped requests before now, and schedules the next one. @returns the state after them */
  makeUp(state: ScalingState, now: number): ScalingState {
    const times = this.#times;
    if (times === undefined) return state;
    this.#times = undefined;
    const after = catchUp(state, times, now, this.#latency, this.context.agent);
    const { tick, scheduler } = this.#alarms;
    if (times.tick < Number.POSITIVE_INFINITY) tick.at(times.tick);
    if (times.answer < Number.POSITIVE_INFINITY) scheduler.at(times.answer);
    return after;
  }
}

/**
 * Whether the compute keeps its size until an evaluation requests another one: all parties know the size, and the agent
 * only repeats its request to the scheduler.
 */
function onlyRepeats({ state, blocked }: ScalingStep, now: number, { loop }: AgentConfiguration): boolean {
  const { compute, scheduler, hypervisor, monitor } = state;
  const { using } = compute;
  const { requested_upscale: requested, denied_downscale: denied, approved } = monitor;
  const { last_request: last, permit, failed_at } = scheduler;
  return (
    blocked.length === 0 &&
    !scheduler.in_flight &&
    hypervisor.in_flight === undefined &&
    monitor.in_flight === undefined &&
    approved !== undefined &&
    equal(approved, using) &&
    permit !== undefined &&
    equal(permit, using) &&
    last !== undefined &&
    equal(last.target, using) &&
    failed_at === undefined &&
    (requested === undefined || requested.at_seconds + loop.monitor_requested_upscale_valid_seconds <= now) &&
    (denied === undefined || denied.at_seconds + loop.monitor_denied_downscale_cooldown_seconds <= now)
  );
}

/** The state after the requests skipped before a time; advances their times. */
function catchUp(
  state: ScalingState,
  times: RequestTimes,
  until: number,
  latency: () => number,
  { loop }: AgentConfiguration,
): ScalingState {
  const { scheduler, compute } = state;
  let asked = scheduler.last_request!.at_seconds;
  const ask = (at: number): void => {
    asked = at;
    times.tick = Number.POSITIVE_INFINITY;
    times.answer = at + latency();
  };
  while (Math.min(times.tick, times.answer) < until) {
    if (times.tick < times.answer) ask(times.tick);
    else {
      const { answer } = times;
      const again = asked + loop.scheduler_request_every_seconds;
      times.answer = Number.POSITIVE_INFINITY;
      if (again <= answer) ask(answer);
      else times.tick = again;
    }
  }
  return {
    ...state,
    scheduler: {
      last_request: { at_seconds: asked, target: compute.using },
      in_flight: times.answer < Number.POSITIVE_INFINITY,
      failed_at: undefined,
      permit: scheduler.permit,
    },
  };
}
