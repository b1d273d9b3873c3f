import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Pacing } from '../../src/adapter/pacing.js';
import { RateLimits } from '../../src/server/emulator/rate-limits.js';

const ROUTE = 40;

describe('call pacing', () => {
  test('forty calls to one route start at once, and the next after slightly more than a second', () => {
    const pacing = new Pacing();
    for (let call = 0; call < ROUTE; call++) expect(pacing.book('a', ROUTE, 0)).toBe(0);
    expect(pacing.book('a', ROUTE, 0)).toBe(1050);
  });

  test('all routes together start seven hundred calls per minute', () => {
    const pacing = new Pacing();
    const starts = Array.from({ length: 701 }, (_, call) => pacing.book(`route ${call % 50}`, ROUTE, 0));
    expect(starts[699]).toBe(0);
    expect(starts[700]).toBe(63_000);
  });

  test('calls within the limits are not delayed', () => {
    const pacing = new Pacing();
    for (let second = 0; second < 600; second++) {
      const now_ms = second * 1000;
      for (let call = 0; call < 11; call++) expect(pacing.book('a', ROUTE, now_ms)).toBe(now_ms);
    }
  });

  test('no sequence of paced calls exceeds the limits of the service', () => {
    const call = fc.record({
      route: fc.integer({ min: 0, max: 3 }),
      after_ms: fc.constantFrom(0, 0, 0, 0, 20, 2000),
    });
    const property = fc.property(fc.array(call, { minLength: 900, maxLength: 1500 }), (calls) => {
      const pacing = new Pacing();
      const limits = new RateLimits();
      let now_ms = 0;
      let refused = 0;
      for (const { route, after_ms } of calls) {
        now_ms += after_ms;
        const per_second = route === 0 ? 10 : ROUTE;
        const start_ms = pacing.book(`r${route}`, per_second, now_ms);
        const asked = { account: 'me', route: `r${route}`, route_per_second: per_second };
        if (start_ms < now_ms || limits.wait(asked, start_ms) > 0) refused += 1;
      }
      expect(refused).toBe(0);
    });
    fc.assert(property, { seed: 8, numRuns: 40 });
  });
});
