import { describe, expect, test } from 'vitest';
import { holtWintersSize } from '../../../../src/compute/policy/size/holt-winters.js';
import { CONTEXT, decisions } from './looks.js';

const HOUR = 3600;
const DAY = 86_400;
/** One sample per minute is enough: the context sets the interval, and a sample covers that time. */
const MINUTES = { ...CONTEXT, metrics_interval_seconds: 60 };
const EXACT = { interval_seconds: HOUR, target_utilisation: 0.5 };

/** One sample per minute for `count` hours, with a given demand for each hour. */
const hours = (count: number, demand: (hour: number) => number) =>
  Array.from({ length: count * 60 }, (_, minute) => ({
    now_seconds: minute * 60,
    used_vcpu: demand(Math.floor(minute / 60)),
  }));

const office = (hour: number): number => (hour % 24 >= 8 && hour % 24 < 18 ? 2 : 0.25);

/** The goals at the start of each minute, by hour of the run. */
function goalsOf(looks: ReturnType<typeof hours>, over: Readonly<Record<string, number>> = {}) {
  const all = decisions(holtWintersSize, looks, { ...EXACT, ...over }, MINUTES).map(({ goal_cu }) => goal_cu);
  return (hour: number, minute = 30) => all[hour * 60 + minute]!;
}

describe('a load that recurs every day', () => {
  const goal = goalsOf(hours(72, office));

  test('a daily load is served reactively for the first two days', () => {
    expect(goal(7)).toBe(0.5);
    expect(goal(8, 0)).toBe(4);
    expect(goal(31)).toBe(0.5);
  });

  test('a daily load is forecast one interval ahead from the third day on', () => {
    expect(goal(48 + 6)).toBeCloseTo(0.5, 9);
    expect(goal(48 + 7, 0)).toBeCloseTo(4, 9);
    expect(goal(48 + 17)).toBeCloseTo(4, 9);
    expect(goal(48 + 18)).toBeCloseTo(0.5, 9);
  });
});

test('a growth trend is extrapolated', () => {
  const grown = (hour: number) => 1 + office(hour) + hour / 100;
  const goal = goalsOf(hours(100, grown));
  // Exact, and so is the forecast of the next hour, which grows.
  for (const hour of [60, 84, 90])
    expect(goal(hour)).toBeCloseTo(2 * Math.max(grown(hour), grown(hour + 1)), 6);
});

test('a quantile of the normal distribution adds a margin for forecast errors', () => {
  // Two days that differ by ±¼ in every hour, evenly: the errors about line and season are known.
  const noisy = (hour: number) => 2 + ((hour + Math.floor(hour / 24)) % 2 === 0 ? 0.25 : -0.25);
  const looks = [...hours(48, noisy), { now_seconds: 48 * HOUR, used_vcpu: 0 }];
  const difference = goalsOf(looks, { quantile: 0.975 })(48, 0) - goalsOf(looks, { quantile: 0.5 })(48, 0);
  expect(difference).toBeCloseTo((1.959964 * 0.25) / 0.5, 5);
});

test('an error widens the forecast for a whole season', () => {
  // Only 1 vCPU, and nothing learned from the one hour of 2: an error of 1, then none.
  const still = { level_smoothing: 0, trend_smoothing: 0, season_smoothing: 0 };
  const looks = hours(51, (hour) => (hour === 48 ? 2 : 1));
  const margin = (hour: number) =>
    goalsOf(looks, { ...still, quantile: 0.975 })(hour) - goalsOf(looks, { ...still, quantile: 0.5 })(hour);
  const share = 2 / 25;
  expect(margin(48)).toBeCloseTo(0, 5);
  expect(margin(49)).toBeCloseTo((1.959964 * Math.sqrt(share)) / 0.5, 5);
  expect(margin(50)).toBeCloseTo((1.959964 * Math.sqrt(share - share * share)) / 0.5, 5);
});

test('a sample covers the time until the next sample, except across a pause', () => {
  // A minute of 3 vCPU in each quarter of a day and, much later, one of 1.
  const quarters = Array.from({ length: 9 }, (_, quarter) => [
    { now_seconds: quarter * 21_600, used_vcpu: 3 },
    { now_seconds: quarter * 21_600 + 20_000, used_vcpu: 1 },
  ]);
  const over = { ...EXACT, interval_seconds: 21_600, quantile: 0.5 };
  const goals = decisions(holtWintersSize, quarters.flat(), over, MINUTES).map(({ goal_cu }) => goal_cu);
  expect(goals.slice(0, 4)).toEqual([6, 2, 6, 2]);
  expect(goals.at(-1)).toBeCloseTo(4, 9);
});

test('unexpected demand is served at once, and held for a minute', () => {
  const surprise = [
    ...hours(72, office),
    { now_seconds: 72 * HOUR, used_vcpu: 6 },
    { now_seconds: 72 * HOUR + 30, used_vcpu: 0 },
    { now_seconds: 72 * HOUR + 70, used_vcpu: 0 },
  ];
  const last = decisions(holtWintersSize, surprise, EXACT, MINUTES).slice(-3);
  const goals = last.map(({ goal_cu }) => goal_cu);
  expect(last[0]!.reason).toBe('CPU: 6 vCPU wanted lately, at 50 % use');
  expect(last[2]!.reason).toMatch(/^CPU: 0\.\d+ vCPU expected, at 50 % use$/);
  expect(goals[0]).toBe(12);
  expect(goals[1]).toBe(12);
  expect(goals[2]).toBeLessThan(1);
});

test('hours in which the compute was suspended count as hours without demand', () => {
  const nights = hours(72, office).filter(({ used_vcpu }) => used_vcpu > 1);
  const goals = decisions(holtWintersSize, nights, EXACT, MINUTES);
  const morning = goals[nights.findIndex(({ now_seconds }) => now_seconds === 48 * HOUR + 8 * HOUR)]!;
  // Two mornings of 2 vCPU and two nights without demand: forecast again.
  expect(morning.goal_cu).toBeCloseTo(4, 9);
  const silent = decisions(
    holtWintersSize,
    [...nights, { now_seconds: 72 * HOUR + 2 * HOUR, used_vcpu: 0 }],
    EXACT,
    MINUTES,
  );
  expect(silent.at(-1)!.goal_cu).toBeCloseTo(0, 9);
});

test('a restart keeps the learned state', () => {
  const values = Object.fromEntries(
    Object.entries(holtWintersSize.parameters).map(([name, { default: value }]) => [name, value]),
  );
  const state = holtWintersSize.start(values, CONTEXT, undefined);
  expect(holtWintersSize.start(values, CONTEXT, state)).toBe(state);
  expect(DAY % values['interval_seconds']!).toBe(0);
});
