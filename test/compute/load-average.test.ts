import { expect, test } from 'vitest';
import {
  fiveMinuteLoad,
  LOAD_AVERAGE_AT_BOOT,
  LOAD_SAMPLE_SECONDS,
  type LoadAverage,
  oneMinuteLoad,
  sampledLoadAverage,
} from '../../src/compute/load-average.js';

/** The load average after about this many seconds with a constant number of runnable tasks. */
function after(seconds: number, runnable: number, from: LoadAverage = LOAD_AVERAGE_AT_BOOT): LoadAverage {
  let load = from;
  for (let left = Math.round(seconds / LOAD_SAMPLE_SECONDS); left > 0; left--) {
    load = sampledLoadAverage(load, runnable);
  }
  return load;
}

test('the load average is sampled every 5 s plus one tick of 1/250 s', () => {
  // LOAD_FREQ is 5 * HZ + 1.
  expect(LOAD_SAMPLE_SECONDS * 250).toBeCloseTo(5 * 250 + 1, 9);
});

test("the load average follows the kernel's fixed-point arithmetic, calculated by hand", () => {
  // Rising: ⌊(load · 1884 + 2048 · 164 + 2047) / 2048⌋. Falling: without the 2047.
  const sequence: number[] = [];
  let load = LOAD_AVERAGE_AT_BOOT;
  for (const runnable of [1, 1, 1, 0, 0, 1]) {
    load = sampledLoadAverage(load, runnable);
    sequence.push(load.one_minute_fixed);
  }
  expect(sequence).toEqual([164, 315, 454, 417, 383, 517]);
});

test.each([
  { seconds: 60, share: 0.632 },
  { seconds: 140, share: 0.903 },
  { seconds: 300, share: 0.993 },
])('the load average reaches $share of a step after $seconds s', ({ seconds, share }) => {
  expect(oneMinuteLoad(after(seconds, 10)) / 10).toBeCloseTo(share, 2);
});

test('the load average decays to 37 % after a minute, and finally to zero', () => {
  const loaded = after(3600, 4);
  expect(oneMinuteLoad(loaded)).toBe(4);
  expect(oneMinuteLoad(after(60, 0, loaded)) / 4).toBeCloseTo(0.368, 2);
  expect(oneMinuteLoad(after(3600, 0, loaded))).toBe(0);
});

test('the five-minute average is slower and reaches 63 % after five minutes', () => {
  expect(fiveMinuteLoad(after(300, 10)) / 10).toBeCloseTo(0.632, 2);
});
