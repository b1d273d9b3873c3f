import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MEMORY_ASSUMPTIONS,
  type MemoryDemand,
  maxWorkerProcesses,
  memoryUse,
  sharedBuffersBytes,
} from '../../src/compute/memory.js';
import { maxConnections } from '../../src/compute/size.js';
import { SYSTEM_BUFFER_BYTES, usableMemoryBytes } from '../../src/compute/vm-monitor.js';

const MIB = 1_048_576;
const GIB = 1024 * MIB;

const idle: MemoryDemand = {
  base_bytes: MEMORY_ASSUMPTIONS.base.default_bytes,
  shared_buffers_bytes: 0,
  connections: 0,
  connection_bytes: MEMORY_ASSUMPTIONS.connection.default_bytes,
  query_bytes: 0,
  cached_bytes: 0,
};

describe('shared buffers', () => {
  test.each([
    // min CU, max CU, max_connections, worker processes, MiB
    [0.25, 0.25, 112, 12, 128],
    [0.25, 2, 901, 16, 230],
    [1, 8, 3604, 28, 909],
    [9, 16, 4000, 44, 1012],
  ])('of %d to %d CU: %d connections and %d workers need %d MiB', (min, max, slots, workers, mib) => {
    expect(maxConnections(min, max, 4 * GIB)).toBe(slots);
    expect(maxWorkerProcesses(max)).toBe(workers);
    expect(sharedBuffersBytes(slots, max)).toBe(mib * MIB);
  });
});

describe('how memory is used', () => {
  test('an idle compute is seen with about 144 MiB in use', () => {
    expect(memoryUse(GIB, idle)).toEqual({
      non_reclaimable_bytes: 44 * MIB,
      usage_bytes: 144 * MIB,
      cached_bytes: 0,
      free_bytes: (1024 - 144) * MIB,
      out_of_memory: false,
    });
  });

  test('connections and queries push the page cache out', () => {
    const busy = { ...idle, connections: 50, query_bytes: 300 * MIB, cached_bytes: 607 * MIB };
    const use = memoryUse(GIB, busy);
    expect(use.non_reclaimable_bytes).toBe((44 + 250 + 300) * MIB);
    expect(use.cached_bytes).toBe((924 - 594) * MIB);
    expect(use).toMatchObject({ free_bytes: 0, out_of_memory: false });
  });

  test('the killer strikes at one byte more than there is', () => {
    const room = usableMemoryBytes(GIB) - idle.base_bytes;
    expect(memoryUse(GIB, { ...idle, query_bytes: room }).out_of_memory).toBe(false);
    expect(memoryUse(GIB, { ...idle, query_bytes: room + 1 })).toMatchObject({
      out_of_memory: true,
      usage_bytes: GIB,
    });
  });

  test("every byte is the kernel's, allocated, cached or free", () => {
    const bytes = fc.integer({ min: 0, max: 8 * GIB });
    fc.assert(
      fc.property(
        bytes,
        bytes,
        bytes,
        fc.nat({ max: 1000 }),
        (ram, query_bytes, cached_bytes, connections) => {
          const large = Math.max(ram, SYSTEM_BUFFER_BYTES);
          const use = memoryUse(large, { ...idle, query_bytes, cached_bytes, connections });
          expect(use.usage_bytes + use.cached_bytes + use.free_bytes).toBe(large);
          expect(use.out_of_memory).toBe(use.non_reclaimable_bytes + SYSTEM_BUFFER_BYTES > large);
        },
      ),
      { seed: 31 },
    );
  });

  test('each assumption has a source and says how far to trust it', () => {
    for (const assumption of Object.values(MEMORY_ASSUMPTIONS)) {
      expect(assumption.default_bytes).toBeGreaterThan(0);
      expect(assumption.source.length).toBeGreaterThan(10);
      expect(assumption.confidence).toBe('low');
    }
  });
});
