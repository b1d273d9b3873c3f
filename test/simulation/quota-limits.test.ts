import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import type { DecisionRow } from '../../src/simulation/run/observation.js';
import { simulate } from '../../src/simulation/simulation.js';

/** Two computes that are never suspended, of 1 and 0.5 CU, and a query per minute on the first. */
async function run(quota: object, over: object = {}) {
  const scenario = await parseScenario(
    JSON.stringify({
      start: '2026-01-30T00:00:00Z',
      duration: '4d',
      plan: 'launch',
      computes: [
        { name: 'first', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 },
        {
          name: 'second',
          branch: 'dev',
          type: 'read_write',
          autoscaling_limit_min_cu: 0.5,
          autoscaling_limit_max_cu: 0.5,
        },
      ].map((each) => ({ ...each, suspend_timeout_seconds: -1, initial_state: 'active' })),
      load: [
        { name: 'web', compute: 'first', process: 'regular', rate: '1/min', query: { cpu: '1ms' } },
        { name: 'dev', compute: 'second', process: 'regular', rate: '1/h', query: { cpu: '1ms' } },
      ],
      model: { wake_latency: '0s' },
      data: { egress_per_query: '1MB', written: '1GB/d' },
      quota,
      ...over,
    }),
  );
  const rows: DecisionRow[] = [];
  const observations = simulate(scenario, {
    observer: { timeline: () => undefined, decision: (row) => rows.push(row) },
  });
  const timesOf = (decision: string) =>
    rows.filter((row) => row.decision === decision && row.compute === 'first').map((row) => row.time_seconds);
  return { observations, exhausted: timesOf('quota_exhausted'), renewed: timesOf('quota_renewed'), rows };
}

const HOUR = 3600;
const DAY = 24 * HOUR;

describe('a project quota', () => {
  it('a quota of compute time is exhausted at its CU-seconds, and renewed in the next month', async () => {
    // At 1.5 CU, 24 CU-hours last for 16 hours.
    const { exhausted, renewed, observations, rows } = await run({ compute_time_seconds: 24 * HOUR });
    expect(exhausted).toEqual([16 * HOUR, 2 * DAY + 16 * HOUR]);
    expect(renewed).toEqual([2 * DAY]);
    expect(observations.quota_exhausted_seconds).toBe((32 + 32) * HOUR);
    expect(observations.computes.map(({ cu_seconds }) => cu_seconds)).toEqual([32 * HOUR, 16 * HOUR]);
    expect(rows.find(({ decision }) => decision === 'quota_exhausted')!.reason).toMatch(
      /quota of compute time/,
    );
    expect(Object.keys(observations.computes[0]!.failed_by_error)).toEqual(['XX000']);
  });

  it('a quota of active time counts each compute', async () => {
    const { exhausted, rows } = await run({ active_time_seconds: 20 * HOUR });
    expect(exhausted).toEqual([10 * HOUR, 2 * DAY + 10 * HOUR]);
    expect(rows.find(({ decision }) => decision === 'quota_exhausted')!.reason).toMatch(/active time/);
  });

  it('the quota that is exhausted first applies', async () => {
    const { exhausted } = await run({ active_time_seconds: '20h', compute_time_seconds: '12h' });
    expect(exhausted[0]).toBe(8 * HOUR);
  });

  it('a quota of bytes sent is enforced within the same quarter of an hour', async () => {
    // A megabyte per minute, and one more per hour: the hundredth shortly after 98 minutes.
    const { exhausted } = await run({ data_transfer_bytes: '100MB' });
    expect(exhausted[0]).toBe(105 * 60);
    expect(exhausted[1]! - 2 * DAY).toBe(105 * 60);
  });

  it('a quota of bytes written follows the rate of the data', async () => {
    const { exhausted } = await run({ written_data_bytes: '500MB' });
    expect(exhausted).toEqual([12 * HOUR, 2 * DAY + 12 * HOUR]);
  });

  it('a quota of 0, a size quota and a spending limit suspend nothing', async () => {
    for (const over of [{}, { spending_limit_cents: 1 }]) {
      const { exhausted } = await run({ compute_time_seconds: 0, logical_size_bytes: 1 }, over);
      expect(exhausted).toEqual([]);
    }
  });

  it('a quota is refused for a fleet', async () => {
    const fleet = {
      computes: { template: { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }, count: 2 },
      load: [],
    };
    await expect(run({ compute_time_seconds: 1 }, fleet)).rejects.toThrow(/quota: .*fleet/);
  });
});
