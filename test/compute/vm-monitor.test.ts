import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FILE_CACHE_BYTES } from '../../src/compute/memory.js';
import { judgeDownscale, upscaleThresholdBytes, usableMemoryBytes } from '../../src/compute/vm-monitor.js';
import { VECTORS } from './agent/vectors.js';

const MIB = 1_048_576;
const GIB = 1024 * MIB;

const question = { target_ram_bytes: GIB, mean_bytes: 600 * MIB, samples: 5, stats_age_seconds: 0.1 };

describe('sizes in the test vectors', () => {
  test.each(VECTORS.vmMonitorSizes.map((vector) => [vector.memGiB, vector] as const))(
    'the sizes of a machine with %d GiB match the vector',
    (gib, vector) => {
      const ram = gib * GIB;
      expect(usableMemoryBytes(ram)).toBe(vector.usableBytes);
      expect(FILE_CACHE_BYTES.monitor(ram) / MIB).toBe(vector.fileCacheSizeMiB);
      expect(upscaleThresholdBytes(ram)).toBe(vector.cgroupThresholdBytes);
      const most = vector.maxAvgNonReclaimableToAcceptDownscaleToThisSize;
      const verdict = (mean_bytes: number) =>
        judgeDownscale({ ...question, target_ram_bytes: ram, mean_bytes });
      expect(verdict(most).result).toBe('approved');
      expect(verdict(most + 1).result).toBe('denied');
    },
  );

  test.each([
    [2, 1461],
    [8, 6069],
    [32, 24_501],
  ])('a machine with %d GiB of RAM holds a cache of %d MiB', (gib, mib) => {
    expect(FILE_CACHE_BYTES.monitor(gib * GIB)).toBe(mib * MIB);
  });

  test('a machine that is too small for a cache has none', () => {
    expect(FILE_CACHE_BYTES.monitor(300 * MIB)).toBe(0);
    expect(usableMemoryBytes(50 * MIB)).toBe(0);
  });
});

test.each([
  [0.25, 0.75],
  [0.5, 1.5],
  [1, 3],
  [2, 6],
  [8, 24],
  [38, 114],
])('%d CU have a cache of %d GiB', (cu, gib) => {
  expect(FILE_CACHE_BYTES.table(cu * 4 * GIB)).toBe(gib * GIB);
});

describe('downscales in the test vectors', () => {
  test.each(
    VECTORS.vmMonitorDownscale.map(
      (vector) =>
        [
          vector.fromGiB,
          vector.toGiB,
          vector.avgNonReclaimableMiB,
          vector.samples,
          vector.result,
          vector,
        ] as const,
    ),
  )(
    'a downscale from %d to %d GiB with %d MiB in use after %d samples: %s',
    (_from, to, mib, samples, result, vector) => {
      const verdict = judgeDownscale({
        target_ram_bytes: to * GIB,
        mean_bytes: mib * MIB,
        samples,
        stats_age_seconds: vector.statsAgeMs / 1000,
      });
      expect(upscaleThresholdBytes(to * GIB)).toBe(vector.newThresholdBytes);
      if (result === 'denied-not-enough-samples') {
        expect(verdict).toMatchObject({ result: 'denied', cause: 'too-few-samples' });
      } else expect(verdict.result).toBe(result);
    },
  );

  test('the boundary from 2 to 1 GiB is between 685 and 686 MiB, and a refusal states the reason', () => {
    expect(judgeDownscale({ ...question, mean_bytes: 685 * MIB })).toEqual({ result: 'approved' });
    expect(judgeDownscale({ ...question, mean_bytes: 686 * MIB })).toEqual({
      result: 'denied',
      cause: 'memory-in-use',
      reason: "686 MiB in use and 100 MiB of buffer exceed the smaller size's threshold of 785 MiB",
    });
  });

  test('two samples within the last five seconds are enough', () => {
    const least = { ...question, samples: 2, stats_age_seconds: 5 };
    expect(judgeDownscale(least)).toEqual({ result: 'approved' });
    expect(judgeDownscale({ ...least, samples: 1 })).toEqual({
      result: 'denied',
      cause: 'too-few-samples',
      reason: 'memory has not been sampled often enough',
    });
  });

  test('outdated samples are a failure and not a refusal', () => {
    expect(judgeDownscale({ ...question, stats_age_seconds: 5.1 })).toEqual({
      result: 'failed',
      reason: 'memory was last sampled 5.1 s ago',
    });
  });
});

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
