import { describe, expect, it } from 'vitest';
import {
  decidingLoads,
  forecastEvents,
  type Horizon,
  missedBeyond,
} from '../../../src/study/growth/forecast-events.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import type { LevelRun, LoadLevel } from '../../../src/study/replicate/load-levels.js';
import { monthsFrom } from '../../../src/study/runs/calendar-days.js';

const START = Date.UTC(2026, 0, 1) / 1000;

/** Three months of a load that doubles each month. */
function horizon(objectives: readonly string[], growth = '100%/month', over: object = {}) {
  return {
    scenario: {
      computes: [{ autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 }],
      start_epoch_seconds: START,
    },
    plan: {
      growth: parseGrowth(growth),
      confidence: 0.95,
      objectives: objectives.map((text) => parseConstraint(text)),
    },
    months: monthsFrom(START, 3),
    scaled: false,
    checks: { has: () => false, corrected: (_: unknown, __: unknown, beyond: number) => beyond },
    ...over,
  } as unknown as Horizon;
}

/** A load level with the wakes of each replication, and its use of size and connections. */
function level(factor: number, wakes: readonly number[], size = 0.5, connections = [0.5, 0.5]): LoadLevel {
  const runs = wakes.map((value, index) => ({
    figures: { wakes: value, cost_usd: value, queries_arrived: 1 },
    resources: { size, connections: connections[index] },
  }));
  return { factor, fidelity: 'exact', runs: runs as unknown as readonly LevelRun[] };
}

const both = (factor: number, wakes: number) => level(factor, [wakes, wakes]);
const RISING = [both(1, 10), both(2, 20), both(4, 40), both(8, 80)];
/** Wakes rise as the load falls. */
const IDLE = [both(0.125, 40), both(0.25, 20), both(0.5, 10), both(1, 5)];
/** Wakes rise as the load falls, and at the present load they are few. */
const WAITING = [both(0.125, 10), both(0.25, 20), both(0.5, 40), both(1, 80)];
const UNEVEN = [level(1, [9, 11]), level(4, [36, 44])];
const EITHER = [both(0.25, 40), both(1, 5), both(4, 5)];

describe('an objective of a forecast is missed', () => {
  const now = { load_factor: 1, date: '2026-01-01' };
  const none = { load_factor: null, date: null, latest: null };

  it.each<readonly [string, readonly LoadLevel[], string, string | undefined, object]>([
    // Twice the load after one month, four times after two.
    ['at a simulated load', RISING, 'wakes <= 20', undefined, { load_factor: 2, date: '2026-02-01' }],
    [
      'between two loads, on a straight line',
      RISING,
      'wakes <= 28.284271',
      undefined,
      { date: '2026-02-14' },
    ],
    ['from the start', RISING, 'wakes <= 5', undefined, now],
    ['at no load', RISING, 'wakes <= 100', undefined, none],
    ['on the last day', RISING, 'wakes <= 79.9', undefined, { date: '2026-03-31' }],
    ['only after the months', RISING, 'wakes <= 80', undefined, none],
    // The mean of both growths doubles the load in a month.
    ['in a range', UNEVEN, 'wakes <= 25', '50%..166.7%/month', { date: '2026-02-10' }],
    [
      'by a falling load',
      IDLE,
      'wakes <= 10',
      '-50%/month',
      { load_factor: 0.5, date: '2026-02-01', earliest: '2026-02-01', latest: '2026-02-01' },
    ],
    ['by a falling load from the start', IDLE, 'wakes <= 4', '-50%/month', now],
    ['by no falling load', IDLE, 'wakes <= 40', '-50%/month', { load_factor: null, date: null }],
    ['now, though a falling load will meet it', WAITING, 'wakes <= 20', '-50%/month', now],
    [
      'only if the load falls',
      EITHER,
      'wakes <= 10',
      '-50%..100%/month',
      { date: null, latest: null, earliest: '2026-01-21' },
    ],
  ])('%s', (_, levels, objective, growth, expected) => {
    const [event] = forecastEvents(levels, horizon([objective], growth));
    expect(event).toMatchObject({ what: objective, kind: 'objective', ...expected });
    const { earliest, date, latest } = event!;
    if (date !== null) expect(earliest! <= date && (latest === null || latest >= date)).toBe(true);
  });

  it('earlier and later at the ends of its interval and of the growth', () => {
    const [event] = forecastEvents(UNEVEN, horizon(['wakes <= 25'], '50%..166.7%/month'));
    expect(event!.load_factor).toBeCloseTo(2.5, 9);
    expect(event!.earliest! < event!.date!).toBe(true);
    expect(event!.latest === null || event!.latest > event!.date!).toBe(true);
  });

  it('for the cost of a run only by levels of its duration', () => {
    const limits = ['the maximum size', 'max_connections'];
    const asked = ['cost_usd <= $20', 'wakes <= 20'];
    const events = (scaled: boolean) =>
      forecastEvents(RISING, horizon(asked, undefined, { scaled })).map(({ what }) => what);
    expect(events(false)).toEqual([...asked, ...limits]);
    expect(events(true)).toEqual(['wakes <= 20', ...limits]);
  });
});

describe('a limit of a forecast', () => {
  it('is reached between the previous level and the first at which every replication reaches it', () => {
    const limited = [level(1, [1, 1]), level(2, [1, 1], 0.5, [1, 0.9]), level(4, [1, 1], 1 - 1e-10, [1, 1])];
    const reached = { load_factor: 4, date: '2026-03-01', earliest: '2026-02-01', latest: '2026-03-01' };
    const about = { kind: 'limit', evidence: null, ...reached };
    expect(forecastEvents(limited, horizon([]))).toEqual([
      { what: 'the maximum size', ...about },
      { what: 'max_connections', ...about },
    ]);
    // A fixed size has no maximum that could be reached.
    const computes = [{ autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }];
    const fixed = horizon([], undefined, { scenario: { computes, start_epoch_seconds: START } });
    expect(forecastEvents(limited, fixed).map(({ what }) => what)).toEqual(['max_connections']);
  });

  it('is reached now if the smallest level reaches it, and never if none does', () => {
    expect(forecastEvents([level(1, [1], 1)], horizon([]))).toMatchObject([
      { load_factor: 1, date: '2026-01-01', earliest: '2026-01-01' },
      { load_factor: null, date: null, earliest: null },
    ]);
  });
});

it.each([
  ['wakes <= 30', RISING, undefined, [2, 4]],
  ['wakes <= 5', RISING, undefined, [1]],
  ['wakes <= 100', RISING, undefined, []],
  ['wakes <= 15', IDLE, '-50%/month', [0.5, 0.25]],
])('the loads on either side of each date determine it: %s', (objective, levels, growth, loads) => {
  expect([...decidingLoads(levels, horizon([objective], growth))]).toEqual(loads);
});

it('a load misses an objective by the logarithm of its excess', () => {
  const [beyond] = missedBeyond(horizon(['wakes <= 20']));
  expect(beyond!(RISING[2]!)).toBeCloseTo(Math.log(2), 12);
});
