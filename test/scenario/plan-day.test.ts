import { expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';

const SCENARIO = (start: string, max: number): string => `
start: ${start}
duration: 1d
plan: launch
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: ${max} }]
load: [{ name: web, compute: primary, rate: 1/h, query: { cpu: 5ms } }]
model: { rules: seed }
`;

it('a scenario may use the sizes that its plan allows on the day on which it begins', async () => {
  await expect(parseScenario(SCENARIO('2025-06-01T00:00:00Z', 8))).rejects.toThrow(
    'autoscaling up to 4 CU, not 8; plan: scale allows it',
  );
  await expect(parseScenario(SCENARIO('2025-06-01T00:00:00Z', 4))).resolves.toHaveProperty(
    'plan.name',
    'launch',
  );
  await expect(parseScenario(SCENARIO('2025-09-01T00:00:00Z', 8))).resolves.toHaveProperty(
    'plan.name',
    'launch',
  );
});
