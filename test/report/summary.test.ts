import { describe, expect, it } from 'vitest';
import { summarise } from '../../src/report/figures/summary.js';
import { exampleCompute, exampleObservations, exampleScenario, histogramOf } from './example-run.js';

describe('the summary', () => {
  it('computes the figures of a compute', () => {
    const { computes } = summarise(exampleScenario(), exampleObservations(exampleCompute()));
    expect(computes[0]).toMatchObject({
      cu_hours: 1,
      cost_usd: 0.106,
      mean_cu_active: 0.25,
      wake_probability: 0.02,
      delayed_probability: 0.04,
      cache: { hit_ratio: 0.9 },
      cpu: { utilisation: 0.01 },
      availability: { request: 0.98, time: 0.99, unavailable_seconds: 864 },
    });
    expect(computes[0]?.cost_usd_per_month).toBeCloseTo((730 / 24) * 0.106, 12);
    expect(computes[0]?.delay_ms).toMatchObject({ mean: 687.5, max: 1000 });
    expect(computes[0]?.latency_ms.p50).toBeCloseTo(10, 1);
  });

  it('adds computes up, merges their latencies and weights probabilities by arrivals', () => {
    const busy = exampleCompute({
      name: 'replica',
      arrived: 900,
      completed: 900,
      failed: 0,
      in_flight: 0,
      found_idle: 0,
      delayed: 0,
      failed_by_error: {},
      latency: histogramOf(...Array.from({ length: 900 }, () => 1)),
      max_cu: 2,
      unavailable_seconds: 0,
    });
    const { total } = summarise(exampleScenario(), exampleObservations(exampleCompute(), busy));
    expect(total).toMatchObject({
      name: 'total',
      cu_hours: 2,
      cost_usd: 0.212,
      max_cu: 2,
      queries: { arrived: 1000, completed: 998, failed: 1, in_flight: 1, by_error: { '53300': 1 } },
      wake_probability: 0.002,
      connections: { limit: 224, peak: 6, mean: 1, refused: 2 },
    });
    expect(total.latency_ms.mean).toBeCloseTo((98 * 10 + 900 * 1000) / 998, 6);
    expect(total.availability.time).toBeCloseTo((0.99 + 1) / 2, 12);
    expect(total.availability.request).toBe(0.998);
  });

  it('leaves the observations unchanged', () => {
    const compute = exampleCompute();
    summarise(exampleScenario(), exampleObservations(compute, exampleCompute({ name: 'other' })));
    expect(compute.latency.count).toBe(98);
  });

  it('contains null, not 0, for figures that were not measured', () => {
    const nothing = histogramOf();
    const silent = exampleCompute({
      arrived: 0,
      completed: 0,
      failed: 0,
      in_flight: 0,
      found_idle: 0,
      delayed: 0,
      latency: nothing,
      delay: nothing,
      wake_latency: nothing,
      active_seconds: 0,
      active_cu_seconds: 0,
      pages_read: 0,
      pages_missed: 0,
      vcpu_seconds: 0,
      cpu_seconds: 0,
    });
    const { total } = summarise(exampleScenario(), exampleObservations(silent));
    expect(total).toMatchObject({
      mean_cu_active: null,
      wake_probability: null,
      delayed_probability: null,
      latency_ms: { mean: null, p50: null, max: null },
      cache: { hit_ratio: null },
      cpu: { utilisation: null },
      availability: { request: null },
    });
  });

  it('checks the objectives against the total', () => {
    const scenario = exampleScenario({
      slo: [
        { objective: 'success_rate', target: 0.99 },
        { objective: 'cost_usd', target: 1 },
      ],
    });
    expect(summarise(scenario, exampleObservations(exampleCompute())).slo).toEqual([
      { objective: 'success_rate', target: 0.99, actual: 98 / 99, met: false },
      { objective: 'cost_usd', target: 1, actual: 0.106, met: true },
    ]);
  });

  it('lists errors by name, whatever the order in which they occurred', () => {
    const compute = exampleCompute({ failed_by_error: { connect_timeout: 1, '57P01': 2, '53300': 3 } });
    const { computes } = summarise(exampleScenario(), exampleObservations(compute));
    expect(JSON.stringify(computes[0]?.queries.by_error)).toBe('{"53300":3,"57P01":2,"connect_timeout":1}');
  });

  it('names the price that the cost is based on', () => {
    const scenario = exampleScenario({ plan: { name: 'scale', as_of: '2025-09-01' } });
    expect(summarise(scenario, exampleObservations(exampleCompute())).plan).toMatchObject({
      name: 'scale',
      as_of: '2025-09-01',
      price: { from: '2025-08-14', usd_per_cu_hour: 0.26, minimum_usd: 5 },
    });
  });
});
