import { expect, test } from 'vitest';
import { type FidelitySummary, fidelityText } from '../../../src/study/run/fidelity-summary.js';

type Computes = FidelitySummary['computes'];

const SEEN = {
  ticks: {},
  simulated_queries: 100,
  left_out_queries: 0,
  effective_arrivals: 100,
  effective_queries: 100,
  effective_beyond: { p50: 500, p95: 500, p99: 500, p999: 500 },
  extrapolated_failures: 0,
};
const whole = (name: string, exact_throughout: Computes[number]['exact_throughout']): Computes[number] => ({
  name,
  ...SEEN,
  ...(exact_throughout && { exact_throughout }),
});
const text = (...computes: Computes) => fidelityText({ kind: 'hybrid', computes });

test('a hybrid run that was exact reports why', () => {
  expect(text(whole('a', 'few_queries'))).toBe(
    'hybrid: every query was simulated: too few queries to save anything',
  );
  expect(text(whole('a', 'sparse'), whole('b', 'sparse'), whole('c', 'route'))).toBe(
    'hybrid: every query was simulated: a sparse load, 2 of 3; a load of several computes, 1 of 3',
  );
});

test('computes that were exact throughout are listed separately from those whose queries were left out', () => {
  const thinned = { name: 'a', ...SEEN, ticks: { windows: 90, started: 10 }, left_out_queries: 300 };
  expect(text(thinned, whole('b', 'sparse'))).toBe(
    'hybrid: 40 % of the queries simulated; 10 % of the ticks exact (started 10); exact throughout: a sparse load, 1 of 2; maxima are of what was simulated',
  );
});
