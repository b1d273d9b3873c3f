import type { AgentConfiguration } from './configuration.js';
import { equal, exceeds, greatest, less, type Resources, smallerOf } from './resources.js';
import type { MonitorRequest, ScalingState } from './scaling-state.js';

/** A possible request: it is made now, not before `at_seconds`, or is blocked. */
export interface Proposal {
  /** The requested resources; `undefined` for no request. */
  readonly target: Resources | undefined;
  /** Time of the next check; Infinity if only an event can change the result. */
  readonly at_seconds: number;
  /** Reason why a desired change is not requested. */
  readonly blocked: string | undefined;
}

const NOTHING: Proposal = { target: undefined, at_seconds: Number.POSITIVE_INFINITY, blocked: undefined };

function ask(target: Resources): Proposal {
  return { target, at_seconds: Number.POSITIVE_INFINITY, blocked: undefined };
}

function wait(at_seconds: number, blocked?: string): Proposal {
  return { target: undefined, at_seconds, blocked };
}

/** The earliest time to retry a failed request; −Infinity without a failure. */
function retryAt(failed_at: number | undefined, retry_seconds: number): number {
  return failed_at === undefined ? Number.NEGATIVE_INFINITY : failed_at + retry_seconds;
}

/**
 * The request to the scheduler: more before an upscale, less after a downscale, and the same size again after
 * `scheduler_request_every_seconds`. There is one request at a time. A failure, or a request not granted in full,
 * is followed by a wait.
 *
 * During a resize the larger of both sizes counts as used, so that the scheduler never gets a request for less than
 * the machine is about to use.
 */
export function proposeScheduler(
  { scheduler, compute, hypervisor }: ScalingState,
  now: number,
  desired: Resources,
  { loop }: AgentConfiguration,
): Proposal {
  if (scheduler.in_flight) return NOTHING;
  const { last_request: last, permit } = scheduler;
  const held =
    hypervisor.in_flight === undefined ? compute.using : greatest(compute.using, hypervisor.in_flight);
  const wanted = greatest(desired, held);
  const tick = last === undefined ? now : last.at_seconds + loop.scheduler_request_every_seconds;
  const wantsOther = last !== undefined && permit !== undefined && !equal(wanted, permit);
  const notGranted = last !== undefined && permit !== undefined && exceeds(last.target, permit);
  const retry = notGranted ? last.at_seconds + loop.scheduler_denied_retry_seconds : now;
  const again = retryAt(scheduler.failed_at, loop.scheduler_retry_seconds);
  if (again > now) return wait(again, wantsOther ? 'the last request to the scheduler failed' : undefined);
  if (wantsOther && retry <= now) return ask(wanted);
  if (tick <= now) return ask(held);
  if (retry <= now) return wait(tick);
  return wait(
    Math.min(tick, retry),
    wantsOther ? 'the scheduler granted less than was asked for' : undefined,
  );
}

/**
 * The request to the hypervisor: the desired size, limited by the scheduler's permit and by the monitor's approval.
 * It never happens during another resize, or above a pending request to the scheduler.
 * @param asked the resources requested from the scheduler, if a request is in progress or about to be made
 */
export function proposeHypervisor(
  { compute, scheduler, monitor, hypervisor }: ScalingState,
  now: number,
  desired: Resources,
  asked: Resources | undefined,
  { loop }: AgentConfiguration,
): Proposal {
  const { using } = compute;
  const floor = monitor.approved ?? using;
  const ceiling = scheduler.permit ?? using;
  const target: Resources = {
    milli_cpu: towards(using.milli_cpu, desired.milli_cpu, floor.milli_cpu, ceiling.milli_cpu),
    memory_bytes: towards(using.memory_bytes, desired.memory_bytes, floor.memory_bytes, ceiling.memory_bytes),
  };
  if (equal(target, using)) return NOTHING;
  if (hypervisor.in_flight !== undefined) {
    return equal(hypervisor.in_flight, target)
      ? NOTHING
      : { ...NOTHING, blocked: 'a resize to another size is under way' };
  }
  if (asked !== undefined && exceeds(target, asked)) {
    return { ...NOTHING, blocked: 'the scheduler is being asked for less' };
  }
  const again = retryAt(hypervisor.failed_at, loop.hypervisor_retry_seconds);
  return again > now ? wait(again, 'the last resize failed') : ask(target);
}

/** One field moved towards its goal: down no further than `floor`, up no further than `ceiling`. */
function towards(from: number, goal: number, floor: number, ceiling: number): number {
  if (goal < from) return Math.min(from, Math.max(goal, floor));
  return Math.max(from, Math.min(goal, ceiling));
}

/**
 * The upscale to announce to the monitor: all resources in use that are still desired, in one step. Resources that
 * a resize in progress removes are not announced.
 */
export function proposeMonitorUpscale(
  { compute, monitor, hypervisor }: ScalingState,
  now: number,
  desired: Resources,
  { loop }: AgentConfiguration,
): Proposal {
  const { approved } = monitor;
  if (approved === undefined) return NOTHING;
  const kept =
    hypervisor.in_flight === undefined ? compute.using : smallerOf(compute.using, hypervisor.in_flight);
  const target = greatest(smallerOf(kept, desired), approved);
  if (equal(target, approved)) return NOTHING;
  if (monitor.in_flight !== undefined) return busy(monitor.in_flight, 'upscale', target);
  const again = retryAt(monitor.upscale_failed_at, loop.monitor_retry_seconds);
  return again > now ? wait(again, 'the monitor failed to take the last upscale') : ask(target);
}

/**
 * The downscale request to the monitor: one unit less than it last approved, if less is desired. An upscale goes
 * first, because the monitor handles one request at a time.
 */
export function proposeMonitorDownscale(
  { compute, monitor }: ScalingState,
  now: number,
  desired: Resources,
  upscaling: boolean,
  { loop, unit }: AgentConfiguration,
): Proposal {
  const { approved } = monitor;
  if (approved === undefined) {
    if (!exceeds(compute.using, desired)) return NOTHING;
    return { ...NOTHING, blocked: 'no monitor is connected, which would have to agree to less' };
  }
  const target = greatest(smallerOf(desired, approved), less(approved, unit));
  if (equal(target, approved)) return NOTHING;
  if (upscaling) return { ...NOTHING, blocked: 'the monitor hears of an upscale first' };
  if (monitor.in_flight !== undefined) return busy(monitor.in_flight, 'downscale', target);
  const again = retryAt(monitor.downscale_failed_at, loop.monitor_retry_seconds);
  return again > now ? wait(again, 'the monitor failed to answer the last downscale') : ask(target);
}

/** No proposal while the monitor has a request; blocked if that request differs. */
function busy(request: MonitorRequest, kind: MonitorRequest['kind'], target: Resources): Proposal {
  if (request.kind === kind && equal(request.target, target)) return NOTHING;
  return { ...NOTHING, blocked: `the monitor is busy with another ${request.kind}` };
}
