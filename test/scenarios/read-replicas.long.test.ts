import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadScenario } from '../../src/scenario/load-scenario.js';
import type { TimelineRow } from '../../src/simulation/run/observation.js';
import { simulate } from '../../src/simulation/simulation.js';
import { type Summary, summarise } from '../../src/study/run/summary.js';

const HOUR = 3600;

describe('read replicas', () => {
  let summary: Summary;
  const rows: TimelineRow[] = [];

  beforeAll(async () => {
    const file = fileURLToPath(new URL('../../scenarios/read-replicas.yaml', import.meta.url));
    // Monday up to the afternoon, with the morning of reports and the hour without the zone.
    const scenario = await loadScenario(file, { set: ['duration=14h', 'timeline_interval=30m'] });
    const observer = { timeline: (row: TimelineRow) => rows.push({ ...row }), decision: () => {} };
    summary = summarise(scenario, simulate(scenario, { observer }));
  }, 60_000);

  const replica = (name: string) => summary.computes.find((each) => each.name === name)!;
  const arrived = (name: string, from_hour: number, to_hour: number): number =>
    rows
      .filter((row) => row.compute === name)
      .filter((row) => row.start_seconds >= from_hour * HOUR && row.end_seconds <= to_hour * HOUR)
      .reduce((sum, row) => sum + row.arrived, 0);

  test('the replica for reports is billed only for its mornings', () => {
    const reports = replica('replica-reports');
    expect(reports.active_seconds / HOUR).toBeGreaterThan(1.9);
    expect(reports.active_seconds / HOUR).toBeLessThan(2.2);
    expect(reports.cost_usd).toBeLessThan(0.8 * replica('primary').cost_usd);
  });

  test('the other two replicas share the reads', () => {
    const [one, two] = [arrived('replica-1', 0, 11), arrived('replica-2', 0, 11)];
    expect(one / (one + two)).toBeGreaterThan(0.48);
    expect(one / (one + two)).toBeLessThan(0.52);
  });

  test('while the zone of one replica is lost, the other serves all reads and no query fails', () => {
    expect(arrived('replica-1', 11, 12)).toBe(0);
    expect(arrived('replica-2', 11, 12)).toBeGreaterThan(1.8 * arrived('replica-2', 10, 11));
    expect(replica('replica-1').availability.unavailable_by_cause).toEqual({
      fault: HOUR,
      waking: expect.any(Number),
    });
    expect(replica('replica-1').disruptions.by_cause).toMatchObject({ zone_loss: { count: 1 } });
    expect(summary.total.queries.failed).toBe(0);
  });
});
