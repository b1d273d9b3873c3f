import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../src/scenario/scenario.js';
import type { TimelineRow } from '../../../src/simulation/run/observation.js';
import { representativePeriod } from '../../../src/study/replicate/representative-period.js';
import { WeekdayMeter } from '../../../src/study/runs/weekday-use.js';

const at = (text: string) => Date.parse(text) / 1000;

function scenario(start: string, over: object = {}): Scenario {
  const load = [{ name: 'web', process: { kind: 'none' } }];
  const plain = { plan: { name: 'scale' }, quota: {}, load, events: [], faults: [] };
  return {
    ...plain,
    start,
    start_epoch_seconds: at(start),
    duration_seconds: 2 * 86_400,
    ...over,
  } as unknown as Scenario;
}

describe('the representative period of a forecast', () => {
  it.each([
    ['2026-01-05T00:00:00Z', '2026-01-05'],
    ['2026-01-11T23:59:59Z', '2026-01-05'],
    ['2026-03-01T12:00:00Z', '2026-02-23'],
  ])('is the week from Monday that contains %s', (start, monday) => {
    expect(representativePeriod(scenario(start))).toEqual({
      set: ['timeline_interval=1h', `start=${monday}`, 'duration=7d'],
      days: 7,
      as_it_stands: false,
      warnings: [],
    });
  });

  it("ignores the end of the plan's hours", () => {
    const quota = { compute_time_seconds: 1, logical_size_bytes: 1 };
    const { set } = representativePeriod(scenario('2026-01-05T00:00:00Z', { plan: { name: 'free' }, quota }));
    expect(set.slice(0, 3)).toEqual(['timeline_interval=1h', 'plan=launch', 'quota.compute_time_seconds=0']);
    expect(set).toHaveLength(5);
  });

  it('is a calendar month if a shorter scenario has a job on a day of the month', () => {
    const load = ['0 3 7 * *', '0 9 * * *'].map((schedule, index) => ({
      name: `job-${index}`,
      process: { kind: 'cron', schedule },
    }));
    expect(representativePeriod(scenario('2026-02-09T00:00:00Z', { load }))).toEqual({
      set: ['timeline_interval=1h', 'start=2026-02-01', 'duration=28d'],
      days: 28,
      as_it_stands: false,
      warnings: [
        'every month is taken to be like 2026-02, each day on its weekday, for jobs on days of the month: job-0; --exact simulates each month',
      ],
    });
    const long = { load, duration_seconds: 90 * 86_400 };
    expect(representativePeriod(scenario('2026-02-09T00:00:00Z', long))).toMatchObject({
      days: 90,
      as_it_stands: true,
    });
  });

  it.each([
    [{ load: [{ name: 'web', process: { kind: 'arrivals' } }] }, 'load web follows its own course'],
    [{ events: [{}] }, 'it has events'],
    [
      { load: [{ name: 'job', process: { kind: 'cron', schedule: '0 3 1 * *' } }], faults: [{}] },
      'load job goes by days of the month; it has faults',
    ],
    [
      { load: [{ name: 'job', process: { kind: 'cron', schedule: '0 3 1 1 *' } }] },
      'load job follows its own course',
    ],
    [{ faults: [{}], events: [{}] }, 'it has events; it has faults'],
  ])('is the scenario as it is with %j', (over, reasons) => {
    expect(representativePeriod(scenario('2026-01-07T00:00:00Z', over))).toEqual({
      set: ['timeline_interval=1h'],
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
  const meter = new WeekdayMeter(at('2026-01-04T00:00:00Z'));
  const row = (compute: string, start_seconds: number, cu_seconds: number) => {
    const use = { cu_seconds, active_seconds: 2 * cu_seconds, completed: 3 * cu_seconds };
    meter.timeline({ compute, start_seconds, end_seconds: start_seconds + 3600, ...use } as TimelineRow);
  };
  for (const start of [0, 3600, 86_400]) {
    row('primary', start, 900);
    row('replica', start, 100);
  }
  meter.decision();
  expect(meter.use).toEqual({
    seconds: [3600, 0, 0, 0, 0, 0, 7200],
    cu_seconds: [1000, 0, 0, 0, 0, 0, 2000],
    active_seconds: [2000, 0, 0, 0, 0, 0, 4000],
    queries: [3000, 0, 0, 0, 0, 0, 6000],
  });
});
