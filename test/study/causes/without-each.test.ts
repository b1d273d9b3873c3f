import { expect, it } from 'vitest';
import { withoutEachStudy } from '../../../src/study/causes/without-each.js';
import { answer } from '../../../src/study/engine/engine.js';
import { runVariant } from '../../../src/study/runs/variant.js';
import { compiled } from '../../scenario/example.js';

const withoutEach = (...asked: Parameters<typeof withoutEachStudy>) => answer(withoutEachStudy(...asked));

const load = (name: string, over: object) => ({ name, compute: 'primary', query: { cpu: '20ms' }, ...over });
const web = load('web', { process: 'regular', rate: '2/h' });
const poll = load('poll', { process: { regular: { every: '4m' } } });
const listeners = { name: 'listeners', compute: 'primary', connection: { kind: 'listen', clients: 1 } };
const scenarioOf = (...loads: readonly object[]) => compiled({ duration: '1h', plan: 'launch', load: loads });

it('a scenario is run again without each load', async () => {
  const scenario = await scenarioOf(web, poll, listeners);
  const found = await withoutEach(scenario, { replications: 1, confidence: 0.95 });
  expect(found.map(({ name }) => name)).toEqual(['web', 'poll', 'listeners']);
  const of = async (...loads: readonly object[]) =>
    runVariant({ name: 'other', scenario: await scenarioOf(...loads) });
  const now = await runVariant({ name: 'now', scenario });
  const bare = await of(web, poll);
  const [, , ofListeners] = found;
  const [compute] = bare.observations.computes;
  expect(ofListeners!.without).toEqual({
    cost_usd: bare.cost.cost_usd,
    cost_usd_per_month: bare.cost.cost_usd_per_month,
    cu_hours: compute!.cu_seconds / 3600,
    active_seconds: compute!.active_seconds,
    wakes: compute!.wakes,
    saving_usd_per_month: now.cost.cost_usd_per_month - bare.cost.cost_usd_per_month,
  });
});

it('savings are means over replications, with an interval', async () => {
  const random = load('web', { process: 'poisson', rate: '8/h' });
  const [ofWeb, ofPoll] = await withoutEach(await scenarioOf(random, poll), {
    replications: 3,
    confidence: 0.95,
  });
  const { saving_ci, saving_usd_per_month, wakes } = ofPoll!.without;
  expect(saving_ci).toMatchObject({ n: 3, mean: saving_usd_per_month });
  expect(saving_ci!.half_width).toBeGreaterThan(0);
  const scenario = await scenarioOf(random);
  const runs = await Promise.all(
    [0, 1, 2].map((replication) => runVariant({ name: 'alone', scenario }, { replication })),
  );
  const all = runs.reduce((sum, { observations }) => sum + observations.computes[0]!.wakes, 0);
  expect(wakes).toBe(all / 3);
  expect(ofWeb!.without.saving_usd_per_month).toBeLessThan(saving_usd_per_month);
});

it('a load of a fleet is removed for all its tenants', async () => {
  const fleet = await compiled({
    duration: '1h',
    computes: {
      name: 'tenant',
      count: 3,
      template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 },
    },
    load: [load('web', { compute: 'tenant', rate: '4/h' }), load('poll', { compute: 'tenant', rate: '1/h' })],
  });
  const found = await withoutEach(fleet, { replications: 1, confidence: 0.95, fidelity: 'exact' });
  expect(found.map(({ name }) => name)).toEqual(['web', 'poll']);
  const [ofWeb, ofPoll] = found.map(({ without }) => without.wakes);
  expect(ofWeb).toBeLessThan(ofPoll!);
});
