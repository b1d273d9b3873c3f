import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Summary, summarise } from '../../src/report/figures/summary.js';
import { loadScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { runScreen } from '../report/run-screen.js';

/** Noon, when the functions start, in seconds of the scenario. */
const NOON = 300;

describe('five thousand functions against the smallest compute', () => {
  let summary: Summary;

  beforeAll(async () => {
    const file = fileURLToPath(new URL('../../scenarios/connection-storm.yaml', import.meta.url));
    const scenario = await loadScenario(file);
    summary = summarise(scenario, simulate(scenario));
  });

  const branch = (name: string) => summary.computes.find((each) => each.name === name)!;

  test('directly to Postgres most attempts are refused, and most functions give up', () => {
    const { queries, connections, pooler, trouble } = branch('direct');
    expect(connections).toMatchObject({ limit: 112, peak: 112 });
    expect(connections.refused).toBeGreaterThan(25_000);
    expect(connections.refused).toBeLessThan(30_000);
    expect(queries.by_error).toEqual({ '53300': queries.failed });
    expect(queries.failed / 5000).toBeGreaterThan(0.82);
    expect(queries.failed / 5000).toBeLessThan(0.9);
    expect(pooler).toMatchObject({ clients_peak: 0, queued: 0 });
    expect(trouble!.from_seconds).toBeGreaterThan(NOON);
    expect(trouble!.until_seconds).toBeLessThan(NOON + 25);
  });

  test('through the pooler no client is refused, a fifth time out once, and all are served', () => {
    const { queries, connections, pooler, trouble } = branch('pooled');
    expect(connections.refused).toBe(0);
    expect(queries).toMatchObject({ arrived: 5000, completed: 5000, failed: 0 });
    const { query_wait_timeout } = queries.retried_by_error;
    expect(query_wait_timeout! / 5000).toBeGreaterThan(0.15);
    expect(query_wait_timeout! / 5000).toBeLessThan(0.25);
    // Each client that timed out waited twice.
    expect(pooler.queued).toBeGreaterThan(4850 + query_wait_timeout!);
    expect(pooler.queued).toBeLessThanOrEqual(5000 + query_wait_timeout!);
    expect(pooler.clients_peak).toBeGreaterThan(4700);
    expect(pooler.wait_ms.max).toBeCloseTo(120_000, 3);
    expect(trouble!.until_seconds - NOON).toBeGreaterThan(140);
    expect(trouble!.until_seconds - NOON).toBeLessThan(175);
  });

  test('every attempt has exactly one outcome', () => {
    for (const { queries } of summary.computes) {
      const { made, completed, failed, retried, open } = queries.attempts;
      expect(made).toBe(completed + failed + retried + open);
      expect(open).toBe(0);
    }
  });

  test('the report compares both', () => {
    const text = runScreen(summary);
    expect(text).toMatch(/Compute +Dropped +Refused +Queued +Timeouts +Failed +Recovery +Duration/);
    expect(text).toMatch(/^direct +0 +2\d,\d{3} +0 +0 +4,\d{3} +- +\d\d(\.\d)? s$/m);
    expect(text).toMatch(/^pooled +\d+ +0 +5,\d{3} +\d{3,4} +0 +- +2\.\d+ min$/m);
  });
});
