import { MIB } from '../kernel/units.js';
/** RAM reserved by the kernel: the difference between the machine's memory and MemTotal. */
export const SYSTEM_BUFFER_BYTES = 100 * MIB;

/**
 * The memory monitor inside the guest. Source: `libs/vm_monitor/src/{cgroup,runner}.rs` of neondatabase/neon, 2026-03.
 */
export const VM_MONITOR = {
  /** Interval of the samples of unreclaimable memory, and the number of samples averaged. */
  sample_seconds: 0.1,
  samples: 5,
  /** Minimum time between two upscale requests. */
  request_seconds: 1,
  /** Share of usable memory at which it requests more. */
  threshold_share: 0.85,
  /** Margin below the smaller machine's threshold for a downscale. */
  downscale_buffer_bytes: 100 * MIB,
  /** A downscale fails if the samples are older than this. */
  stale_after_seconds: 5,
  /** A downscale is denied with fewer samples than this. */
  least_samples: 2,
} as const;

/** RAM shared by programs and page cache on a machine of this size. */
export function usableMemoryBytes(ram_bytes: number): number {
  return Math.max(0, ram_bytes - SYSTEM_BUFFER_BYTES);
}

/** Unreclaimable memory above which the monitor requests more: 85 % of usable memory. */
export function upscaleThresholdBytes(ram_bytes: number): number {
  return Math.floor(usableMemoryBytes(ram_bytes) * VM_MONITOR.threshold_share);
}

/** The input to the monitor's decision on a downscale. */
export interface DownscaleQuestion {
  /** RAM of the smaller machine. */
  readonly target_ram_bytes: number;
  /** Mean of the latest samples of unreclaimable memory. */
  readonly mean_bytes: number;
  /** Number of these samples. */
  readonly samples: number;
  /** Time since the last sample, or since the monitor started. */
  readonly stats_age_seconds: number;
}

/** The monitor's answer; after an approval, the agent shrinks the cache and then lowers the threshold. */
export type DownscaleVerdict =
  | { readonly result: 'approved' }
  | {
      readonly result: 'denied';
      readonly cause: 'too-few-samples' | 'memory-in-use';
      readonly reason: string;
    }
  | { readonly result: 'failed'; readonly reason: string };

/**
 * Whether the monitor approves a smaller machine: memory in use must stay 100 MiB below the smaller machine's
 * threshold. It denies with fewer than two samples, and fails if they are older than 5 s.
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
