import { describe, expect, it } from 'vitest';
import { meanInterval } from '../../../src/statistics/confidence-interval.js';
import { intervalsOf, meansOf } from '../../../src/study/run/mean-of-figures.js';
import { Replications } from '../../../src/study/run/replicated-summary.js';
import { summarise } from '../../../src/study/run/summary.js';
import {
  exampleCompute,
  exampleObservations,
  exampleScenario,
  histogramOf,
} from '../../report/example-run.js';

describe('means of figures', () => {
  it('are computed figure by figure, in lists and in records', () => {
    const records = [
      { name: 'a', cost: 1, list: [{ wakes: 2 }] },
      { name: 'a', cost: 3, list: [{ wakes: 5 }] },
    ];
    expect(meansOf(records)).toEqual({ name: 'a', cost: 2, list: [{ wakes: 3.5 }] });
    const { half_width } = meanInterval([1, 3], 0.9);
    expect(intervalsOf(records, 0.9)).toMatchObject({
      name: 'a',
      cost: { mean: 2, half_width, confidence: 0.9 },
    });
  });

  it('leave out unmeasured figures, and count events that did not occur as 0', () => {
    const records: { p99: number | null; by_error: Record<string, number>; never: number | null }[] = [
      { p99: 4, by_error: { '57P01': 2 }, never: null },
      { p99: null, by_error: {}, never: null },
      { p99: 6, by_error: { '53300': 3 }, never: null },
    ];
    const means = meansOf(records);
    expect(means).toEqual({
      p99: 5,
      by_error: { '53300': 1, '57P01': expect.closeTo(2 / 3, 12) },
      never: null,
    });
    expect(Object.keys(means.by_error)).toEqual(['53300', '57P01']);
    expect(intervalsOf(records, 0.95).never).toBeNull();
  });
});

describe('the summary of replications', () => {
  const scenario = exampleScenario({
    slo: [
      { objective: 'cu_hours', target: 1.05 },
      { objective: 'success_rate', target: 0.5 },
    ],
  });
  const cu = [0.9, 1, 1.1];
  function summary() {
    const replications = new Replications(scenario, 0.95);
    for (const [index, cu_hours] of cu.entries()) {
      const latency = histogramOf(...Array.from({ length: 98 }, (_, query) => (index + query) / 1000));
      replications.add(exampleObservations(exampleCompute({ cu_seconds: cu_hours * 3600, latency })));
    }
    return replications.summary({ replications: 3, precision: undefined });
  }

  it('has means in place of single values, and intervals under ci', () => {
    const { total, ci, replications } = summary();
    const { mean, half_width } = meanInterval(cu, 0.95);
    expect(replications).toBe(3);
    expect(total.cu_hours).toBeCloseTo(mean, 12);
    expect(ci!.total.cu_hours!.half_width).toBeCloseTo(half_width, 12);
    expect(ci!.computes[0]!.wakes).toEqual({ mean: 2, half_width: 0, confidence: 0.95 });
    expect(Object.keys(total)).toEqual(
      Object.keys(summarise(scenario, exampleObservations(exampleCompute())).total),
    );
  });

  it('checks objectives against the means, and reports intervals that cross the bound', () => {
    expect(summary().slo).toMatchObject([
      { objective: 'cu_hours', met: true, clear: false, ci: { confidence: 0.95 } },
      { objective: 'success_rate', met: true, clear: true },
    ]);
  });

  it('pools the latencies of all queries', () => {
    const { p50, p999 } = summary().pooled!.latency_ms;
    expect(p50!.quantile).toBeGreaterThan(45);
    expect(p50!.low).toBeLessThanOrEqual(p50!.quantile);
    expect(p50!.high!).toBeGreaterThanOrEqual(p50!.quantile);
    expect(p999!.high).toBeNull();
  });

  it('warns if a precision was not reached', () => {
    const replications = new Replications(scenario, 0.95);
    replications.add(exampleObservations(exampleCompute()));
    const { warnings } = replications.summary({
      replications: 1,
      precision: { relative: 0.02, reached: false, figures: [{ figure: 'cost_usd', relative: 0.0312 }] },
    });
    expect(warnings).toEqual([
      'a precision of 2 % was not reached in 1 replications: cost_usd is known to 3.1 %; allow more with --replications',
    ]);
  });
});
