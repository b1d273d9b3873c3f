import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { withoutEachStudy } from '../../../src/study/causes/without-each.js';
import { answer } from '../../../src/study/engine/engine.js';
import { alignedCauses, withAlternatives } from '../../../src/study/run/cause-summary.js';
import { summarise } from '../../../src/study/run/summary.js';
import { runVariant } from '../../../src/study/runs/variant.js';
import { compiled } from '../../scenario/example.js';
import { computeOf } from '../quick-scenario.js';

const load = (name: string, over: object) => ({ name, compute: 'primary', query: { cpu: '20ms' }, ...over });
const WEB = load('web', { process: 'poisson', rate: '3/h' });
const POLL = load('poll', { process: { regular: { every: '4m' } } });
const CRON = load('cron', { process: { cron: { schedule: '*/15 * * * *', jitter: '20s' } } });
const LISTENERS = { name: 'listeners', compute: 'primary', connection: { kind: 'listen', clients: 1 } };
const TENANTS = {
  name: 'tenant',
  count: 40,
  template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 },
};

const scenarioOf = (loads: readonly object[], over: object = {}) =>
  compiled({ plan: 'launch', computes: [computeOf(0.25, 2)], load: loads, ...over });

async function withoutEach(scenario: Scenario, replications = 1) {
  return answer(withoutEachStudy(scenario, { replications, confidence: 0.95 }));
}

async function rowsOf(scenario: Scenario, fidelity: 'exact' | 'hybrid' = 'exact') {
  const { observations, cost } = await runVariant({ name: 'now', scenario }, { fidelity });
  return { rows: summarise(scenario, observations).loads!, observations, cost };
}

describe('the figures without a load', () => {
  it('equal those of a run of the scenario without it, to the last bit', async () => {
    const loads = [WEB, POLL, CRON, LISTENERS];
    const scenario = await scenarioOf(loads);
    const now = await runVariant({ name: 'now', scenario });
    const found = await withoutEach(scenario);
    expect(found.map(({ name }) => name)).toEqual(['web', 'poll', 'cron', 'listeners']);
    for (const { name, without } of found) {
      const others = await scenarioOf(loads.filter((each) => each.name !== name));
      const { cost, observations } = await runVariant({ name: 'other', scenario: others });
      const [compute] = observations.computes;
      expect(without).toEqual({
        cost_usd: cost.cost_usd,
        cost_usd_per_month: cost.cost_usd_per_month,
        cu_hours: compute!.cu_seconds / 3600,
        active_seconds: compute!.active_seconds,
        wakes: compute!.wakes,
        saving_usd_per_month: now.cost.cost_usd_per_month - cost.cost_usd_per_month,
      });
    }
  });

  it('can be computed for the last load', async () => {
    const found = await withoutEach(await scenarioOf([LISTENERS]));
    expect(found).toMatchObject([{ name: 'listeners', without: { active_seconds: 0 } }]);
  });

  it('are means over replications, with an interval of paired differences', async () => {
    const [ofWeb, ofPoll] = await withoutEach(await scenarioOf([WEB, POLL]), 3);
    const { saving_ci, saving_usd_per_month, wakes } = ofPoll!.without;
    expect(saving_ci).toMatchObject({ n: 3, mean: saving_usd_per_month });
    expect(saving_ci!.half_width).toBeGreaterThan(0);
    let all = 0;
    for (const replication of [0, 1, 2]) {
      const alone = { name: 'alone', scenario: await scenarioOf([WEB]) };
      all += (await runVariant(alone, { replication })).observations.computes[0]!.wakes;
    }
    expect(wakes).toBe(all / 3);
    expect(ofWeb!.without.saving_usd_per_month).toBeLessThan(saving_usd_per_month);
  });

  it('of a fleet are without the load of all tenants', async () => {
    const loads = [WEB, { ...WEB, name: 'poll', rate: '1/h' }].map((each) => ({
      ...each,
      compute: 'tenant',
    }));
    const computes = { ...TENANTS, count: 3 };
    const [ofWeb, ofPoll] = await withoutEach(await scenarioOf(loads, { computes, duration: '6h' }));
    expect(ofWeb!.without.wakes).toBeLessThan(ofPoll!.without.wakes);
  });

  it('differ from shares: two polls have half the bill each, but removing only one saves nothing', async () => {
    const other = load('other', { process: { regular: { every: '4m', offset: '2m' } } });
    const scenario = await scenarioOf([POLL, other], { duration: '2d' });
    const { rows, cost } = await rowsOf(scenario);
    const summary = withAlternatives({ loads: rows }, await withoutEach(scenario));
    for (const { cost_usd, without } of summary.loads.filter(({ kind }) => kind === 'load')) {
      expect(cost_usd / cost.cost_usd).toBeCloseTo(0.5, 1);
      expect(Math.abs(without!.saving_usd_per_month)).toBeLessThan(0.02 * cost.cost_usd_per_month);
    }
  });
});

describe('figures by load', () => {
  it('add up to the totals to the last bit, with one row per load of the file for a fleet', async () => {
    const polls = load('poll', { compute: 'tenant', process: { regular: { every: '1h' } } });
    const loads = [{ ...WEB, compute: 'tenant' }, polls];
    const scenario = await scenarioOf(loads, { computes: TENANTS, duration: '6h' });
    const { rows, observations, cost } = await rowsOf(scenario);
    expect(rows.filter(({ kind }) => kind === 'load').map(({ name }) => name)).toEqual(['web', 'poll']);
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0);
    const total = (of: (one: (typeof observations.computes)[number]) => number) =>
      observations.computes.reduce((all, one) => all + of(one), 0);
    expect(sum((row) => row.cost_usd)).toBe(cost.cost_usd);
    expect(sum((row) => row.cost_usd_per_month)).toBe(cost.cost_usd_per_month);
    expect(sum((row) => row.active_seconds)).toBe(total(({ active_seconds }) => active_seconds));
    expect(sum((row) => row.wakes)).toBe(total(({ wakes }) => wakes));
    expect(sum((row) => row.queries.arrived)).toBe(total(({ arrived }) => arrived));
  });

  it('attribute no time of several loads at hybrid fidelity, but do for a single load', async () => {
    const busy = (name: string) => load(name, { process: 'poisson', rate: '20/s', query: { cpu: '5ms' } });
    const active = async (loads: readonly object[]) => {
      const { rows } = await rowsOf(await scenarioOf(loads, { duration: '2h' }), 'hybrid');
      return Object.fromEntries(rows.map(({ name, active_seconds }) => [name, active_seconds]));
    };
    const both = await active([busy('a'), busy('b')]);
    expect(both).toMatchObject({ a: 0, b: 0 });
    expect(both['not_attributed']).toBeGreaterThan(7000);
    expect((await active([busy('a')]))['a']).toBeGreaterThan(7000);
  });

  it('have the same rows for replications with different causes', async () => {
    const { rows } = await rowsOf(await scenarioOf([WEB]));
    const vacuum = { ...rows[0]!, name: 'autovacuum', kind: 'platform' } as const;
    const [all, fewer] = alignedCauses([[...rows, vacuum], rows]);
    expect(fewer!.map(({ name }) => name)).toEqual(all!.map(({ name }) => name));
    expect(fewer!.at(-1)).toMatchObject({ name: 'autovacuum', wakes: 0, queries: { arrived: 0 } });
  });
});
