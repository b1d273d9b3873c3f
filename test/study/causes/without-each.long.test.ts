import { describe, expect, test } from 'vitest';
import { alignedCauses, withAlternatives } from '../../../src/report/causes/cause-summary.js';
import { summarise } from '../../../src/report/figures/summary.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { withoutEachStudy } from '../../../src/study/causes/without-each.js';
import { answer } from '../../../src/study/engine/engine.js';
import { runVariant } from '../../../src/study/runs/variant.js';

const withoutEach = (...asked: Parameters<typeof withoutEachStudy>) => answer(withoutEachStudy(...asked));

const web = { name: 'web', process: 'poisson', rate: '3/h', query: { cpu: '20ms' } };
const poll = { name: 'poll', process: { regular: { every: '4m' } }, query: { cpu: '1ms' } };
const cron = {
  name: 'cron',
  process: { cron: { schedule: '*/15 * * * *', jitter: '20s' } },
  query: { cpu: '1s' },
};
const listeners = { name: 'listeners', connection: { kind: 'listen', clients: 1 } };

const scenarioOf = (load: readonly object[], further: object = {}) =>
  parseScenario(
    JSON.stringify({
      name: 'x',
      duration: '2d',
      plan: 'launch',
      computes: [{ name: 'primary', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 }],
      load: load.map((one) => ({ compute: 'primary', ...one })),
      ...further,
    }),
  );

const PLAN = { replications: 1, confidence: 0.95 };

describe('the figures without a load', () => {
  test('equal those of a run of the scenario without it, to the last bit', async () => {
    const scenario = await scenarioOf([web, poll, cron]);
    const found = await withoutEach(scenario, PLAN);
    expect(found.map(({ name }) => name)).toEqual(['web', 'poll', 'cron']);
    for (const { name, without } of found) {
      const others = [web, poll, cron].filter((load) => load.name !== name);
      const run = await runVariant({ name: 'other', scenario: await scenarioOf(others) });
      expect(without.cost_usd).toBe(run.cost.cost_usd);
      expect(without.wakes).toBe(run.observations.computes[0]!.wakes);
    }
  });

  test('shares and savings differ: two polls have half the bill each, but removing only one saves nothing', async () => {
    const other = { ...poll, name: 'other', process: { regular: { every: '4m', offset: '2m' } } };
    const scenario = await scenarioOf([poll, other]);
    const { observations, cost } = await runVariant({ name: 'now', scenario });
    const loads = summarise(scenario, observations).loads!;
    const summary = withAlternatives({ loads }, await withoutEach(scenario, PLAN));
    for (const { cost_usd, without } of summary.loads.filter(({ kind }) => kind === 'load')) {
      expect(cost_usd / cost.cost_usd).toBeCloseTo(0.5, 1);
      expect(Math.abs(without!.saving_usd_per_month)).toBeLessThan(0.02 * cost.cost_usd_per_month);
    }
  });

  test('can be computed for the last load', async () => {
    const [only] = await withoutEach(await scenarioOf([listeners]), PLAN);
    expect(only).toMatchObject({ name: 'listeners' });
    expect(only!.without.active_seconds).toBe(0);
  });

  test('have an interval of paired differences over replications', async () => {
    const [ofWeb] = await withoutEach(await scenarioOf([web, cron]), { ...PLAN, replications: 4 });
    const { saving_ci, saving_usd_per_month } = ofWeb!.without;
    expect(saving_ci).toMatchObject({ n: 4, mean: saving_usd_per_month });
  });
});

describe('figures by load in all reports', () => {
  test('add up to the totals to the last bit, with one row per load of the file for a fleet', async () => {
    const computes = {
      name: 'tenant',
      count: 40,
      template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 },
    };
    const scenario = await scenarioOf(
      [
        { ...web, compute: 'tenant' },
        { ...poll, compute: 'tenant', process: { regular: { every: '1h' } } },
      ],
      { computes, duration: '6h' },
    );
    const { observations, cost } = await runVariant({ name: 'fleet', scenario });
    const loads = summarise(scenario, observations).loads!;
    expect(loads.filter(({ kind }) => kind === 'load').map(({ name }) => name)).toEqual(['web', 'poll']);
    const sum = (of: (row: (typeof loads)[number]) => number) => loads.reduce((all, row) => all + of(row), 0);
    const total = (of: (one: (typeof observations.computes)[number]) => number) =>
      observations.computes.reduce((all, one) => all + of(one), 0);
    expect(sum(({ cost_usd }) => cost_usd)).toBe(cost.cost_usd);
    expect(sum(({ cost_usd_per_month }) => cost_usd_per_month)).toBe(cost.cost_usd_per_month);
    expect(sum(({ active_seconds }) => active_seconds)).toBe(total(({ active_seconds }) => active_seconds));
    expect(sum(({ wakes }) => wakes)).toBe(total(({ wakes }) => wakes));
    expect(sum(({ queries }) => queries.arrived)).toBe(total(({ arrived }) => arrived));
  });

  test('attribute no time of several loads at hybrid fidelity, but do for a single load', async () => {
    const busy = (name: string) => ({ name, process: 'poisson', rate: '20/s', query: { cpu: '5ms' } });
    const rowsOf = async (load: readonly object[]) => {
      const scenario = await scenarioOf(load, { duration: '2h' });
      const { observations } = await runVariant({ name: 'busy', scenario }, { fidelity: 'hybrid' });
      return summarise(scenario, observations).loads!;
    };
    const both = await rowsOf([busy('a'), busy('b')]);
    const unknown = both.find(({ name }) => name === 'not_attributed')!;
    expect(unknown.active_seconds).toBeGreaterThan(7000);
    expect(both.filter(({ kind }) => kind === 'load').map(({ active_seconds }) => active_seconds)).toEqual([
      0, 0,
    ]);
    const [alone] = await rowsOf([busy('a')]);
    expect(alone!.active_seconds).toBeGreaterThan(7000);
  });

  test('have the same rows for replications with different causes', async () => {
    const scenario = await scenarioOf([web]);
    const { observations } = await runVariant({ name: 'now', scenario });
    const rows = summarise(scenario, observations).loads!;
    const [all, fewer] = alignedCauses([
      [...rows, { ...rows[0]!, name: 'autovacuum', kind: 'platform' }],
      rows,
    ]);
    expect(fewer!.map(({ name }) => name)).toEqual(all!.map(({ name }) => name));
    expect(fewer!.at(-1)).toMatchObject({ name: 'autovacuum', wakes: 0, queries: { arrived: 0 } });
  });
});
