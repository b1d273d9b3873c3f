import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TroubleTime } from '../../src/simulation/record/trouble-time.js';

/** Whole seconds with trouble, counted one by one. */
function counted(events: readonly (readonly [since: number, now: number, failed: boolean])[]): number {
  const troubled = new Set<number>();
  let failedAt = Number.NEGATIVE_INFINITY;
  for (const [since, now, failed] of events) {
    const from = failed && now - failedAt <= 60 ? Math.min(since, failedAt) : since;
    for (let second = from; second < now; second++) troubled.add(second);
    if (failed) failedAt = now;
  }
  return troubled.size;
}

test('time in trouble counts every second once, however stretches overlap', () => {
  const event = fc.tuple(fc.nat(100), fc.nat(300), fc.boolean());
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (drawn) => {
      let now = 0;
      const events = drawn.map(([later, before, failed]) => {
        now += later;
        return [Math.max(0, now - before), now, failed] as const;
      });
      const time = new TroubleTime();
      for (const [since, at, failed] of events) time[failed ? 'failed' : 'waited'](since, at);
      expect(time.seconds).toBe(counted(events));
      if (events.length === 0) expect(time.observed()).toBeUndefined();
      else
        expect(time.observed()).toMatchObject({
          from_seconds: Math.min(...events.map(([since]) => since)),
          until_seconds: now,
        });
    }),
  );
});

test('ten thousand separate stretches add up', () => {
  const time = new TroubleTime();
  for (let start = 0; start < 10_000; start++) time.waited(100 * start, 100 * start + 1);
  expect(time.seconds).toBe(10_000);
  // Stretches this old are not distinguished any more: this one counts from the end of the last of them.
  time.waited(0, 1_000_000);
  expect(time.seconds).toBe(9000 + (1_000_000 - (100 * 8999 + 1)));
});
