import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryUse } from '../../src/compute/memory.js';
import { SYSTEM_BUFFER_BYTES } from '../../src/compute/vm-monitor.js';
import { GIB } from '../../src/kernel/units.js';

test("every byte of a machine's memory is either the kernel's, allocated, cached or free", () => {
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
