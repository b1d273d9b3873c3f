import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemorySamples } from '../../src/compute/memory-samples.js';
import { VM_MONITOR } from '../../src/compute/vm-monitor.js';

/** Memory in use from a given time on. */
interface Step {
  readonly at: number;
  readonly bytes: number;
}

/** The last samples at a time, one every 100 ms from 0.1 s on; a sample at a change sees the value before it. */
function oneByOne(steps: readonly Step[], now_samples: number): readonly number[] {
  const taken: number[] = [];
  for (let sample = 1; sample <= now_samples; sample++) {
    const before = steps.filter(({ at }) => at * 10 < sample);
    taken.push(before.at(-1)?.bytes ?? 0);
  }
  return taken.slice(-VM_MONITOR.samples);
}

test('samples taken on demand equal those of a monitor that takes every one', () => {
  // Steps are between samples, and the check is at a sample.
  const gaps = fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 1_000_000 })), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(gaps, fc.integer({ min: 0, max: 8 }), (all, after) => {
      let samples_before = 0;
      const steps = all.map(([gap, bytes]): Step => {
        samples_before += gap;
        return { at: (samples_before + 0.5) / 10, bytes };
      });
      const monitor = new MemorySamples();
      monitor.start(0);
      let bytes = 0;
      for (const step of steps) {
        monitor.take(step.at, bytes);
        bytes = step.bytes;
      }
      const now = samples_before + 1 + after;
      monitor.take((now + 0.25) / 10, bytes);
      const expected = oneByOne(steps, now);
      expect(monitor.count).toBe(expected.length);
      expect(monitor.largest_bytes).toBe(Math.max(...expected));
      expect(monitor.mean_bytes).toBe(
        Math.floor(expected.reduce((sum, one) => sum + one, 0) / expected.length),
      );
      expect(monitor.next).toBeCloseTo((now + 1) / 10, 9);
    }),
    { seed: 21 },
  );
});

test('there are no samples in the first tenth of a second, nor after a stop', () => {
  const monitor = new MemorySamples();
  monitor.start(7);
  monitor.take(7.05, 100);
  expect([monitor.count, monitor.mean_bytes, monitor.next]).toEqual([0, 0, 7.1]);
  monitor.take(8, 100);
  expect([monitor.count, monitor.mean_bytes, monitor.largest_bytes]).toEqual([5, 100, 100]);
  expect(monitor.next).toBeCloseTo(8.1, 9);
  monitor.stop();
  expect([monitor.count, monitor.next]).toEqual([0, Number.POSITIVE_INFINITY]);
});
