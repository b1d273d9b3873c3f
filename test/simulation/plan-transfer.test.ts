import { expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';

const HOUR = 3600;

function scenarioOf(plan: string, duration = '40d') {
  return parseScenario(
    JSON.stringify({
      name: 'dump',
      start: '2026-09-01',
      duration,
      plan,
      computes: [{ name: 'primary', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }],
      load: [
        { name: 'dump', compute: 'primary', process: { regular: { every: '1h' } }, query: { cpu: '1ms' } },
      ],
      data: { logical_size_bytes: '62MB', egress_per_query: '10MB' },
    }),
  );
}

test('the computes of a free project are suspended after 5 GB, until the month ends', async () => {
  const { exhaustions, quota_exhausted_seconds, computes } = simulate(await scenarioOf('free'));
  // 500 dumps of 10 MB; usage is checked every 15 minutes.
  const at_seconds = 499 * HOUR + 900 + HOUR / 2;
  expect(exhaustions).toHaveLength(1);
  expect(exhaustions![0]!.cause).toBe('plan_transfer');
  expect(Math.abs(exhaustions![0]!.at_seconds - at_seconds)).toBeLessThanOrEqual(HOUR);
  expect(exhaustions![0]!.until_seconds).toBe(720 * HOUR);
  expect(quota_exhausted_seconds).toBe(exhaustions![0]!.until_seconds - exhaustions![0]!.at_seconds);
  expect(computes[0]!.failed_by_error).toEqual({ XX000: 220 });
  expect(computes[0]!.completed).toBe(500 + 240);
});

test('a plan that bills for excess transfer suspends nothing', async () => {
  const { exhaustions, computes } = simulate(await scenarioOf('launch'));
  expect(exhaustions).toBeUndefined();
  expect(computes[0]!.failed).toBe(0);
});

test('the transfer limit is the same at hybrid fidelity', async () => {
  const scenario = await scenarioOf('free', '30d');
  expect(simulate(scenario, { fidelity: 'hybrid' }).exhaustions).toEqual(simulate(scenario).exhaustions);
});
