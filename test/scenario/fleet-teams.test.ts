import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { summarise } from '../../src/study/run/summary.js';

const text = (teams: string) => `
name: teams
duration: 1h
plan: scale
computes:
  template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }
  count: 60
  mix: { hobby: 100% }
${teams}load:
  - { name: app, compute: tenant, rate: 20/h, query: { cpu: 20ms } }
`;
const TEAMS = '  teams: { shop: 50%, search: 30%, labs: 20% }\n';

describe('teams of a fleet', () => {
  it('teams of a fleet share its tenants and change nothing else about them', async () => {
    const [named, plain] = await Promise.all([parseScenario(text(TEAMS)), parseScenario(text(''))]);
    const tenants = named.fleet!.tenants;
    expect(tenants.map(({ team: _, ...tenant }) => tenant)).toEqual(plain.fleet!.tenants);
    expect(new Set(tenants.map(({ team }) => team))).toEqual(new Set(['shop', 'search', 'labs']));
    expect(plain.fleet!.tenants.every((tenant) => !('team' in tenant))).toBe(true);
  });

  it('teams pay for their tenants, and together for the whole fleet', async () => {
    const scenario = await parseScenario(text(TEAMS));
    const { fleet, total } = summarise(scenario, simulate(scenario));
    const { teams = [], by_tenant } = fleet!;
    for (const { name, tenants, cost_usd_per_month } of teams) {
      const own = by_tenant.filter(({ team }) => team === name);
      expect(tenants).toBe(own.length);
      expect(cost_usd_per_month).toBeCloseTo(
        own.reduce((sum, each) => sum + each.cost_usd_per_month, 0),
        9,
      );
    }
    const sum = teams.reduce((all, each) => all + each.cost_usd_per_month, 0);
    expect(sum).toBeCloseTo(total.cost_usd_per_month, 6);
  });
});
