import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { loadDifferences } from '../../../src/study/compare/same-load.js';
import { settingsOverrides } from '../../../src/study/compare/setting-dimension.js';
import type { ScenarioSource } from '../../../src/study/runs/scenario-source.js';

const text = JSON.stringify({
  duration: '1h',
  plan: 'scale',
  computes: { template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }, count: 20 },
  load: [{ name: 'app', compute: 'tenant', rate: '4/h', query: { cpu: '20ms' } }],
});
const fleet = await parseScenario(text);
const source: ScenarioSource = { text, file: 'fleet.yaml', directory: '/', set: [], seed: undefined };

describe('the settings of a fleet', () => {
  it('are those of its template', async () => {
    const changed = await parseScenario(text, { set: ['timeout=never'] });
    expect(new Set(changed.computes.map((each) => each.suspend_timeout_seconds))).toEqual(new Set([-1]));
    expect(loadDifferences(fleet, changed)).toEqual([]);
  });

  it('are found by a plan, whose pooling is that of the load as written', async () => {
    const set = settingsOverrides({ max: '2', pooling: 'pooler' }, fleet, source, undefined);
    expect(set).toEqual(['max=2', 'load.app.connection.via=pooler']);
    const changed = await parseScenario(text, { set });
    expect(changed.load.every(({ connection }) => connection.via === 'pooler')).toBe(true);
  });

  it('do not change the load; another number of tenants does, which is reported briefly', async () => {
    const larger = await parseScenario(text, { set: ['computes.count=30'] });
    expect(loadDifferences(fleet, larger)).toEqual([
      'only one of them has the load app@tenant-0021, app@tenant-0022, app@tenant-0023, app@tenant-0024, app@tenant-0025 and 5 more',
    ]);
  });
});
