import { describe, expect, test } from 'vitest';
import { runTrace } from './real-trace.js';

describe('real traces through scenario files', () => {
  test('two weeks of the World Cup: every request is accounted for', async () => {
    const { scenario, compute } = await runTrace('worldcup-two-weeks', 22_809_946);
    expect(scenario.duration_seconds).toBe(14 * 86_400);
    expect(compute.failed).toBe(0);
  });

  test('half a day of the World Cup: every request is accounted for', async () => {
    const { scenario, compute } = await runTrace('worldcup-half-day', 470_612);
    expect(scenario.duration_seconds).toBe(43_200);
    expect(compute.failed).toBe(0);
    expect(compute.max_cu).toBeLessThanOrEqual(2);
  });

  test('a load balancer’s two weeks: every request is accounted for, and the missing rows are reported', async () => {
    const { scenario, compute } = await runTrace('elb-requests', 249_327);
    expect(scenario.duration_seconds).toBe(4040 * 300);
    expect(scenario.warnings.join('\n')).toMatch(/8 intervals/);
    expect(compute.failed).toBe(0);
    expect(compute.suspends).toBeGreaterThan(0);
  });
});
