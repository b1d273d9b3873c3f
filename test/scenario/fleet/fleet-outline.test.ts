import { expect, it } from 'vitest';
import { parseOutline, parseScenario } from '../../../src/scenario/load-scenario.js';

const fleet = (more: object = {}) =>
  JSON.stringify({
    duration: '1h',
    computes: {
      name: 'tenant',
      count: 40,
      template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 },
      mix: {
        quiet: { share: 0.6, rate_factor: 0.1 },
        busy: { share: 0.4, rate_factor: 3, autoscaling_limit_max_cu: 2 },
      },
    },
    load: [
      { name: 'app', compute: 'tenant', rate: '1/h', query: { cpu: '20ms' } },
      { name: 'job', compute: 'tenant', rate: '2/h', query: { cpu: '20ms' } },
    ],
    events: [{ at: '1min', update: 'tenant', set: { suspend_timeout_seconds: 120 } }],
    ...more,
  });

it('the outline of a fleet has all tenants, and the loads and events of the first of each class', async () => {
  const [whole, { scenario: outline, is_partial }] = [
    await parseScenario(fleet()),
    await parseOutline(fleet(), {}, 39),
  ];
  expect(is_partial).toBe(true);
  const { tenants } = whole.fleet!;
  const first = ['quiet', 'busy']
    .map((name) => tenants.find((tenant) => tenant.class === name)!.compute)
    .sort((a, b) => a.localeCompare(b));
  const of = first.flatMap((compute) => [`app@${compute}`, `job@${compute}`]);
  expect(outline.load.map(({ name }) => name)).toEqual(of);
  const { load, events, ...rest } = outline;
  expect(rest).toEqual({ ...whole, load: undefined, events: undefined });
  expect(load).toEqual(whole.load.filter(({ name }) => of.includes(name)));
  expect(events.map((event) => 'compute' in event && event.compute)).toEqual(first);
});

it('where a load names a tenant, the outline has everything', async () => {
  const own = { name: 'own', compute: 'tenant-0003', rate: '1/h', query: { cpu: '20ms' } };
  const text = fleet({ load: [own], events: [] });
  expect(await parseOutline(text, {}, 39)).toEqual({
    scenario: await parseScenario(text),
    is_partial: false,
  });
});

it('the outline of a small fleet has everything', async () => {
  expect(await parseOutline(fleet(), {}, 40)).toEqual({
    scenario: await parseScenario(fleet()),
    is_partial: false,
  });
});
