import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { summarise } from '../../src/report/figures/summary.js';
import { RunFiles } from '../../src/report/files/run-files.js';
import {
  exampleCompute,
  exampleDecision,
  exampleObservations,
  exampleScenario,
  exampleTimelineRow,
  histogramOf,
} from './example-run.js';

const FILES = [
  ...[
    'computes.csv',
    'data-dictionary.csv',
    'decisions.csv',
    'disruptions.csv',
    'errors.csv',
    'latency.csv',
    'loads.csv',
    'runs.csv',
  ],
  ...['summary.json', 'timeline.csv', 'unavailability.csv'],
];
const SCENARIO = exampleScenario();
const SUMMARY = summarise(SCENARIO, exampleObservations(exampleCompute({ name: '=cmd()' })));

let folder: string;
let results: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neap-test-'));
  results = join(folder, 'results');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The rows of a result file, by column name. */
function rowsOf(name: string): Record<string, string>[] {
  return parse(readFileSync(join(results, name), 'utf8'), { columns: true });
}

describe('files of a run', () => {
  it('appear together when the run is complete, and not before', () => {
    const files = new RunFiles(results, SCENARIO);
    files.timeline(exampleTimelineRow());
    expect(readdirSync(folder)).toHaveLength(1);
    expect(readdirSync(folder)[0]).toMatch(/^\.results\.partial-/);
    files.commit(SUMMARY);
    expect(readdirSync(folder)).toEqual(['results']);
    expect(readdirSync(results).sort()).toEqual(FILES);
  });

  it('replace existing results only then, and never touch other files', () => {
    new RunFiles(results, SCENARIO).commit(SUMMARY);
    writeFileSync(join(results, 'timeline.csv'), 'before');
    writeFileSync(join(results, 'notes.txt'), 'mine');
    const files = new RunFiles(results, SCENARIO);
    files.timeline(exampleTimelineRow());
    expect(readFileSync(join(results, 'timeline.csv'), 'utf8')).toBe('before');
    files.commit(SUMMARY);
    expect(rowsOf('timeline.csv')).toHaveLength(1);
    expect(readFileSync(join(results, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('are removed when the run fails', () => {
    const files = new RunFiles(results, SCENARIO);
    for (let row = 0; row < 2000; row++) files.timeline(exampleTimelineRow());
    files.discard();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('stay when discarded after they are complete', () => {
    const files = new RunFiles(results, SCENARIO);
    files.commit(SUMMARY);
    files.discard();
    expect(readdirSync(results).sort()).toEqual(FILES);
  });

  it('have a row per compute, and no total row that a sum would count twice', () => {
    new RunFiles(results, SCENARIO).commit(SUMMARY);
    const rows = rowsOf('computes.csv');
    expect(rows.map((row) => row['compute'])).toEqual(["'=cmd()"]);
    expect(rows[0]).toMatchObject({
      cu_hours: '1',
      cost_usd: '0.106',
      queries_arrived: '100',
      failed_by_error: '53300: 1',
    });
    expect(JSON.parse(readFileSync(join(results, 'summary.json'), 'utf8'))).toEqual(SUMMARY);
  });

  it('show the cumulative cost and the latencies of each interval', () => {
    const files = new RunFiles(results, SCENARIO);
    const latency = histogramOf(0.5);
    files.timeline(exampleTimelineRow({ latency, cu_seconds: 1800 }));
    latency.clear();
    files.timeline(
      exampleTimelineRow({ start_seconds: 3600, end_seconds: 7200, latency, hit_ratio: undefined }),
    );
    files.commit(SUMMARY);
    expect(rowsOf('timeline.csv')).toMatchObject([
      { start_time: '2026-01-01T00:00:00.000Z', latency_p50_ms: '500', cost_so_far_usd: '0.053' },
      {
        start_time: '2026-01-01T01:00:00.000Z',
        latency_p50_ms: '',
        cache_hit_ratio: '',
        cost_so_far_usd: '0.0795',
      },
    ]);
  });

  it('list every decision with its time and its reason', () => {
    const files = new RunFiles(results, SCENARIO);
    for (let row = 0; row < 1500; row++) files.decision(exampleDecision({ time_seconds: row + 0.5 }));
    files.commit(SUMMARY);
    const rows = rowsOf('decisions.csv');
    expect(rows).toHaveLength(1500);
    expect(rows[12]).toMatchObject({
      time: '2026-01-01T00:00:12.500Z',
      time_seconds: '12.5',
      decision: 'wake',
      reason: 'a query arrived while suspended',
    });
  });
});
