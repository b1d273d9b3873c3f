import { MIB } from '../kernel/units.js';
/** RAM that the kernel keeps to itself: the difference between the machine's memory and MemTotal. */
export const SYSTEM_BUFFER_BYTES = 100 * MIB;

/**
 * How the monitor inside the guest watches memory.
 * Source: `libs/vm_monitor/src/{cgroup,runner}.rs` of neondatabase/neon, 2026-03.
 */
export const VM_MONITOR = {
  /** Time between two looks at memory that cannot be reclaimed, and how many of the last looks are averaged. */
  sample_seconds: 0.1,
  samples: 5,
  /** Least time between two requests for more. */
  request_seconds: 1,
  /** Share of usable memory at which it asks for more. */
  threshold_share: 0.85,
  /** Margin below the smaller machine's threshold for a downscale. */
  downscale_buffer_bytes: 100 * MIB,
  /** Samples older than this make a downscale fail. */
  stale_after_seconds: 5,
  /** Fewer samples than this make it refuse. */
  least_samples: 2,
} as const;

/** Bytes of RAM that programs and page cache share on a machine of this much. */
export function usableMemoryBytes(ram_bytes: number): number {
  return Math.max(0, ram_bytes - SYSTEM_BUFFER_BYTES);
}

/** Unreclaimable memory above which the monitor asks for more: 85 % of usable memory. */
export function upscaleThresholdBytes(ram_bytes: number): number {
  return Math.floor(usableMemoryBytes(ram_bytes) * VM_MONITOR.threshold_share);
}

/** The monitor's knowledge when it is asked to give memory up. */
export interface DownscaleQuestion {
  /** RAM of the smaller machine. */
  readonly target_ram_bytes: number;
  /** Mean of the last samples of memory that cannot be reclaimed. */
  readonly mean_bytes: number;
  /** How many samples that mean is of. */
  readonly samples: number;
  /** How long ago the last of them was taken, or the monitor started. */
  readonly stats_age_seconds: number;
}

/** The monitor's answer; once it approves, the agent shrinks the cache and then lowers the threshold. */
export type DownscaleVerdict =
  | { readonly result: 'approved' }
  | {
      readonly result: 'denied';
      readonly cause: 'too-few-samples' | 'memory-in-use';
      readonly reason: string;
    }
  | { readonly result: 'failed'; readonly reason: string };

/**
 * Whether the monitor agrees to a smaller machine: it does when memory in use stays 100 MiB below the smaller
 * machine's threshold. It refuses while it has fewer than two samples, and fails when they are older than 5 s.
 */
export function judgeDownscale(question: DownscaleQuestion): DownscaleVerdict {
  const { target_ram_bytes, mean_bytes, samples, stats_age_seconds } = question;
  if (stats_age_seconds > VM_MONITOR.stale_after_seconds) {
    return { result: 'failed', reason: `memory was last sampled ${stats_age_seconds} s ago` };
  }
  if (samples < VM_MONITOR.least_samples) {
    return { result: 'denied', cause: 'too-few-samples', reason: 'memory has not been sampled often enough' };
  }
  const threshold_bytes = upscaleThresholdBytes(target_ram_bytes);
  if (threshold_bytes < mean_bytes + VM_MONITOR.downscale_buffer_bytes) {
    const [threshold, used, buffer] = [threshold_bytes, mean_bytes, VM_MONITOR.downscale_buffer_bytes].map(
      (bytes) => Math.floor(bytes / MIB),
    );
    return {
      result: 'denied',
      cause: 'memory-in-use',
      reason: `${used} MiB in use and ${buffer} MiB of buffer exceed the smaller size's threshold of ${threshold} MiB`,
    };
  }
  return { result: 'approved' };
}
