import { describe, expect, it } from 'vitest';
import { scenarioJsonSchema } from '../../../src/scenario/load-scenario.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { compiled, exampleLoad } from '../example.js';

const template = { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 };

/** A scenario with a fleet; `over` replaces keys of the fleet, `load` of its load. */
const withFleet = (over: Record<string, unknown> = {}, load: Record<string, unknown> = {}) => ({
  computes: { template, count: 3, ...over },
  load: [exampleLoad({ compute: 'tenant', rate: '4/h', ...load })],
});

const fleetOf = async (over: Record<string, unknown> = {}, load: Record<string, unknown> = {}) =>
  compiled(withFleet(over, load));

const tenantsOf = ({ fleet }: Scenario) => fleet!.tenants;

describe('a fleet', () => {
  it('a fleet without a mix has the known classes, which is an assumption', async () => {
    const scenario = await fleetOf({ count: 400 });
    const classes = tenantsOf(scenario).map((tenant) => tenant.class);
    expect(new Set(classes)).toEqual(new Set(['idle', 'hobby', 'business']));
    expect(scenario.assumptions.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'computes.mix',
        'computes.time_zones',
        'computes.mix.idle.rate_factor',
        'computes.mix.business.working_set_factor',
      ]),
    );
  });

  it('computes of a fleet have the settings of their classes', async () => {
    const { computes } = await fleetOf({
      count: 40,
      mix: {
        small: { share: '50%', rate_factor: 1, autoscaling_limit_max_cu: 0.25 },
        large: { share: '50%', rate_factor: 1, suspend_timeout_seconds: -1 },
      },
    });
    const settings = computes.map((one) => `${one.autoscaling_limit_max_cu} ${one.suspend_timeout_seconds}`);
    expect(new Set(settings)).toEqual(new Set(['0.25 0', '2 -1']));
  });

  it('a tenant is the same whatever the size of its fleet and the rest of the scenario', async () => {
    const few = await fleetOf({ count: 5 });
    const many = await compiled({ ...withFleet({ count: 50 }), duration: '3d', seed: 1 });
    expect(tenantsOf(many).slice(0, 5)).toEqual(tenantsOf(few));
    expect(many.load.slice(0, 5)).toEqual(few.load);
    const other = await compiled({ ...withFleet({ count: 5 }), seed: 2 });
    expect(tenantsOf(other)).not.toEqual(tenantsOf(few));
  });

  it('tenants of a fleet live in their own time zones', async () => {
    const rate = { base: '1/s', daily: 0.5 };
    const scenario = await fleetOf({ count: 60, time_zones: { '-5': '50%', 1: '50%' } }, { rate });
    const starts = scenario.load.map(({ process }) =>
      process.kind === 'poisson' && process.rate.kind === 'seasonal' ? process.rate.start_epoch_seconds : 0,
    );
    const ahead = new Set(starts.map((start) => (start - scenario.start_epoch_seconds) / 3600));
    expect(ahead).toEqual(new Set([-5, 1]));
  });

  it('a fleet rounds working sets to half octaves, so that tenants share lookup tables', async () => {
    const load = await fleetOf({ count: 300 }, { query: { cpu: '1ms', pages: 5, working_set: '64MiB' } });
    const sizes = new Set(load.load.map(({ query }) => query.working_set_bytes));
    expect(sizes.size).toBeGreaterThan(5);
    expect(sizes.size).toBeLessThan(40);
    for (const size of sizes) {
      const halfOctaves = 2 * Math.log2(size / 67_108_864);
      expect(halfOctaves).toBeCloseTo(Math.round(halfOctaves), 9);
    }
  });
});

it('the JSON Schema knows fleets', () => {
  const text = JSON.stringify(scenarioJsonSchema());
  for (const key of ['template', 'time_zones', 'working_set_factor', 'rate_factor'])
    expect(text).toContain(key);
});
