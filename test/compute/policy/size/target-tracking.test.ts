import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { targetTrackingSize } from '../../../../src/compute/policy/size/target-tracking.js';
import { anyLooks, CONTEXT, decisions, GIB, QUIET } from './looks.js';

const goals = (...args: Parameters<typeof decisions> extends [unknown, ...infer Rest] ? Rest : never) =>
  decisions(targetTrackingSize, ...args).map(({ goal_cu }) => goal_cu);

/** No limit to growth. */
const FREE = { bucket_cu: 100 };

describe('the goal of target tracking', () => {
  test('the goal is the demand at 70 % utilization plus a quarter CU, in quarters', () => {
    const [first] = decisions(targetTrackingSize, [{ load_average_1m: 1.4 }], FREE);
    expect(first).toMatchObject({
      goal_cu: 2.25,
      reason: '1.4 vCPU at 70 % use and 0.25 CU in reserve want 2.25 CU',
    });
  });

  test('the goal leaves room for the memory in use', () => {
    const [first] = decisions(targetTrackingSize, [{ memory_usage_bytes: 6 * GIB }], FREE);
    expect(first!.goal_cu).toBe(2.25);
    expect(first!.reason).toContain('6 GiB of memory in use');
  });

  test('a compute limited by its size grows before the load average has risen', () => {
    let cu = 1;
    for (let look = 0; look < 10 && cu < 8; look++) {
      const [decision] = decisions(targetTrackingSize, [{ cu, used_vcpu: cu, load_average_1m: 0.2 }], FREE);
      expect(decision!.goal_cu).toBeGreaterThan(cu);
      cu = decision!.goal_cu;
    }
    expect(cu).toBe(8);
  });

  test('the highest target and no reserve still allow growth', () => {
    const values = { ...FREE, target_utilisation: 0.95, reserve_cu: 0 };
    expect(goals([{ cu: 4, used_vcpu: 4 }], values)).toEqual([4.25]);
  });
});

describe('the token bucket', () => {
  test('the compute grows by two CU at once, then by a quarter every 5 s', () => {
    const rush = { load_average_1m: 20 };
    const all = decisions(
      targetTrackingSize,
      Array.from({ length: 30 }, () => rush),
    );
    expect(all.slice(0, 4).map(({ goal_cu }) => goal_cu)).toEqual([2.25, 2.5, 2.75, 3]);
    expect(all[0]!.reason).toMatch(/want 8 CU; the token bucket allows 2\.25 CU$/);
    expect(all.at(-1)!.goal_cu).toBe(8);
    expect(all.at(-1)!.reason).toMatch(/want 8 CU$/);
  });

  test('the token bucket refills at rest, up to its capacity', () => {
    const looks = [
      { load_average_1m: 1.2 },
      { load_average_1m: 1.2, now_seconds: 10_000 },
      { load_average_1m: 20, now_seconds: 10_005 },
    ];
    expect(goals(looks)).toEqual([2, 2, 4]);
  });

  test('growth never exceeds capacity plus refill', () => {
    fc.assert(
      fc.property(
        anyLooks,
        fc.double({ min: 0.25, max: 6, noNaN: true }),
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        (looks, bucket_cu, refill_cu_per_second) => {
          const values = { bucket_cu, refill_cu_per_second };
          const goal = [looks[0]!.cu, ...goals(looks, values)];
          const at = [looks[0]!.now_seconds, ...looks.map(({ now_seconds }) => now_seconds)];
          for (let from = 0; from < goal.length; from++) {
            for (let to = from + 1; to < goal.length; to++) {
              const allowed = bucket_cu + refill_cu_per_second * (at[to]! - at[from]!);
              expect(goal[to]! - goal[from]!).toBeLessThanOrEqual(allowed + 1e-6);
            }
          }
        },
      ),
      { seed: 31 },
    );
  });

  test('a size in quarters stays in quarters, so rounding gains nothing', () => {
    fc.assert(
      fc.property(anyLooks, fc.double({ min: 0.01, max: 1, noNaN: true }), (looks, refill_cu_per_second) => {
        for (const goal of goals(looks, { refill_cu_per_second })) {
          expect(Number.isInteger(4 * goal)).toBe(true);
        }
      }),
      { seed: 32 },
    );
  });
});

describe('shrinking', () => {
  const busy = { load_average_1m: 2.8 };
  const calm = { load_average_1m: 0.7 };

  test('the size shrinks after a minute of lower demand, to the highest demand of that minute', () => {
    const looks = [busy, ...Array.from({ length: 6 }, () => calm), { load_average_1m: 1.4 }];
    const tail = Array.from({ length: 20 }, () => calm);
    const all = decisions(targetTrackingSize, [...looks, ...tail], FREE);
    const sizes = all.map(({ goal_cu }) => goal_cu);
    // Demand is lower from the sample at 5 s on; at 65 s the size shrinks to the peak at 35 s.
    expect(sizes.slice(0, 13)).toEqual(Array(13).fill(4.25));
    expect(sizes[13]).toBe(2.25);
    expect(all[12]!.reason).toMatch(/want 1\.25 CU; 4\.25 CU kept for another 5 s$/);
    expect(sizes.at(-1)).toBe(1.25);
  });

  test('the minute starts again whenever demand equals the size', () => {
    const looks = Array.from({ length: 40 }, (_, index) => (index % 10 === 0 ? busy : calm));
    expect(new Set(goals(looks, FREE))).toEqual(new Set([4.25]));
  });

  test('the size shrinks at once if the configured time is zero', () => {
    expect(goals([busy, calm], { ...FREE, scale_down_seconds: 0 })).toEqual([4.25, 1.25]);
  });

  test('a lowered maximum reduces the size, and it does not return automatically', () => {
    const { start, look } = targetTrackingSize;
    const values = {
      target_utilisation: 0.7,
      reserve_cu: 0.25,
      refill_cu_per_second: 0,
      scale_down_seconds: 10,
    };
    const all = { ...values, bucket_cu: 100 };
    const wide = { ...CONTEXT, max_cu: 8 };
    const narrow = { ...CONTEXT, max_cu: 2 };
    let state = start(all, wide, undefined);
    const sizes = [
      { context: wide, load: 5 },
      { context: wide, load: 2.1 },
      { context: narrow, load: 0.7 },
      { context: narrow, load: 0.7 },
      { context: wide, load: 0.7 },
    ].map(({ context, load }, index) => {
      const seen = { ...QUIET, now_seconds: 5 * index, load_average_1m: load };
      const decision = look(state, seen, all, context);
      state = decision.state;
      return decision.goal_cu;
    });
    expect(sizes).toEqual([7.5, 7.5, 2, 2, 2]);
  });
});
