import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { targetTrackingSize } from '../../../../src/compute/policy/size/target-tracking.js';
import { anyLooks, CONTEXT, decisions, QUIET } from './looks.js';

const goals = (...args: Parameters<typeof decisions> extends [unknown, ...infer Rest] ? Rest : never) =>
  decisions(targetTrackingSize, ...args).map(({ goal_cu }) => goal_cu);

/** No limit to growth. */
const FREE = { bucket_cu: 100 };

test('a compute limited by its size grows before the load average has risen', () => {
  let cu = 1;
  for (let look = 0; look < 10 && cu < 8; look++) {
    const [decision] = decisions(targetTrackingSize, [{ cu, used_vcpu: cu, load_average_1m: 0.2 }], FREE);
    expect(decision!.goal_cu).toBeGreaterThan(cu);
    cu = decision!.goal_cu;
  }
  expect(cu).toBe(8);
});

describe('the token bucket', () => {
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
