import { expect, it } from 'vitest';
import { planTick, TICK_SECONDS, type TickState } from '../../../src/simulation/fidelity/tick-plan.js';
import { testFunctions } from '../../function-rows.js';

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

/** A day of 4,000 short queries per second, without a pool. */
const busy = { ...QUIET, ...SHORT, run_seconds: 86_400, pools: [] };

/** Why a tick is simulated completely, if it is, and whether the law represents it. */
function choice(state: TickState) {
  const planned = planTick(state);
  return { exact: 'exact' in planned ? planned.exact : undefined, law: 'law' in planned };
}

testFunctions(new URL('tick-plan.yaml', import.meta.url), {
  quiet: (over: Partial<TickState>) => choice({ ...QUIET, ...over }),
  quietShort: (over: Partial<TickState>) => choice({ ...QUIET, ...SHORT, ...over }),
  busy: (over: Partial<TickState>) => choice({ ...busy, ...over }),
  // Whatever is inside, so that ticks are not chosen by it: here a backlog that drains in ten seconds.
  draining: (over: Partial<TickState>) => {
    const full = { ...busy, ...over, room: 1e9 };
    return choice({ ...full, inside: 10 * (1 / full.cpu_mean - full.rate) });
  },
  withBacklog: (inside: number, over: Partial<TickState>) => choice({ ...busy, room: 1e9, inside, ...over }),
});

it('queries inside by chance do not delay the gap, so that it has as many of them as in theory', () => {
  const empty = planTick({ ...QUIET, inside: 0 });
  expect(planTick({ ...QUIET, inside: 3 })).toEqual(empty);
  expect(planTick({ ...QUIET, inside: 300 })).not.toEqual(empty);
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
