import { expect, it } from 'vitest';
import { planTick, TICK_SECONDS, type TickState } from '../../../src/simulation/fidelity/tick-plan.js';

/** A tick of weekday-saas by day: 50 queries per second of 4 ms on one CU. */
const QUIET: TickState = {
  run_seconds: 7 * 86_400,
  rate: 50,
  jumps: false,
  announced: false,
  job: false,
  active_seconds: 3600,
  vcpu: 1,
  throttled: false,
  cpu_mean: 0.004,
  cpu_scv: 4,
  cpu_tail: 0.035,
  io: 0.0001,
  wait: 0,
  store: 0.001,
  inside: 0,
  pools: [{ size: 20, rate: 50 }],
  fresh_reads: 0.001,
  timeout: Number.POSITIVE_INFINITY,
  room: 150,
};

/** Changes for 4,000 short queries per second. */
const SHORT = { rate: 4000, cpu_mean: 0.0001, cpu_tail: 0.0009, io: 0 };

it('a tick consists of head, gap, burn-in and a window whose queries represent all since the head', () => {
  const plan = planTick(QUIET);
  if ('exact' in plan) throw new Error(plan.exact);
  const { head, gap, burn, weight } = plan;
  const window = TICK_SECONDS - head - gap - burn;
  expect(window * weight).toBeCloseTo(TICK_SECONDS - head, 9);
  expect(Number.isInteger(weight)).toBe(true);
  expect(weight).toBeGreaterThan(5);
});

it.each<[string, Partial<TickState>, Partial<TickState>]>([
  ['sparse', { rate: 1.99 }, { rate: 4 }],
  ['started', { active_seconds: 59 }, { active_seconds: 60 }],
  ['started', { ...SHORT, active_seconds: 24 }, { ...SHORT, active_seconds: 26 }],
  ['started', { ...SHORT, rate: 20_000, vcpu: 4, active_seconds: 9 }, { ...SHORT, active_seconds: 26 }],
  ['event', { announced: true }, { announced: false }],
  ['jump', { jumps: true }, { jumps: false }],
  ['cold_cache', { fresh_reads: 0.11 }, { fresh_reads: 0.09 }],
  ['cpu_quota', { throttled: true }, { throttled: false }],
  ['overload', { rate: 243, pools: [] }, { rate: 150, pools: [] }],
  ['store', { store: 0.95 }, { store: 0.9 }],
  ['pool', { pools: [{ size: 1, rate: 200 }] }, { pools: [{ size: 1, rate: 20 }] }],
  ['limit', { room: 8 }, { room: 20 }],
  ['limit', { timeout: 0.05 }, { timeout: 1 }],
  ['window', { inside: 2000 }, { inside: 50 }],
  ['window', { wait: 5, pools: [], room: 1000 }, { wait: 0.01, pools: [], room: 1000 }],
])(
  'a tick is simulated completely on one side of the rule for %s, and not on the other',
  (reason, exact, windows) => {
    expect(planTick({ ...QUIET, ...exact })).toMatchObject({ exact: reason });
    expect(planTick({ ...QUIET, ...windows })).toHaveProperty('weight');
  },
);

it.each<[string, Partial<TickState>, Partial<TickState>]>([
  ['utilisation', { rate: 8700 }, { rate: 8000 }],
  ['store', { store: 0.6 }, { store: 0.4 }],
  ['pool', { pools: [{ size: 1, rate: 4000 }] }, { pools: [{ size: 20, rate: 4000 }] }],
  ['rate', { rate: 200 }, { rate: 600 }],
])('the law represents a tick on one side of the rule for %s, and not on the other', (_what, no, yes) => {
  const busy = { ...QUIET, ...SHORT, run_seconds: 86_400, pools: [] };
  expect(planTick({ ...busy, ...no })).not.toHaveProperty('law');
  expect(planTick({ ...busy, ...yes })).toHaveProperty('law');
  // Whatever is inside, so that ticks are not chosen by it: here a backlog that drains in ten seconds.
  const full = { ...busy, ...yes, room: 1e9 };
  const draining = planTick({ ...full, inside: 10 * (1 / full.cpu_mean - full.rate) });
  expect(draining).toMatchObject({ exact: 'window' });
  expect(draining).toHaveProperty('law');
});

