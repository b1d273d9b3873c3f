import { describe, expect, it } from 'vitest';
import { evaluateObjectives, type ObjectiveFigures } from '../../src/figures/objectives.js';

const FIGURES: ObjectiveFigures = {
  success_rate: 0.999,
  availability_time: 0.98,
  wake_probability: 0.02,
  delayed_probability: 0.05,
  latency_mean: 20,
  latency_p50: 10,
  latency_p90: 30,
  latency_p95: 40,
  latency_p99: null,
  latency_p999: null,
  latency_max: 900,
  cost_usd: 3,
  cost_usd_per_month: 12,
  cu_hours: 30,
};

describe('objectives', () => {
  it('require success shares to be at least their target', () => {
    const results = evaluateObjectives(
      [
        { objective: 'success_rate', target: 0.999 },
        { objective: 'availability_time', target: 0.99 },
      ],
      FIGURES,
      100,
    );
    expect(results).toEqual([
      { objective: 'success_rate', target: 0.999, actual: 0.999, met: true },
      { objective: 'availability_time', target: 0.99, actual: 0.98, met: false },
    ]);
  });

  it('require every other figure to be at most its target', () => {
    const met = (target: number) =>
      evaluateObjectives([{ objective: 'cost_usd_per_month', target }], FIGURES, 100)[0]?.met;
    expect(met(12)).toBe(true);
    expect(met(11.99)).toBe(false);
  });

  it('miss a latency when queries arrived and none completed', () => {
    const objective = [{ objective: 'latency_p99', target: 500 }] as const;
    expect(evaluateObjectives(objective, FIGURES, 100)[0]).toMatchObject({ actual: null, met: false });
    expect(evaluateObjectives(objective, FIGURES, 0)[0]).toMatchObject({ actual: null, met: true });
  });
});
