import { expect, it } from 'vitest';
import { calibratedLaws } from '../../../src/ingest/calibrate/calibration.js';
import type { MeasuredLatency } from '../../../src/ingest/calibrate/measured-latencies.js';
import { draws, RESTARTS } from '../../statistics/latency-law/draws.js';

const OPTIONS = { confidence: 0.95, seed: 'test' };

/** Restarts in seconds; those after `patience` are abandoned. */
const restarts = (n: number, patience = Number.POSITIVE_INFINITY): readonly MeasuredLatency[] =>
  draws(RESTARTS, n, 'calibration').map((value) =>
    value > patience
      ? { kind: 'restart', low: patience, high: Number.POSITIVE_INFINITY }
      : { kind: 'restart', low: value, high: value },
  );

const lawOf = (latencies: readonly MeasuredLatency[]) =>
  calibratedLaws([{ source: 'a.csv', latencies, warnings: [] }], OPTIONS)[0]!;

it('results of one kind from several files are combined, with the number from each', () => {
  const latencies = restarts(60);
  const [law, ...others] = calibratedLaws(
    [
      { source: 'a.csv', latencies: latencies.slice(0, 20), warnings: [] },
      { source: 'b.csv', latencies: latencies.slice(20), warnings: [] },
    ],
    OPTIONS,
  );
  expect(others).toEqual([]);
  expect(law!.sources).toEqual([
    { source: 'a.csv', values: 20 },
    { source: 'b.csv', values: 40 },
  ]);
  expect(law!.figures).toEqual(lawOf(latencies).figures);
});

it('a distribution is fitted no further than the data allows', () => {
  expect(lawOf(restarts(9))).toMatchObject({ distribution: undefined, figures: [], believed: undefined });
  expect(lawOf(restarts(60)).figures.map(({ name }) => name)).toEqual(['mean', 'p50', 'p90', 'p95']);
  // Half of them were abandoned: the tail, and thus the mean, is unknown.
  const cut = lawOf(restarts(60, 0.5));
  expect(cut.given_up).toBeGreaterThan(20);
  expect(cut.figures.every(({ name }) => name === 'p50')).toBe(true);
  // Nearly all were abandoned: nothing is known.
  expect(lawOf(restarts(60, 0.3))).toMatchObject({ distribution: undefined });
});
