import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadScenario } from '../../src/scenario/load-scenario.js';
import type { DecisionRow, TimelineRow } from '../../src/simulation/run/observation.js';
import { simulate } from '../../src/simulation/simulation.js';

/** Lakebase, PVLDB 19(12), 2026, Figure 10: the published curves as bands. */
describe('the published autoscaling experiment', () => {
  const rows: TimelineRow[] = [];
  const decisions: DecisionRow[] = [];

  beforeAll(async () => {
    const file = fileURLToPath(new URL('../../scenarios/autoscaling-experiment.yaml', import.meta.url));
    simulate(await loadScenario(file), {
      observer: { timeline: (row) => rows.push({ ...row }), decision: (row) => decisions.push(row) },
    });
  });

  const between = (from_minutes: number, to_minutes: number): readonly TimelineRow[] =>
    rows.filter((row) => row.start_seconds >= from_minutes * 60 && row.end_seconds <= to_minutes * 60);
  const meanSize = (part: readonly TimelineRow[]): number =>
    part.reduce((sum, row) => sum + row.cu_seconds, 0) /
    part.reduce((sum, row) => sum + row.end_seconds - row.start_seconds, 0);

  test('a low load stays at about 1 CU', () => {
    for (const row of between(2, 20)) expect(row.cu).toBeLessThanOrEqual(1.5);
  });

  test('heavier queries add about 3 CU', () => {
    const size = meanSize(between(23, 30));
    expect(size).toBeGreaterThan(3.5);
    expect(size).toBeLessThan(4.75);
    for (const row of between(33, 44)) expect(row.cu).toBeLessThanOrEqual(1.5);
  });

  test('at minute 44 the size jumps to the maximum, with less than 30 % of reads cached', () => {
    const jump = decisions.find(
      (row) => row.decision === 'resize' && row.time_seconds > 44 * 60 && row.cu_after > 2,
    )!;
    expect(jump).toMatchObject({ cu_after: 7 });
    expect(jump.cu_before).toBeLessThanOrEqual(1.5);
    expect(jump.time_seconds).toBeLessThan(44 * 60 + 20);
    const [first] = between(44, 45);
    expect(first!.hit_ratio).toBeLessThan(0.3);
  });

  test('the size settles between 5 and 7 CU', () => {
    const settled = between(52, 70);
    for (const row of settled) {
      expect(row.cu).toBeGreaterThanOrEqual(5);
      expect(row.cu).toBeLessThanOrEqual(7);
    }
    expect(meanSize(settled)).toBeGreaterThan(5.2);
    expect(meanSize(settled)).toBeLessThan(6.5);
  });

  test('the compute suspends five minutes after the load ends', () => {
    const suspend = decisions.find((row) => row.decision === 'suspend')!;
    expect(suspend.time_seconds).toBeGreaterThanOrEqual(75 * 60 - 1);
    expect(suspend.time_seconds).toBeLessThan(75 * 60 + 2);
  });

  test('each resize states its reason', () => {
    for (const row of decisions.filter(({ decision }) => decision === 'resize')) {
      expect(row.reason).not.toBe('');
      expect(row.scaling).toMatchObject({ won_by: expect.stringMatching(/^(cpu|memory|lfc)$/) });
    }
  });
});
