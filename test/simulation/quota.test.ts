import { describe, expect, test } from 'vitest';
import { at, primary, runExample, story } from './support/one-compute.js';

const HOUR = 3600;

/** Free plan, 100 CU-hours per month; a compute that an idle timer of a month keeps awake. */
const free = (start: string, duration: string) => ({
  plan: 'free',
  start,
  duration,
  timeline_interval: '1d',
});
const sleepless = { suspend_timer: '30d', initial_state: 'active' };

describe("the free plan's CU-hours", () => {
  test("the free plan's CU-hours run out at the exact second, suspend the compute, and refuse until the month ends", async () => {
    const two = { ...sleepless, autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 };
    const record = await runExample({
      compute: two,
      load: { process: at(50 * HOUR - 1, 60 * HOUR, 75 * HOUR) },
      scenario: free('2026-01-29T00:00:00Z', '80h'),
    });
    // 100 CU-hours at 2 CU are 50 hours; February begins after 72.
    expect(story(record)).toEqual([
      '0 active',
      `${50 * HOUR} quota_exhausted`,
      `${50 * HOUR} suspend`,
      `${60 * HOUR} refuse`,
      `${72 * HOUR} quota_renewed`,
      `${75 * HOUR} wake`,
      `${75 * HOUR + 1} active`,
    ]);
    const one = primary(record);
    expect(one).toMatchObject({ completed: 2, failed_by_error: { XX000: 1 } });
    expect(one.cu_seconds_by_month.map(({ month }) => month)).toEqual(['2026-01', '2026-02']);
    expect(one.cu_seconds_by_month[0]!.cu_seconds).toBe(100 * HOUR);
    expect(record.observations.quota_exhausted_seconds).toBe(22 * HOUR);
  });

  test('queries refused due to a quota do not count as having found the compute suspended', async () => {
    const { observations } = await runExample({
      compute: { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 },
      load: { process: { regular: { every: '30s' } } },
      scenario: { ...free('2026-01-05T00:00:00Z', '4d') },
    });
    const [one] = observations.computes;
    // A wake of one second and 50 hours: the query at 50 hours is the last one served, with one every half minute.
    expect(one!.failed_by_error['XX000']).toBe((46 * HOUR) / 30 - 1);
    expect(one).toMatchObject({ wakes: 1, found_idle: 1, delayed: 1 });
  });

  test('CU-hours are shared by the computes of a project', async () => {
    const record = await runExample({
      scenario: {
        ...free('2026-01-05T00:00:00Z', '10d'),
        computes: [
          { name: 'primary', ...sleepless, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 },
          {
            name: 'replica',
            type: 'read_only',
            ...sleepless,
            autoscaling_limit_min_cu: 0.25,
            autoscaling_limit_max_cu: 0.25,
          },
        ],
      },
    });
    // 1.25 CU use them up in 80 hours.
    const suspends = record.decisions.filter((row) => row.decision === 'suspend');
    expect(suspends.map((row) => [row.compute, row.time_seconds])).toEqual([
      ['primary', 80 * HOUR],
      ['replica', 80 * HOUR],
    ]);
  });

  test('CU-hours are renewed with each calendar month', async () => {
    const record = await runExample({
      compute: { ...sleepless, autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 },
      scenario: free('2026-01-30T00:00:00Z', '90h'),
    });
    // 48 hours in January, 42 in February: neither month uses 50.
    expect(story(record)).toEqual(['0 active']);
    expect(record.observations.quota_exhausted_seconds).toBe(0);
    expect(primary(record).cu_seconds_by_month.map((month) => month.cu_seconds / HOUR)).toEqual([96, 84]);
  });

  test('a running query fails when CU-hours run out, and held clients are refused at once', async () => {
    const record = await runExample({
      compute: { ...sleepless, autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 },
      load: {
        process: at(50 * HOUR - 5),
        query: { cpu: '10s' },
        retry: { attempts: 2, first: '1s', jitter: 'none' },
      },
      scenario: free('2026-01-05T00:00:00Z', '60h'),
    });
    expect(primary(record)).toMatchObject({
      retried_by_error: { '57P01': 1 },
      failed_by_error: { XX000: 1 },
    });
  });
});
