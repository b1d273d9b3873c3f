import { describe, expect, test } from 'vitest';
import { RandomStream } from '../../src/kernel/random-stream.js';
import { HEADLINE_FIGURES } from '../../src/report/figures/headline-figures.js';
import { halfWidth } from '../../src/report/figures/run-intervals.js';
import type { SavedRun } from '../../src/report/figures/saved-run.js';
import { Histogram } from '../../src/statistics/histogram.js';

const RUNS = 400;
const SECTIONS = 20;
/** The average number of queries in a section. */
const QUERIES = 150;
const FAILING = 0.1;

const gap = (stream: RandomStream): number => -Math.log(stream.uniform());

/** A run of independent queries with exponential latency of mean 1 s, some fail. */
function run(stream: RandomStream): SavedRun {
  const sections = Array.from({ length: SECTIONS }, () => new Histogram());
  const intervals = [];
  let [arrived, failed] = [0, 0];
  for (const section of sections) {
    // A Poisson process with that rate.
    const counts = { queries_arrived: 0, queries_completed: 0, queries_failed: 0 };
    for (let at = gap(stream); at < QUERIES; at += gap(stream)) {
      counts.queries_arrived += 1;
      if (stream.uniform() < FAILING) counts.queries_failed += 1;
      else {
        counts.queries_completed += 1;
        section.add(-Math.log(stream.uniform()));
      }
    }
    arrived += counts.queries_arrived;
    failed += counts.queries_failed;
    intervals.push(counts);
  }
  const total = { queries: { arrived, failed }, availability: { request: 1 - failed / arrived } };
  return { sections, intervals, summary: { total } as unknown as SavedRun['summary'] };
}

const figure = (path: string) => HEADLINE_FIGURES.find((each) => each.path === `total.${path}`)!;

/** The share of runs whose interval contains the true value. */
function coverage(path: string, truth: number, value: (run: SavedRun) => number): number {
  const stream = new RandomStream(path);
  let covered = 0;
  for (let each = 0; each < RUNS; each++) {
    const made = run(stream);
    if (Math.abs(value(made) - truth) <= halfWidth(made, figure(path))!) covered += 1;
  }
  return covered / RUNS;
}

const whole = ({ sections }: SavedRun): Histogram => {
  const all = new Histogram();
  for (const each of sections) all.merge(each);
  return all;
};
const totalOf = ({ summary }: SavedRun) =>
  summary.total as unknown as { queries: { failed: number }; availability: { request: number } };

describe('the interval of a single run contains the true value in at least 95 % of runs', () => {
  test.each([
    ['latency_ms.mean', 1000, (made: SavedRun) => whole(made).mean * 1000],
    ['latency_ms.p50', Math.LN2 * 1000, (made: SavedRun) => whole(made).quantile(0.5) * 1000],
    ['latency_ms.p95', Math.log(20) * 1000, (made: SavedRun) => whole(made).quantile(0.95) * 1000],
    ['queries.failed', SECTIONS * QUERIES * FAILING, (made: SavedRun) => totalOf(made).queries.failed],
    ['availability.request', 1 - FAILING, (made: SavedRun) => totalOf(made).availability.request],
  ] as const)('%s', (path, truth, value) => {
    const share = coverage(path, truth, value);
    // Three standard deviations of a share of 400 runs, 0.033; the wider of two intervals covers up to 0.98.
    expect(share).toBeGreaterThan(0.95 - 0.033);
    expect(share).toBeLessThan(0.997);
  });

  test('counts that occur in bursts have the wider interval of batches', () => {
    const intervals = Array.from({ length: 40 }, (_, index) => ({
      queries_failed: index % 13 === 0 ? 100 : 0,
    }));
    const failed = intervals.reduce((sum, each) => sum + each.queries_failed, 0);
    const summary = { total: { queries: { failed } } } as unknown as SavedRun['summary'];
    const bursts = { folder: '', sections: [], intervals, summary };
    expect(halfWidth(bursts, figure('queries.failed'))).toBeGreaterThan(4 * Math.sqrt(failed));
    expect(halfWidth({ ...bursts, intervals: [] }, figure('queries.failed'))).toBeCloseTo(
      1.96 * Math.sqrt(failed),
      2,
    );
  });
});
