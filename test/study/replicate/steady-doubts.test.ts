import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../src/scenario/scenario.js';
import type { TimelineRow } from '../../../src/simulation/run/observation.js';
import { Histogram } from '../../../src/statistics/histogram.js';
import {
  courseWarnings,
  dependenceWarnings,
  trendWarnings,
} from '../../../src/study/replicate/steady-doubts.js';
import { SteadySeries } from '../../../src/study/replicate/steady-series.js';

const flat = Array.from({ length: 60 }, () => 1);
/** Values that rise by the same amount each, alternately one above and one below the line. */
const rising = (by: number, of = 20) =>
  Array.from({ length: of }, (_, index) => by * index + (index % 2 === 0 ? 1 : -1));

const trends = (running: readonly number[], from = 0) =>
  trendWarnings({ latency_sum: flat, cu_seconds: flat, running } as unknown as SteadySeries, from);

describe('a trend after the warm-up', () => {
  // The slope is 10/665 less than that of the input, its standard error sqrt(19.85 / 18 / 665), the Student t quantile
  // with 18 degrees of freedom for a third of one per cent 3.380: significant slopes start at 0.1527.
  it.each([
    [0.149, 0],
    [0.156, 1],
    [-0.12, 0],
    [-0.126, 1],
  ])('is reported if a slope of %s is significant', (by, count) => {
    expect(trends(rising(by))).toHaveLength(count);
  });

  it('is reported with its direction', () => {
    expect(trends(rising(1))).toEqual([
      'the number of queries that run keeps growing after the warm-up: there is a trend, so a steady state does not exist, or the run is too short',
    ]);
    expect(trends(rising(-1))[0]).toContain('keeps falling');
    expect(trends(Array.from({ length: 20 }, (_, index) => index))[0]).toContain('keeps growing');
  });

  it('is sought in the remaining data, in twenty batches', () => {
    expect(trends([...rising(-9, 10), ...flat], 10)).toEqual([]);
    expect(trends(rising(1, 19))).toEqual([]);
    // Three values per batch; the last two do not fill a batch.
    const batched = rising(0.2).flatMap((value) => [value - 5, value, value + 5]);
    expect(trends([...batched, -1000, 1000])).toHaveLength(1);
    expect(trends(flat)).toEqual([]);
  });
});

describe('a scenario that has no steady state', () => {
  const warnings = (kinds: readonly string[], over: object = {}) => {
    const load = kinds.map((kind) => ({ name: kind, process: { kind, schedule: '0 3 * * *' } }));
    return courseWarnings({ load, events: [], faults: [], ...over } as unknown as Scenario);
  };

  it.each([
    [['none', 'cron'], {}, 'load cron has a season'],
    [['arrivals'], { events: [{}] }, 'load arrivals follows its own course; it has events'],
    [['closed'], { faults: [{}] }, 'it has faults'],
  ])('is one with loads %j and %j', (kinds, over, reasons) => {
    expect(warnings(kinds, over)).toEqual([
      `the scenario has no steady state (${reasons}): what follows is a mean over what it went through; --replications asks the right question`,
    ]);
  });

  it('is not suspected if the loads are steady', () => {
    expect(warnings(['closed', 'renewal', 'none'])).toEqual([]);
  });
});

it('a warning is given that intervals are too narrow if the longest batches are correlated', () => {
  const figure = (name: string, independent: boolean | null) => ({ figure: name, independent }) as never;
  const figures = [figure('cu', false), figure('cost', true), figure('p99', null), figure('rate', false)];
  expect(dependenceWarnings(figures)).toEqual([
    'even the longest batches hang together (cu, rate): their intervals are too narrow; let the run last longer',
  ]);
  expect(dependenceWarnings(figures.slice(1, 3))).toEqual([]);
});

it('a steady series adds up the computes of each interval, and has a histogram for every twenty', () => {
  const series = new SteadySeries();
  const row = (start_seconds: number, share: number): TimelineRow => {
    const latency = new Histogram();
    latency.add(share);
    const each = { arrived: share, completed: share, failed: share, delayed: share, cu_seconds: share };
    return { ...each, start_seconds, end_seconds: start_seconds + 60, load_mean: share, latency } as never;
  };
  for (let interval = 0; interval < 41; interval++) {
    series.timeline(row(60 * interval, 1));
    series.timeline(row(60 * interval, 2));
  }
  const { arrived, completed, failed, delayed, latency_sum, cu_seconds, running } = series;
  for (const each of [arrived, completed, failed, delayed, latency_sum, cu_seconds, running])
    expect([each.length, new Set(each)]).toEqual([41, new Set([3])]);
  expect(series.seconds).toEqual(Array.from({ length: 41 }, () => 60));
  expect(series.blocks.map(({ count }) => count)).toEqual([40, 40, 2]);
  expect([0, 1, 20, 21].map((interval) => SteadySeries.blockFrom(interval))).toEqual([0, 1, 1, 2]);
});
