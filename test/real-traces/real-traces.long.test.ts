import { describe, expect, test } from 'vitest';
import { runTrace } from './real-trace.js';

describe('real traces at full length', () => {
  test('two weeks of the World Cup: every request is accounted for', async () => {
    const { scenario, compute } = await runTrace('worldcup-two-weeks', 22_809_946);
    expect(scenario.duration_seconds).toBe(14 * 86_400);
    expect(compute.failed).toBe(0);
  });
});
