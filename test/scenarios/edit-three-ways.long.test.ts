import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Summary, summarise } from '../../src/report/figures/summary.js';
import { loadScenario } from '../../src/scenario/load-scenario.js';
import type { TimelineRow } from '../../src/simulation/run/observation.js';
import { simulate } from '../../src/simulation/simulation.js';

/** The edit, and the fixed backoff, in seconds. */
const NOON = 180;
const BACKOFF = 3;

describe('an edit under load, and three ways to come back', () => {
  let summary: Summary;
  const rows: TimelineRow[] = [];

  beforeAll(async () => {
    const file = fileURLToPath(new URL('../../scenarios/edit-three-ways.yaml', import.meta.url));
    const scenario = await loadScenario(file);
    const observer = { timeline: (row: TimelineRow) => rows.push({ ...row }), decision: () => {} };
    summary = summarise(scenario, simulate(scenario, { observer }));
  });

  const branch = (name: string) => summary.computes.find((each) => each.name === name)!;
  /** The sum of a column over the rows that touch a moment after the edit: what happens at a row's end is in it. */
  const around = (name: string, after: number, column: 'attempts' | 'retries' | 'refused'): number =>
    rows
      .filter((row) => row.compute === name)
      .filter((row) => row.start_seconds <= NOON + after && row.end_seconds >= NOON + after)
      .reduce((sum, row) => sum + row[column], 0);

  test('the edit restarts each compute once and cuts some 300 connections', () => {
    for (const { restarts, connections, disruptions } of summary.computes) {
      expect(restarts).toBe(1);
      expect(connections.dropped).toBeGreaterThan(250);
      expect(connections.dropped).toBeLessThan(350);
      expect(disruptions).toMatchObject({ count: 1, queries_cut: connections.dropped });
      expect(disruptions.kept).toMatchObject([{ at_seconds: NOON, cause: 'restart' }]);
    }
  });

  test('who does not try again has lost every query that was cut, and no other', () => {
    const { queries, disruptions } = branch('no-retry');
    expect(queries.by_error).toEqual({ '57P01': disruptions.queries_cut });
    expect(disruptions.lost).toBe(disruptions.queries_cut);
    expect(disruptions.recovery_p99_seconds).toBeNull();
  });

  test('without jitter everybody comes back at once, is refused, and comes back together again', () => {
    const { queries, disruptions } = branch('fixed');
    expect(queries.failed).toBe(0);
    // The second wave: all that were cut, in one moment, and too many for the slots.
    expect(around('fixed', BACKOFF, 'retries')).toBe(disruptions.queries_cut);
    const refused = around('fixed', BACKOFF, 'refused');
    expect(refused).toBeGreaterThan(100);
    // It stands out: usually 150 attempts are made in half a second.
    const usual = around('fixed', -60, 'attempts') / 2;
    expect(around('fixed', BACKOFF, 'attempts')).toBeGreaterThan(2 * usual + 250);
    // The third wave is made of those.
    expect(around('fixed', 2 * BACKOFF, 'retries')).toBeGreaterThanOrEqual(refused);
    expect(disruptions.recovery_p99_seconds).toBeGreaterThan(8);
    expect(disruptions.recovery_p99_seconds).toBeLessThan(14);
  });

  test('with full jitter they come back one by one, hardly any is refused, and all are back sooner', () => {
    const { queries, connections, disruptions } = branch('full-jitter');
    expect(queries.failed).toBe(0);
    expect(connections.refused).toBeLessThan(20);
    const retries = rows.filter((row) => row.compute === 'full-jitter').map((row) => row.retries);
    expect(Math.max(...retries)).toBeLessThan(0.3 * disruptions.queries_cut);
    expect(disruptions.recovery_p99_seconds).toBeGreaterThan(3);
    expect(disruptions.recovery_p99_seconds).toBeLessThan(7);
  });
});
