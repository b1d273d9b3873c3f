import { describe, expect, test } from 'vitest';
import { scenarioFindings } from '../../src/findings/catalogue.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';

type Part = Readonly<Record<string, unknown>>;

const primary = { name: 'primary', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 };

async function found(more: Part): Promise<readonly string[]> {
  const document = {
    name: 'limits',
    start: '2026-09-01',
    duration: '30d',
    computes: [primary],
    load: [{ name: 'web', compute: 'primary', process: { regular: { every: '1h' } }, query: { cpu: '1ms' } }],
    ...more,
  };
  const findings = scenarioFindings(await parseScenario(JSON.stringify(document)), 'platform');
  return findings.map(({ id, message }) => `${id}: ${message}`);
}

describe('findings on limits of the platform', () => {
  test('a range that the platform refuses is found, unless the scenario says rules: seed', async () => {
    const computes = [{ ...primary, autoscaling_limit_max_cu: 16 }];
    expect(await found({ computes })).toEqual([
      'platform_refuses: the platform refuses the settings of primary: the limits are 15.75 CU apart; at most 8 are allowed, so a minimum of 0.25 CU goes with a maximum of 8 CU or less',
    ]);
    expect(await found({ computes, model: { rules: 'seed' } })).toEqual([]);
  });

  test('a load that exceeds the data transfer of a free project is found without a run', async () => {
    const data = { logical_size_bytes: '62MB', egress_per_query: '10MB' };
    expect(await found({ plan: 'free', data })).toEqual([
      'quota_runs_out: at this rate the 5 GB of transfer a month of plan free are used up after about 20.8 days',
    ]);
    expect(await found({ plan: 'free', data: { ...data, egress_per_query: '6MB' } })).toEqual([]);
  });

  test('data that outgrows a free project makes writes fail from a certain day', async () => {
    const data = { logical_size_bytes: '400MB', growth: '10MB/d' };
    expect(await found({ plan: 'free', data })).toEqual([
      'plan_outgrown: writes fail from 2026-09-11 00:00 UTC: the 500 MB of storage of the free plan are used up',
    ]);
  });

  test('previews whose computes would exceed the limit of active computes are found', async () => {
    const [one] = await found({ previews: { rate: '60/d', life: '12h', compute: { active: '12h' } } });
    expect(one).toMatch(
      /^plan_outgrown: about 30 computes of previews would be active at once, and at most 20 /,
    );
  });
});
