import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { FILE_CACHE_BYTES } from '../../src/compute/memory.js';
import { loadScenario } from '../../src/scenario/load-scenario.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import type { DecisionRow, TimelineRow } from '../../src/simulation/run/observation.js';
import { simulate } from '../../src/simulation/simulation.js';

/** Values of the scenario and of the model's defaults. */
const CU = 4;
const QUERY_SECONDS = 33.77e-6;
const PAGES = Math.round(10e9 / 8192);
const PAGES_PER_SECOND = 10_650;
const RESTART_SECONDS = 115;

/** Queries per second with everything in cache: the processors are always busy. */
const WARM = CU / QUERY_SECONDS;

/**
 * Warming up in closed form, for one page per query, N pages of equal popularity, and enough clients to
 * keep the storage busy. After n reads the cache holds D(n) = N(1 − e^(−n/N)) pages and the next read hits with
 * H(n) = 1 − e^(−n/N). While the storage is the bottleneck it fills the cache at its rate R, D(n(t)) = Rt, so that
 * n(t) = −N ln(1 − Rt/N); that ends when the misses left are fewer than R at full speed X: e^(−n/N) = R/X.
 */
const STORAGE_BOUND_SECONDS = (PAGES * (1 - PAGES_PER_SECOND / WARM)) / PAGES_PER_SECOND;

function reads(seconds: number): number {
  const filling = Math.min(Math.max(0, seconds), STORAGE_BOUND_SECONDS);
  const bound = -PAGES * Math.log(1 - (PAGES_PER_SECOND * filling) / PAGES);
  return bound + WARM * Math.max(0, seconds - STORAGE_BOUND_SECONDS);
}

/** The number of missing pages found by this many reads. */
function missed(read: number): number {
  return -PAGES * Math.expm1(-read / PAGES);
}

describe('throughput after a restart with a cold cache', () => {
  const rows: TimelineRow[] = [];
  const decisions: DecisionRow[] = [];
  let scenario: Scenario;
  /** The time when the compute runs again. */
  let again = 0;

  beforeAll(async () => {
    scenario = await loadScenario(fileURLToPath(new URL('./warm-up-after-restart.yaml', import.meta.url)));
    simulate(scenario, {
      observer: { timeline: (row) => rows.push({ ...row }), decision: (row) => decisions.push(row) },
    });
    again = decisions.find(({ decision }) => decision === 'restarted')!.time_seconds;
  }, 60_000);

  const between = (from_seconds: number, to_seconds: number): readonly TimelineRow[] =>
    rows.filter((row) => row.start_seconds >= from_seconds && row.end_seconds <= to_seconds);
  const throughput = (part: readonly TimelineRow[]): number =>
    part.reduce((sum, row) => sum + row.completed, 0) /
    part.reduce((sum, row) => sum + row.end_seconds - row.start_seconds, 0);
  const before = (): number => throughput(between(RESTART_SECONDS - 5, RESTART_SECONDS));
  const drop = (from_seconds: number, to_seconds: number): number =>
    1 - throughput(between(from_seconds, to_seconds)) / before();

  /** The closed form, from the restart on. */
  const expectedDrop = (seconds: number): number =>
    1 - reads(RESTART_SECONDS + seconds - again) / (seconds * WARM);

  test('the working set fits the cache of this size, and of no smaller one', () => {
    const { memory_per_cu } = scenario.model;
    expect(scenario.load[0]!.query.working_set_bytes).toBe(10e9);
    expect(FILE_CACHE_BYTES.table(CU * memory_per_cu)).toBeGreaterThan(10e9);
    expect(FILE_CACHE_BYTES.table((CU - 1) * memory_per_cu)).toBeLessThan(10e9);
  });

  test('the storage has the default settings', () => {
    expect(scenario.model.page_reads_per_second).toBe(PAGES_PER_SECOND);
    expect(scenario.model.prewarm).toBe('never');
    for (const { name, set_by } of scenario.assumptions) expect([name, set_by]).toEqual([name, 'default']);
  });

  test('before the restart the processors are the bottleneck', () => {
    expect(before() / WARM).toBeCloseTo(1, 3);
  });

  test('throughput is about 70 % lower in the first two minutes, as published', () => {
    const lower = drop(RESTART_SECONDS, RESTART_SECONDS + 120);
    expect(Math.abs(lower - expectedDrop(120))).toBeLessThan(0.003);
    // The range that rounds to "about 70 %".
    expect(lower).toBeGreaterThan(0.65);
    expect(lower).toBeLessThan(0.75);
  });

  test('throughput is lowest at first, and three quarters lower until the cache is warm', () => {
    expect(STORAGE_BOUND_SECONDS).toBeCloseTo(104, 0);
    expect(drop(RESTART_SECONDS + 5, RESTART_SECONDS + 10)).toBeGreaterThan(0.9);
    const lower = drop(RESTART_SECONDS, RESTART_SECONDS + 105);
    expect(Math.abs(lower - expectedDrop(105))).toBeLessThan(0.003);
    expect(lower).toBeCloseTo(0.76, 1);
  });

  test('the hit ratio every five seconds matches the reads so far, within 0.3 %', () => {
    let read = 0;
    for (const { completed, hit_ratio } of between(RESTART_SECONDS, RESTART_SECONDS + 120)) {
      const expected = 1 - (missed(read + completed) - missed(read)) / completed;
      expect(Math.abs(hit_ratio! - expected)).toBeLessThan(0.003);
      read += completed;
    }
  });

  test('the storage delivers its maximum rate until the cache is warm', () => {
    const busy = between(RESTART_SECONDS + 5, again + STORAGE_BOUND_SECONDS);
    expect(busy).toHaveLength(19);
    for (const { completed, hit_ratio } of busy) {
      expect((completed * (1 - hit_ratio!)) / (5 * PAGES_PER_SECOND)).toBeCloseTo(1, 2);
    }
  });

  test('no client is lost, and full throughput returns with the cache', () => {
    expect(rows.reduce((sum, row) => sum + row.failed, 0)).toBe(0);
    expect(Math.abs(drop(RESTART_SECONDS + 110, RESTART_SECONDS + 120))).toBeLessThan(0.005);
    expect(rows.at(-1)!.hit_ratio).toBeGreaterThan(0.96);
  });
});
