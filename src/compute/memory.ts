import { MIB } from '../kernel/units.js';
import { SYSTEM_BUFFER_BYTES, usableMemoryBytes } from './vm-monitor.js';

/** `max_worker_processes` of a compute: 12 + floor(2 × maximum size). Source: platform documentation, 2025-12. */
export function maxWorkerProcesses(max_cu: number): number {
  return 12 + Math.floor(2 * max_cu);
}

/**
 * Bytes of `shared_buffers`: in whole MiB, max(128, (1023 + 256 × backends) / 1024), with one backend for each
 * connection and worker process, plus one. Resizes do not change it. Source: platform documentation, 2025-12.
 */
export function sharedBuffersBytes(max_connections: number, max_cu: number): number {
  const backends = 1 + max_connections + maxWorkerProcesses(max_cu);
  return Math.max(128, Math.floor((1023 + backends * 256) / 1024)) * MIB;
}

/** A machine's memory use at one moment. */
export interface MemoryUse {
  /** Memory usage as read by the agent: MemTotal − MemAvailable, plus 100 MiB for the kernel. */
  readonly usage_bytes: number;
  /** Page cache that fits. */
  readonly cached_bytes: number;
}

/**
 * A machine's memory use: allocations evict page cache.
 * @param ram_bytes RAM of the machine
 * @param allocated_bytes memory that cannot be reclaimed, including shared buffers but not page cache
 * @param cached_bytes contents of the Local File Cache's file, which are page cache and can be evicted
 */
export function memoryUse(ram_bytes: number, allocated_bytes: number, cached_bytes: number): MemoryUse {
  const allocated = Math.min(allocated_bytes, usableMemoryBytes(ram_bytes));
  return {
    usage_bytes: allocated + SYSTEM_BUFFER_BYTES,
    cached_bytes: Math.min(cached_bytes, usableMemoryBytes(ram_bytes) - allocated),
  };
}

/** The cache's share: of RAM by the size table, of usable memory (as a maximum) by the monitor. */
const CACHE_SHARE = 0.75;
const MONITOR_LEAVES_BYTES = 256 * MIB;
/** On a small machine, bytes left free for every byte of cache. */
const MONITOR_SPREAD = 0.1;

/**
 * Bytes of the Local File Cache on a machine with this much RAM.
 *
 * - `table`: 75 % of RAM. Source: the platform's size table.
 * - `monitor`: the smaller of (usable − 256 MiB) / 1.1 and 75 % of usable memory, in whole MiB, rounded down.
 *   Source: `libs/vm_monitor/src/{filecache,runner}.rs` of neondatabase/neon, 2026-03.
 */
export const FILE_CACHE_BYTES = {
  table: (ram_bytes: number): number => CACHE_SHARE * ram_bytes,
  monitor: (ram_bytes: number): number => {
    const usable = usableMemoryBytes(ram_bytes);
    const spread = Math.max(0, usable - MONITOR_LEAVES_BYTES) / (1 + MONITOR_SPREAD);
    return Math.floor(Math.min(spread, usable * CACHE_SHARE) / MIB) * MIB;
  },
} as const;
