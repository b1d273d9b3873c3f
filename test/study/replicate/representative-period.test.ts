import { describe, expect, it } from 'vitest';
import type { TimelineRow } from '../../../src/simulation/run/observation.js';
import { representativePeriod } from '../../../src/study/replicate/representative-period.js';
import { WeekdayMeter } from '../../../src/study/runs/weekday-use.js';
import { compiled, exampleLoad } from '../../scenario/example.js';

const cron = (name: string, schedule: string) =>
  exampleLoad({ name, rate: undefined, process: { cron: { schedule } } });
const FIRST = cron('first', '0 3 7 * *');
const FOLLOWED = exampleLoad({ rate: undefined, process: { arrivals: ['1s'] } });
const EVENTS = { events: [{ at: '1h', restart: 'primary' }] };
const FAULTS = { faults: [{ at: '1h', crash: 'primary' }] };

const hourly = (...set: readonly string[]) => ['timeline_interval=1h', ...set];
const WEEK = { days: 7, as_it_stands: false, warnings: [] };

describe('the representative period of a forecast', () => {
  it.each<readonly [string, string, object, object]>([
    [
      'the week from its Monday',
      '2026-01-05',
      {},
      { set: hourly('start=2026-01-05', 'duration=7d'), ...WEEK },
    ],
    [
      'the week of a Sunday evening',
      '2026-01-11T23:59:59Z',
      {},
      { set: hourly('start=2026-01-05', 'duration=7d') },
    ],
    ['a week over a month', '2026-03-01T12:00:00Z', {}, { set: hourly('start=2026-02-23', 'duration=7d') }],
    [
      'a week without the end of the hours of its plan',
      '2026-01-05',
      { plan: 'free', quota: { compute_time_seconds: 1, logical_size_bytes: 1 } },
      {
        set: hourly('plan=launch', 'quota.compute_time_seconds=0', 'start=2026-01-05', 'duration=7d'),
      },
    ],
    [
      'a calendar month for jobs on days of the month',
      '2026-02-09',
      { load: [FIRST, cron('daily', '0 9 * * *')] },
      {
        set: hourly('start=2026-02-01', 'duration=28d'),
        days: 28,
        as_it_stands: false,
        warnings: [
          'every month is taken to be like 2026-02, each day on its weekday, for jobs on days of the month: first; --exact simulates each month',
        ],
      },
    ],
    [
      'the scenario if that is longer than a month',
      '2026-02-09',
      { load: [FIRST], duration: '90d' },
      { days: 90, as_it_stands: true },
    ],
  ])('is %s', async (_, start, over, expected) => {
    expect(representativePeriod(await compiled({ duration: '2d', start, ...over }))).toMatchObject(expected);
  });

  it.each<readonly [string, object]>([
    ['load web follows its own course', { load: [FOLLOWED] }],
    ['it has events', EVENTS],
    ['load first goes by days of the month; it has faults', { load: [FIRST], ...FAULTS }],
    ['load job follows its own course', { load: [cron('job', '0 3 1 1 *')] }],
    ['it has events; it has faults', { ...EVENTS, ...FAULTS }],
  ])('is the scenario as it is because %s', async (reasons, over) => {
    const scenario = await compiled({ duration: '2d', start: '2026-01-07', ...over });
    expect(representativePeriod(scenario)).toEqual({
      set: hourly(),
      days: 2,
      as_it_stands: true,
      warnings: [
        `the scenario as it stands is taken to happen again and again, each day on its weekday: ${reasons}`,
      ],
    });
  });
});

it('use by weekday adds up all computes, and counts the time once', () => {
  // A Sunday, and the Monday after it.
  const meter = new WeekdayMeter(Date.UTC(2026, 0, 4) / 1000);
  for (const start_seconds of [0, 3600, 86_400]) {
    for (const [compute, cu_seconds] of [
      ['primary', 900],
      ['replica', 100],
    ] as const) {
      const use = { cu_seconds, active_seconds: 2 * cu_seconds, completed: 3 * cu_seconds };
      const end_seconds = start_seconds + 3600;
      meter.timeline({ compute, start_seconds, end_seconds, ...use } as TimelineRow);
    }
  }
  expect(meter.use).toEqual({
    seconds: [3600, 0, 0, 0, 0, 0, 7200],
    cu_seconds: [1000, 0, 0, 0, 0, 0, 2000],
    active_seconds: [2000, 0, 0, 0, 0, 0, 4000],
    queries: [3000, 0, 0, 0, 0, 0, 6000],
  });
});
