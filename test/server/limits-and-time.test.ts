import { expect, test } from 'vitest';
import { EmulatedClock } from '../../src/server/emulator/emulated-clock.js';
import { RateLimits } from '../../src/server/emulator/rate-limits.js';
import { EmulatorUnderTest, HandClock } from './emulator-under-test.js';

test('an account may send 700 requests per minute over all routes', () => {
  const limits = new RateLimits();
  const wait = (account: string, route: number, at_ms: number) =>
    limits.wait({ account, route: String(route), route_per_second: 40 }, at_ms);
  const waits = Array.from({ length: 800 }, (_, count) => wait('a', Math.floor(count / 40), 0));
  expect(waits.filter((each) => each === 0)).toHaveLength(700);
  expect(wait('b', 1, 0)).toBe(0);
  // 60 s / 700 = 85.7 ms.
  expect([0, 85, 86].map((at_ms) => wait('a', 99, at_ms))).toEqual([1, 1, 0]);
});

test('emulated time follows the wall clock, runs faster or is paused, and can be advanced', () => {
  const real = new HandClock();
  const clock = new EmulatedClock(real, 1000, 1);
  real.pass(500);
  expect(clock.now_ms).toBe(1500);
  clock.setSpeed(60);
  real.pass(500);
  expect(clock.now_ms).toBe(31_500);
  clock.setSpeed(0);
  real.pass(1_000_000);
  expect(clock.now_ms).toBe(31_500);
  clock.advance(300_000);
  expect(clock.now_ms).toBe(331_500);
  for (const span_ms of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => clock.advance(span_ms)).toThrow(RangeError);
  }
  expect(clock.now_ms).toBe(331_500);
});

test('the status page is one file that loads nothing from elsewhere', async () => {
  const { body, headers } = await new EmulatorUnderTest().send('/', {});
  expect(headers.get('content-type')).toContain('text/html');
  expect(body).not.toMatch(/(src|href)="(https?:)?\/\//);
  expect(body).not.toContain('innerHTML');
});

test('metrics have the format of Prometheus', async () => {
  const emulator = new EmulatorUnderTest();
  await emulator.project();
  const { body, headers } = await emulator.send('/metrics', {});
  expect(headers.get('content-type')).toContain('text/plain');
  expect(body).toContain('neap_http_requests_total{route="createProject",status="201"} 1');
  expect(body).toContain('neap_computes{state="active"} 1');
  expect(body).toMatch(
    /neap_http_request_duration_seconds_bucket\{le="\+Inf",route="createProject"\} 1\n.*_sum.*\n.*_count\{route="createProject"\} 1/,
  );
  // Every line is a comment, or a name with labels and a number.
  for (const line of body.trim().split('\n')) {
    expect(line).toMatch(/^(# (HELP|TYPE) neap_\w+ .+|neap_\w+(\{(\w+="[^"]*",?)+\})? [\d.e+-]+)$/);
  }
});
