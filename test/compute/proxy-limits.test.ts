import { describe, expect, test } from 'vitest';
import { nextTryAfter, PROXY_LIMITS } from '../../src/compute/proxy-limits.js';

const waits = (schedule: Parameters<typeof nextTryAfter>[0]) =>
  Array.from({ length: schedule.tries }, (_, index) => nextTryAfter(schedule, index + 1));

describe('the tries of the proxy', () => {
  test('dials a compute five times, each wait twice the one before', () => {
    expect(waits(PROXY_LIMITS.connect)).toEqual([0.2, 0.4, 0.8, 1.6, undefined]);
  });

  test('asks for a wake eight times', () => {
    const [first, second, third, ...further] = waits(PROXY_LIMITS.wake);
    expect([first, second]).toEqual([0.1, 0.16000000000000003]);
    expect(third).toBeCloseTo(0.256, 12);
    expect(further.at(-2)).toBeCloseTo(1.6777216, 12);
    expect(further.at(-1)).toBeUndefined();
  });
});
