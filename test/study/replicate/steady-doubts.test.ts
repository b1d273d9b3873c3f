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
/** Three values per batch; the last two do not fill a batch. */
const batched = [...rising(0.2).flatMap((value) => [value - 5, value, value + 5]), -1000, 1000];

// The slope is 10/665 less than that of the input, its standard error sqrt(19.85 / 18 / 665), the Student t quantile
// with 18 degrees of freedom for a third of one per cent 3.380: significant slopes start at 0.1527.
it.each<readonly [string, readonly number[], string | undefined]>([
  ['almost significant growth', rising(0.149), undefined],
  ['significant growth', rising(0.156), 'growing'],
  ['almost significant decline', rising(-0.12), undefined],
  ['significant decline', rising(-0.126), 'falling'],
  ['a straight line', Array.from({ length: 20 }, (_, index) => index), 'growing'],
  ['a constant', flat, undefined],
  ['fewer than twenty values', rising(1, 19), undefined],
  ['batches of values', batched, 'growing'],
])('a trend after the warm-up is reported with its direction: %s', (_, running, direction) => {
  const series = { latency_sum: flat, cu_seconds: flat, running } as unknown as SteadySeries;
  const warning = `the number of queries that run keeps ${direction} after the warm-up: there is a trend, so a steady state does not exist, or the run is too short`;
  expect(trendWarnings(series, 0)).toEqual(direction === undefined ? [] : [warning]);
  // Before the end of the warm-up it does not count.
  const later = { ...series, running: [...running, ...flat] } as unknown as SteadySeries;
  expect(trendWarnings(later, running.length)).toEqual([]);
});

describe('a scenario has no steady state', () => {
  it.each([
    [['none', 'cron'], {}, 'load cron has a season'],
    [['arrivals'], { events: [{}] }, 'load arrivals follows its own course; it has events'],
    [['closed'], { faults: [{}] }, 'it has faults'],
    [['closed', 'renewal', 'none'], {}, undefined],
  ])('with loads %j and %j: %s', (kinds, over, reasons) => {
    const load = kinds.map((kind) => ({ name: kind, process: { kind, schedule: '0 3 * * *' } }));
    const scenario = { load, events: [], faults: [], ...over } as unknown as Scenario;
    const warning = `the scenario has no steady state (${reasons}): what follows is a mean over what it went through; --replications asks the right question`;
    expect(courseWarnings(scenario)).toEqual(reasons === undefined ? [] : [warning]);
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
  for (let interval = 0; interval < 41; interval++) {
    for (const share of [1, 2]) {
      const latency = new Histogram();
      latency.add(share);
      const each = { arrived: share, completed: share, failed: share, delayed: share, cu_seconds: share };
      const span = { start_seconds: 60 * interval, end_seconds: 60 * interval + 60 };
      series.timeline({ ...each, ...span, load_mean: share, latency } as unknown as TimelineRow);
    }
  }
  const { arrived, completed, failed, delayed, latency_sum, cu_seconds, running } = series;
  for (const each of [arrived, completed, failed, delayed, latency_sum, cu_seconds, running])
    expect(each).toEqual(Array(41).fill(3));
  expect(series.seconds).toEqual(Array(41).fill(60));
  expect(series.blocks.map(({ count }) => count)).toEqual([40, 40, 2]);
  expect([0, 1, 20, 21].map((interval) => SteadySeries.blockFrom(interval))).toEqual([0, 1, 1, 2]);
});