it('queries inside by chance do not delay the gap, so that it has as many of them as in theory', () => {
  const empty = planTick({ ...QUIET, inside: 0 });
  expect(planTick({ ...QUIET, inside: 3 })).toEqual(empty);
  expect(planTick({ ...QUIET, inside: 300 })).not.toEqual(empty);
});

it('the law is not used while the backlog of an overload takes more than 20 seconds to drain', () => {
  const fast = { ...QUIET, ...SHORT, run_seconds: 86_400, pools: [], room: 1e9 };
  const after = (inside: number) => planTick({ ...fast, inside });
  // With 60 % free: 6,000 of them per second.
  expect(after(119_000)).toHaveProperty('law');
  const left = after(121_000);
  expect(left).toEqual({ exact: 'overload' });
  // If a pool is fuller than the CPU, the pool counts: half of it is 4,000 per second.
  const pools = [{ size: 2.4, rate: 4000 }];
  const pooled = (inside: number) => planTick({ ...fast, pools, inside });
  expect(pooled(60_000)).not.toEqual(left);
  expect(pooled(121_000)).toEqual(left);
  // Queries that only wait are not a backlog.
  const waiting = { ...fast, wait: 30 };
  expect(planTick({ ...waiting, inside: 122_000 })).not.toEqual(left);
  expect(planTick({ ...waiting, inside: 245_000 })).toEqual(left);
});

const inWindows = (plan: ReturnType<typeof planTick>, rate: number): number => {
  if ('exact' in plan) throw new Error(plan.exact);
  return rate * (TICK_SECONDS - plan.head - plan.gap - plan.burn);
};

it.each([
  ['a week of 50 a second', QUIET, 86_400 * 7],
  ['a month of them', QUIET, 86_400 * 30],
  ['a day of 4,000 short ones', { ...QUIET, ...SHORT }, 86_400],
])(
  '450,000 queries remain in the windows of %s, spread over all ticks or those of a minute',
  (_what, state, run_seconds) => {
    const plan = planTick({ ...state, run_seconds });
    const each = inWindows(plan, state.rate) / Math.min(plan.law!.ticks, 60 / TICK_SECONDS);
    expect((each * run_seconds) / TICK_SECONDS).toBeGreaterThan(450_000 * 0.99);
    // A whole number of ticks, and windows that fill the tick a whole number of times.
    const most = plan.law!.ticks < 12 ? 1.05 * (1 + 1 / plan.law!.ticks) : Number.POSITIVE_INFINITY;
    expect((each * run_seconds) / TICK_SECONDS).toBeLessThan(450_000 * most);
    // Whatever is inside, so that ticks are not chosen by it.
    expect(planTick({ ...state, run_seconds, inside: 5 }).law).toEqual(plan.law);
  },
);

it('every tick has a window if the run would otherwise have too few queries', () => {
  expect(planTick({ ...QUIET, run_seconds: 86_400 })).not.toHaveProperty('law');
});

it('a load that is ten times as fast in all respects has as many simulated queries', () => {
  const slow = { ...QUIET, rate: 1000, cpu_mean: 0.0004, cpu_tail: 0.0035, io: 0, run_seconds: 86_400 };
  const fast = { ...slow, rate: 10_000, cpu_mean: 0.00004, cpu_tail: 0.00035 };
  const [one, ten] = [planTick(slow), planTick(fast)];
  expect(inWindows(ten, fast.rate) / inWindows(one, slow.rate)).toBeCloseTo(1, 1);
  expect(ten.law!.ticks).toBe(one.law!.ticks);
});

it('a window lasts as long as a query on several processors if the law is used, and longer otherwise', () => {
  const busy = { ...QUIET, rate: 800, vcpu: 4, io: 0, pools: [], room: 1e9 };
  const window = (plan: ReturnType<typeof planTick>): number => {
    if ('exact' in plan) throw new Error(plan.exact);
    return TICK_SECONDS - plan.head - plan.gap - plan.burn;
  };
  // At 80 % of four processors a query takes 1.77 times as long as alone; on one it would be 5 times.
  expect(window(planTick(busy)) / (5 * 0.035)).toBeCloseTo(1.77, 0);
  expect(window(planTick({ ...busy, store: 0.6 })) / (5 * 0.035)).toBeCloseTo(5, 0);
});
