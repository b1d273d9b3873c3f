import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxWorkerProcesses, memoryUse, sharedBuffersBytes } from '../../src/compute/memory.js';
import { maxConnections } from '../../src/compute/size.js';
import { SYSTEM_BUFFER_BYTES, usableMemoryBytes } from '../../src/compute/vm-monitor.js';

const MIB = 1_048_576;
const GIB = 1024 * MIB;

test.each([
  // min CU, max CU, max_connections, worker processes, MiB
  [0.25, 0.25, 112, 12, 128],
  [0.25, 2, 901, 16, 230],
  [1, 8, 3604, 28, 909],
  [9, 16, 4000, 44, 1012],
])(
  'shared buffers of %d to %d CU with %d connections and %d workers take %d MiB',
  (min, max, slots, workers, mib) => {
    expect(maxConnections(min, max, 4 * GIB)).toBe(slots);
    expect(maxWorkerProcesses(max)).toBe(workers);
    expect(sharedBuffersBytes(slots, max)).toBe(mib * MIB);
  },
);

describe('memory use', () => {
  test('an idle compute uses about 144 MiB', () => {
    expect(memoryUse(GIB, 44 * MIB, 0)).toEqual({ usage_bytes: 144 * MIB, cached_bytes: 0 });
  });

  test('connections and queries displace the page cache', () => {
    const allocated = (44 + 50 * 5 + 300) * MIB;
    expect(memoryUse(GIB, allocated, 607 * MIB)).toEqual({
      usage_bytes: allocated + 100 * MIB,
      cached_bytes: (924 - 594) * MIB,
    });
  });

  test('memory use never exceeds the memory of the machine', () => {
    const room = usableMemoryBytes(GIB);
    for (const allocated of [room, room + 1, 2 * GIB]) {
      expect(memoryUse(GIB, allocated, GIB)).toEqual({ usage_bytes: GIB, cached_bytes: 0 });
    }
  });

  test("every byte is either the kernel's, allocated, cached or free", () => {
    const bytes = fc.integer({ min: 0, max: 8 * GIB });
    fc.assert(
      fc.property(bytes, bytes, bytes, (ram, allocated, cached) => {
        const large = Math.max(ram, SYSTEM_BUFFER_BYTES);
        const use = memoryUse(large, allocated, cached);
        const free = large - use.usage_bytes - use.cached_bytes;
        expect(free).toBe(Math.max(0, large - SYSTEM_BUFFER_BYTES - allocated - cached));
        expect(use.cached_bytes).toBeLessThanOrEqual(cached);
      }),
      { seed: 31 },
    );
  });
});
