import { describe, expect, test } from 'vitest';
import { HAVE_TRACES, runTrace } from './real-trace.js';

describe.skipIf(!HAVE_TRACES)('real traces through scenario files', () => {
  test('two days of the World Cup: every request is accounted for', async () => {
    const { scenario, compute } = await runTrace('worldcup-two-days', 2_827_578);
    expect(scenario.duration_seconds).toBe(2 * 86_400);
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
