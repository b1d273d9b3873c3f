import { SYSTEM_BUFFER_BYTES, usableMemoryBytes } from './vm-monitor.js';

const MIB = 1_048_576;

/** An amount of memory that the platform has not published, with where it comes from. */
export interface MemoryAssumption {
  readonly default_bytes: number;
  readonly source: string;
  readonly confidence: 'medium' | 'low';
}

/** What has to be assumed about a compute's memory. */
export const MEMORY_ASSUMPTIONS = {
  /** Everything in the guest besides connections, queries and shared buffers. */
  base: {
    default_bytes: 44 * MIB,
    source:
      'a log of the platform quoted in the tests of its agent shows 143.6 MiB in use on an idle compute, 100 MiB of them added for the kernel',
    confidence: 'low',
  },
  /** A connection's process, at work or not. */
  connection: {
    default_bytes: 5 * MIB,
    source:
      'between the less than 2 MiB (with huge pages) that A. Freund measured in 2020 and the 10 MB reported at PGConf.DE 2025',
    confidence: 'low',
  },
  /** Memory of its own that a query holds while it runs. */
  query: {
    default_bytes: 4 * MIB,
    source: "PostgreSQL's default of work_mem, one sort or hash a query",
    confidence: 'low',
  },
} as const satisfies Record<string, MemoryAssumption>;

/** `max_worker_processes` of a compute: 12 + floor(2 × maximum size). Source: platform documentation, 2025-12. */
export function maxWorkerProcesses(max_cu: number): number {
  return 12 + Math.floor(2 * max_cu);
}

/**
 * Bytes of `shared_buffers`: in whole MiB max(128, (1023 + 256 × backends) / 1024) with one backend for each
 * connection and worker process and one more. Resizes leave it as it is. Source: platform documentation, 2025-12.
 */
export function sharedBuffersBytes(max_connections: number, max_cu: number): number {
  const backends = 1 + max_connections + maxWorkerProcesses(max_cu);
  return Math.max(128, Math.floor((1023 + backends * 256) / 1024)) * MIB;
}

/** What asks for a compute's memory at one moment. */
export interface MemoryDemand {
  /** Everything besides the rest; {@link MEMORY_ASSUMPTIONS}. */
  readonly base_bytes: number;
  /** Shared buffers touched so far: at most `sharedBuffersBytes`. */
  readonly shared_buffers_bytes: number;
  readonly connections: number;
  readonly connection_bytes: number;
  /** The private memory of all running queries together. */
  readonly query_bytes: number;
  /** What the Local File Cache's file holds: page cache, which gives way to the rest. */
  readonly cached_bytes: number;
}

/** How a machine's memory is used at one moment. */
export interface MemoryUse {
  /** What cannot be reclaimed, as the monitor samples it: shared buffers count, page cache does not. */
  readonly non_reclaimable_bytes: number;
  /** What the agent reads as memory usage: MemTotal − MemAvailable, and 100 MiB for the kernel. */
  readonly usage_bytes: number;
  /** Page cache that finds room. */
  readonly cached_bytes: number;
  readonly free_bytes: number;
  /** Whether more is allocated than there is, so that the kernel kills a process and Postgres restarts. */
  readonly out_of_memory: boolean;
}

/**
 * How the demand fits into a machine. Allocations push the page cache out; when even without it they exceed what
 * the kernel leaves of the RAM, the kernel's killer strikes (there is no swap).
 */
export function memoryUse(ram_bytes: number, demand: MemoryDemand): MemoryUse {
  const usable = usableMemoryBytes(ram_bytes);
  const allocated =
    demand.base_bytes +
    demand.shared_buffers_bytes +
    demand.connections * demand.connection_bytes +
    demand.query_bytes;
  const room = Math.max(0, usable - allocated);
  const cached_bytes = Math.min(demand.cached_bytes, room);
  return {
    non_reclaimable_bytes: allocated,
    usage_bytes: Math.min(allocated, usable) + SYSTEM_BUFFER_BYTES,
    cached_bytes,
    free_bytes: room - cached_bytes,
    out_of_memory: allocated > usable,
  };
}
