import { expect, test } from 'vitest';
import { nextTryAfter, PROXY_LIMITS } from '../../src/compute/proxy-limits.js';

const waits = (schedule: Parameters<typeof nextTryAfter>[0]) =>
  Array.from({ length: schedule.tries }, (_, index) => nextTryAfter(schedule, index + 1));

test('the proxy dials a compute five times, doubling the wait each time', () => {
  expect(waits(PROXY_LIMITS.connect)).toEqual([0.2, 0.4, 0.8, 1.6, undefined]);
});

test('the proxy asks for a wake eight times', () => {
  const [first, second, third, ...further] = waits(PROXY_LIMITS.wake);
  expect([first, second]).toEqual([0.1, 0.16000000000000003]);
  expect(third).toBeCloseTo(0.256, 12);
  expect(further.at(-2)).toBeCloseTo(1.6777216, 12);
  expect(further.at(-1)).toBeUndefined();
});
