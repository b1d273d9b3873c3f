import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FILE_CACHE_BYTES } from '../../src/compute/memory.js';
import { upscaleThresholdBytes, usableMemoryBytes } from '../../src/compute/vm-monitor.js';
import { GIB, MIB } from '../../src/kernel/units.js';

test('a larger machine has at least as large a cache and threshold, and memory left over', () => {
  const ram = fc.integer({ min: 0, max: 256 * GIB });
  fc.assert(
    fc.property(ram, ram, (a, b) => {
      const [small, large] = [Math.min(a, b), Math.max(a, b)];
      expect(FILE_CACHE_BYTES.monitor(large)).toBeGreaterThanOrEqual(FILE_CACHE_BYTES.monitor(small));
      expect(upscaleThresholdBytes(large)).toBeGreaterThanOrEqual(upscaleThresholdBytes(small));
      expect(usableMemoryBytes(large) - FILE_CACHE_BYTES.monitor(large)).toBeGreaterThanOrEqual(
        Math.min(usableMemoryBytes(large), 256 * MIB),
      );
    }),
    { seed: 22 },
  );
});
