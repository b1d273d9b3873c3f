import { describe, expect, it } from 'vitest';
import type { RunFigures } from '../../../src/figures/run-figures.js';
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

function horizon(
  objectives: readonly string[],
  over: { growth?: string; scaled?: boolean; max?: number } = {},
) {
  const { growth = '100%/month', scaled = false, max = 2 } = over;
  const computes = [{ autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: max }];
  return {
    scenario: { computes, start_epoch_seconds: START },
    plan: {
      growth: parseGrowth(growth),
      confidence: 0.95,
      objectives: objectives.map((text) => parseConstraint(text)),
    },
    months: monthsFrom(START, 3),
    scaled,
    checks: { has: () => false, corrected: (_: unknown, __: unknown, beyond: number) => beyond },
  } as unknown as Horizon;
}

/** A load level whose replications all show these wakes, with their use. */
function level(
  factor: number,
  wakes: readonly number[],
  size = 0.5,
  connections: readonly number[] = [0.5],
): LoadLevel {
  const runs = wakes.map((value, index) => ({
    figures: { wakes: value, cost_usd: value, queries_arrived: 1 } as Partial<RunFigures>,
    resources: { size, connections: connections[index] ?? connections[0]! },
  }));
  return { factor, fidelity: 'exact', runs: runs as unknown as readonly LevelRun[] };
}

const levels = [level(1, [10, 10]), level(2, [20, 20]), level(4, [40, 40]), level(8, [80, 80])];
const first = (of: readonly LoadLevel[], ...asked: Parameters<typeof horizon>) =>
  forecastEvents(of, horizon(...asked))[0]!;

describe('an objective of a forecast', () => {
  it('is missed when the load reaches the point where a straight line crosses its bound', () => {
    // Twice the load after one month, four times after two: the bound of 20 is reached on 1 February.
    const missed = first(levels, ['wakes <= 20']);
    expect(missed).toEqual({
      what: 'wakes <= 20',
      kind: 'objective',
      load_factor: 2,
      date: '2026-02-01',
      earliest: '2026-02-01',
      latest: '2026-02-01',
      evidence: 'exact',
    });
    const between = first(levels, ['wakes <= 28.284271']);
    expect(between.load_factor).toBeCloseTo(2 * Math.SQRT2, 6);
    expect(between.date).toBe('2026-02-14');
  });

  it('is missed from the start if it is missed at the smallest load, and never if no load misses it', () => {
    expect(first(levels, ['wakes <= 5'])).toMatchObject({ load_factor: 1, date: '2026-01-01' });
    expect(first(levels, ['wakes <= 100'])).toMatchObject({ load_factor: null, date: null, latest: null });
    // Eight times the load is reached when the three months are over.
    expect(first(levels, ['wakes <= 79.9'])).toMatchObject({ date: '2026-03-31' });
    expect(first(levels, ['wakes <= 80'])).toMatchObject({ load_factor: null, date: null });
  });

  it('has earliest and latest dates from the ends of the interval and of the growth', () => {
    const uneven = [level(1, [9, 11]), level(4, [36, 44])];
    const { date, earliest, latest, load_factor } = first(uneven, ['wakes <= 25'], {
      growth: '50%..166.7%/month',
    });
    // The mean of both growths doubles the load in a month.
    expect(load_factor).toBeCloseTo(2.5, 9);
    expect(date).toBe('2026-02-10');
    expect(earliest! < date!).toBe(true);
    expect(latest === null || latest > date!).toBe(true);
  });

  it('is missed by a falling load once it has fallen far enough, and immediately if it is missed now', () => {
    // Half the load in one month, a quarter in two; the figure that gets worse by it starts at 5.
    const idle = [level(0.125, [40, 40]), level(0.25, [20, 20]), level(0.5, [10, 10]), level(1, [5, 5])];
    const falling = { growth: '-50%/month' };
    const half = { load_factor: 0.5, date: '2026-02-01', earliest: '2026-02-01', latest: '2026-02-01' };
    expect(first(idle, ['wakes <= 10'], falling)).toMatchObject(half);
    expect(first(idle, ['wakes <= 4'], falling)).toMatchObject({ load_factor: 1, date: '2026-01-01' });
    expect(first(idle, ['wakes <= 40'], falling)).toMatchObject({ load_factor: null, date: null });
    // It would be better by now, and is missed until then.
    expect(
      first(
        levels.map((each) => ({ ...each, factor: each.factor / 8 })),
        ['wakes <= 20'],
        falling,
      ),
    ).toMatchObject({
      load_factor: 1,
      date: '2026-01-01',
    });
    expect([...decidingLoads(idle, horizon(['wakes <= 15'], falling))]).toEqual([0.5, 0.25]);
  });

  it('may be missed in either direction if the load grows or falls', () => {
    const both = [level(0.25, [40, 40]), level(1, [5, 5]), level(4, [5, 5])];
    expect(first(both, ['wakes <= 10'], { growth: '-50%..100%/month' })).toMatchObject({
      date: null,
      latest: null,
    });
    const { earliest } = first(both, ['wakes <= 10'], { growth: '-50%..100%/month' });
    expect(earliest).toBe('2026-01-21');
  });

  it('for the cost of a run ignores levels of another duration', () => {
    const asked = ['cost_usd <= $20', 'wakes <= 20'];
    const events = (scaled: boolean) =>
      forecastEvents(levels, horizon(asked, { scaled })).map(({ what }) => what);
    expect(events(false)).toEqual([...asked, 'the maximum size', 'max_connections']);
    expect(events(true)).toEqual(['wakes <= 20', 'the maximum size', 'max_connections']);
  });
});

describe('a limit of a forecast', () => {
  it('is reached between the previous level and the first one at which every replication reaches it', () => {
    const limited = [
      level(1, [1, 1], 0.5, [0.5]),
      level(2, [1, 1], 0.5, [1, 0.9]),
      level(4, [1, 1], 1 - 1e-10, [1, 1]),
    ];
    expect(forecastEvents(limited, horizon([]))).toEqual([
      {
        what: 'the maximum size',
        kind: 'limit',
        load_factor: 4,
        date: '2026-03-01',
        earliest: '2026-02-01',
        latest: '2026-03-01',
        evidence: null,
      },
      {
        what: 'max_connections',
        kind: 'limit',
        load_factor: 4,
        date: '2026-03-01',
        earliest: '2026-02-01',
        latest: '2026-03-01',
        evidence: null,
      },
    ]);
    // A fixed size has no maximum that could be reached.
    expect(forecastEvents(limited, horizon([], { max: 1 })).map(({ what }) => what)).toEqual([
      'max_connections',
    ]);
  });

  it('is reached now if the smallest level reaches it, and never if none does', () => {
    const [size, connections] = forecastEvents([level(1, [1], 1)], horizon([]));
    expect(size).toMatchObject({ load_factor: 1, date: '2026-01-01', earliest: '2026-01-01' });
    expect(connections).toMatchObject({ load_factor: null, date: null, earliest: null });
  });
});

describe('the loads that determine dates', () => {
  it('are those on either side of each end of each date', () => {
    expect([...decidingLoads(levels, horizon(['wakes <= 30']))]).toEqual([2, 4]);
    expect([...decidingLoads(levels, horizon(['wakes <= 5']))]).toEqual([1]);
    expect([...decidingLoads(levels, horizon(['wakes <= 100']))]).toEqual([]);
    const [beyond] = missedBeyond(horizon(['wakes <= 20']));
    expect(beyond!(levels[2]!)).toBeCloseTo(Math.log(2), 12);
  });
});
