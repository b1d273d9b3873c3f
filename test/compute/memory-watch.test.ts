import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { samplesUntilRequest, upscaleThresholdBytes, VM_MONITOR } from '../../src/compute/vm-monitor.js';

const MIB = 1_048_576;
const GIB = 1024 * MIB;

describe('the fast path', () => {
  const threshold = upscaleThresholdBytes(GIB);

  /** The sample after a step at which the monitor first asks for more, by taking them one by one. */
  function firstRequest(before: number, after: number): number | undefined {
    const samples = Array<number>(VM_MONITOR.samples).fill(before);
    for (let taken = 1; taken <= 20; taken++) {
      samples.shift();
      samples.push(after);
      const mean = Math.floor(samples.reduce((sum, one) => sum + one, 0) / VM_MONITOR.samples);
      if (mean >= threshold) return taken;
    }
    return undefined;
  }

  test('asks as soon as the mean of five samples reaches the threshold', () => {
    expect(samplesUntilRequest(700 * MIB, 900 * MIB, threshold)).toBe(3);
    expect(samplesUntilRequest(0, threshold, threshold)).toBe(5);
    expect(samplesUntilRequest(0, threshold - 1, threshold)).toBeUndefined();
  });

  test('the step to the sample is that of a monitor that takes every one of them', () => {
    const bytes = fc.integer({ min: 0, max: GIB });
    fc.assert(
      fc.property(
        bytes.filter((one) => one < threshold),
        bytes,
        (before, after) => {
          expect(samplesUntilRequest(before, after, threshold)).toBe(firstRequest(before, after));
        },
      ),
      { seed: 21 },
    );
  });
});
