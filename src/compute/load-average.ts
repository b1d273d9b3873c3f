/** One in the kernel's 11-bit fixed point. */
const FIXED_ONE = 2048;

/** Kernel ticks per second. Source: `CONFIG_HZ` of linux-config-amd64-6.12.26 in neondatabase/autoscaling. */
const TICKS_PER_SECOND = 250;

/**
 * Interval at which Linux samples the number of runnable tasks, in seconds: 5 s and one tick, so that samples drift
 * relative to tasks that run at intervals of whole seconds. Source: `LOAD_FREQ` of `include/linux/sched/loadavg.h`.
 */
export const LOAD_SAMPLE_SECONDS = 5 + 1 / TICKS_PER_SECOND;

/** Decay per sample, e^(−5/60) and e^(−5/300), in fixed point (`EXP_1` and `EXP_5` of the Linux kernel). */
const DECAY = { one_minute: 1884, five_minutes: 2014 } as const;

/** The kernel's two load averages in its fixed point; both 0 at boot. */
export interface LoadAverage {
  readonly one_minute_fixed: number;
  readonly five_minutes_fixed: number;
}

export const LOAD_AVERAGE_AT_BOOT: LoadAverage = { one_minute_fixed: 0, five_minutes_fixed: 0 };

/**
 * The load averages after another sample, in the kernel's arithmetic: integers, rounded up while the load is rising.
 * Source: `calc_load` of `kernel/sched/loadavg.c`.
 * @param runnable tasks running or waiting for a CPU at the time of the sample
 */
export function addLoadSample(load: LoadAverage, runnable: number): LoadAverage {
  return {
    one_minute_fixed: decayLoad(load.one_minute_fixed, DECAY.one_minute, runnable),
    five_minutes_fixed: decayLoad(load.five_minutes_fixed, DECAY.five_minutes, runnable),
  };
}

function decayLoad(load: number, decay: number, runnable: number): number {
  const active = runnable * FIXED_ONE;
  const next = load * decay + active * (FIXED_ONE - decay) + (active >= load ? FIXED_ONE - 1 : 0);
  return Math.floor(next / FIXED_ONE);
}

/** The one-minute load average as a number of tasks. */
export function oneMinuteLoad(load: LoadAverage): number {
  return load.one_minute_fixed / FIXED_ONE;
}

/** The five-minute load average as a number of tasks. */
export function fiveMinuteLoad(load: LoadAverage): number {
  return load.five_minutes_fixed / FIXED_ONE;
}
