import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadScenario } from '../../src/scenario/load-scenario.js';
import type { TimelineRow } from '../../src/simulation/run/observation.js';
import { simulate } from '../../src/simulation/simulation.js';
import { type Summary, summarise } from '../../src/study/run/summary.js';

/** The time of the edit, and the fixed backoff, in seconds. */
const NOON = 180;
const BACKOFF = 3;

describe('an edit under load, and three ways to reconnect', () => {
  let summary: Summary;
  const rows: TimelineRow[] = [];

  beforeAll(async () => {
    const file = fileURLToPath(new URL('../../scenarios/edit-three-ways.yaml', import.meta.url));
    const scenario = await loadScenario(file);
    const observer = { timeline: (row: TimelineRow) => rows.push({ ...row }), decision: () => {} };
    summary = summarise(scenario, simulate(scenario, { observer }));
  });

  const branch = (name: string) => summary.computes.find((each) => each.name === name)!;
  /** The sum of a column over the rows that touch a time after the edit, including a row that ends at it. */
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

  test('clients that do not retry lose exactly the queries that were cut', () => {
    const { queries, disruptions } = branch('no-retry');
    expect(queries.by_error).toEqual({ '57P01': disruptions.queries_cut });
    expect(disruptions.lost).toBe(disruptions.queries_cut);
    expect(disruptions.recovery_p99_seconds).toBeNull();
  });

  test('without jitter all clients reconnect at once, are refused, and retry together again', () => {
    const { queries, disruptions } = branch('fixed');
    expect(queries.failed).toBe(0);
    // The second wave: all cut clients at once, and too many for the slots.
    expect(around('fixed', BACKOFF, 'retries')).toBe(disruptions.queries_cut);
    const refused = around('fixed', BACKOFF, 'refused');
    expect(refused).toBeGreaterThan(100);
    // It stands out: usually there are 150 attempts in half a second.
    const usual = around('fixed', -60, 'attempts') / 2;
    expect(around('fixed', BACKOFF, 'attempts')).toBeGreaterThan(2 * usual + 250);
    // The third wave consists of the refused ones.
    expect(around('fixed', 2 * BACKOFF, 'retries')).toBeGreaterThanOrEqual(refused);
    expect(disruptions.recovery_p99_seconds).toBeGreaterThan(8);
    expect(disruptions.recovery_p99_seconds).toBeLessThan(14);
  });

  test('with full jitter clients reconnect one by one, few are refused, and all recover sooner', () => {
    const { queries, connections, disruptions } = branch('full-jitter');
    expect(queries.failed).toBe(0);
    expect(connections.refused).toBeLessThan(20);
    const retries = rows.filter((row) => row.compute === 'full-jitter').map((row) => row.retries);
    expect(Math.max(...retries)).toBeLessThan(0.3 * disruptions.queries_cut);
    expect(disruptions.recovery_p99_seconds).toBeGreaterThan(3);
    expect(disruptions.recovery_p99_seconds).toBeLessThan(7);
  });
});
