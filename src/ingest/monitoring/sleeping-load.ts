import { NumberList } from '../../workload/trace/cells/number-list.js';

/** Billed use in a span of time. */
export interface BilledFrame {
  /** Unix seconds. */
  readonly start: number;
  readonly seconds: number;
  readonly cu_seconds: number;
  /** Time that computes were awake, if the history has it. */
  readonly active_seconds: number | undefined;
}

/** Smallest size and idle timeout of the scenario that is written. */
export const SMALLEST_CU = 0.25;
export const SUSPEND_SECONDS = 300;
const SIZE_STEP_CU = 0.25;
const STEP_SECONDS = 10;
/** Time constant of the load average: a size above the smallest lasts this long after the load, on average. */
const LOAD_AVERAGE_SECONDS = 60;
/** Load average per CU that the autoscaler aims at (domain of `model.target_utilization`). */
const TARGET_LOAD = 0.9;
/** Share of the smallest size that is busy while a compute is just awake. */
const IDLE_SHARE = 0.1;

/**
 * A load that makes a compute consume what was billed: in each timeframe one stretch from its beginning, as long as
 * the compute was awake, less the idle timeout, at the sizes around the mean that was billed.
 * @returns per cent of one vCPU by steps; steps of sleep are left out
 */
export function sleepingLoad(frames: readonly BilledFrame[]) {
  const times = new NumberList();
  const values = new NumberList();
  let largest_cu = SMALLEST_CU;
  let awake_seconds = 0;
  for (const { start, seconds, cu_seconds, active_seconds } of frames) {
    if (cu_seconds === 0) continue;
    const awake = Math.min(seconds, active_seconds ?? seconds, cu_seconds / SMALLEST_CU);
    awake_seconds += awake;
    const is_always = awake > seconds - SUSPEND_SECONDS;
    const busy = is_always ? seconds : awake - SUSPEND_SECONDS;
    const steps = Math.max(1, Math.round(busy / STEP_SECONDS));
    // The idle timeout is spent at the smallest size, once the load average has fallen.
    const idle = is_always ? 0 : Math.min(awake, SUSPEND_SECONDS) - LOAD_AVERAGE_SECONDS;
    const mean_cu = Math.max(SMALLEST_CU, (cu_seconds - SMALLEST_CU * idle) / (awake - idle));
    const lower = Math.max(SMALLEST_CU, Math.floor(mean_cu / SIZE_STEP_CU) * SIZE_STEP_CU);
    const upper = lower + SIZE_STEP_CU;
    const share = (mean_cu - lower) / SIZE_STEP_CU;
    const upper_steps = Math.round(share * steps);
    largest_cu = Math.max(largest_cu, upper_steps > 0 ? upper : lower);
    for (let step = 0; step < steps; step++) {
      const cu = step < upper_steps ? upper : lower;
      times.push(start + step * STEP_SECONDS);
      values.push(100 * cu * (cu > SMALLEST_CU ? busyShare(cu) : IDLE_SHARE));
    }
  }
  return {
    times: times.values(),
    values: values.values(),
    interval_seconds: STEP_SECONDS,
    largest_cu,
    awake_seconds,
  };
}

/**
 * Share of a size to keep busy so that the autoscaler holds it: the load average has to be in the middle between the
 * targets of this size and the one below. The load average is the mean number of queries in an M/M/c queue
 * (approximation of Sakasegawa, 1977).
 */
function busyShare(cu: number): number {
  const wanted = TARGET_LOAD * (cu - SIZE_STEP_CU / 2);
  const servers = Math.max(1, cu);
  const exponent = Math.sqrt(2 * (servers + 1));
  let [low, high] = [0, 1];
  for (let i = 0; i < 40; i++) {
    const share = (low + high) / 2;
    const load = servers * share + Math.exp(exponent * Math.log(share)) / (1 - share);
    if (load < wanted) low = share;
    else high = share;
  }
  return low;
}
