import { expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { meanInterval } from '../../src/statistics/confidence-interval.js';
import { summarise, summaryJson } from '../../src/study/run/summary.js';
import { recordRun } from '../../src/testing/index.js';

const TIMEOUT = 300;

/** A fleet of fixed-size computes without wake latency, whose queries take almost no time. */
function fleet(over: Record<string, unknown> = {}, rest: Record<string, unknown> = {}): Promise<Scenario> {
  const template = {
    autoscaling_limit_min_cu: 0.25,
    autoscaling_limit_max_cu: 0.25,
    suspend_timeout_seconds: TIMEOUT,
  };
  const spread = { rate_factor: { lognormal: { mean: 1, cv: 2 } } };
  return parseScenario(
    JSON.stringify({
      duration: '2d',
      plan: 'scale',
      seed: 3,
      computes: { template, count: 100, mix: { all: { share: 1, ...spread } }, ...over },
      load: [{ name: 'app', compute: 'tenant', rate: '6/h', query: { cpu: '1us' } }],
      model: { wake_latency: '0s' },
      ...rest,
    }),
  );
}

/**
 * Expected wakes and active seconds of a tenant that is initially suspended and has queries at rate λ: it
 * is active at t if a query arrived within the last min(t, T) seconds.
 */
function expected(rate: number, horizon: number): { readonly wakes: number; readonly active: number } {
  const asleep = Math.exp(-rate * TIMEOUT);
  return {
    wakes: 1 - asleep + rate * (horizon - TIMEOUT) * asleep,
    active: TIMEOUT - (1 - asleep) / rate + (horizon - TIMEOUT) * (1 - asleep),
  };
}

it('a fleet wakes as often, and is active for as long, as the sum of its renewal processes', async () => {
  const scenario = await fleet({ count: 40 }, { timeline_interval: '12h' });
  const theory = scenario.fleet!.tenants.map(({ rate_factor }) =>
    expected((6 / 3600) * rate_factor, scenario.duration_seconds),
  );
  const runs = Array.from({ length: 16 }, (_, replication) => simulate(scenario, { replication }).computes);
  for (const [figure, of] of [
    ['wakes', 'wakes'],
    ['active', 'active_seconds'],
  ] as const) {
    const sums = runs.map((computes) => computes.reduce((sum, compute) => sum + compute[of], 0));
    const { mean, half_width } = meanInterval(sums, 0.99);
    const truth = theory.reduce((sum, each) => sum + each[figure], 0);
    expect(half_width / truth).toBeLessThan(0.02);
    expect(Math.abs(mean - truth)).toBeLessThan(half_width);
  }
});

it('tenants of a fleet behave the same regardless of the number of other tenants', async () => {
  const few = simulate(await fleet({ count: 3 })).computes;
  const many = simulate(await fleet({ count: 30 })).computes;
  expect(many.slice(0, 3)).toEqual(few);
});

it('a fleet run is reproducible to the byte', async () => {
  const scenario = await fleet({ count: 20 });
  const summary = () => summaryJson(summarise(scenario, simulate(scenario)));
  expect(summary()).toBe(summary());
});

it('a fleet logs no routine decisions, and one row per interval', async () => {
  const rest = { events: [{ at: '1d', update: 'tenant', set: { suspend_timeout_seconds: 60 } }] };
  const { decisions, timeline } = recordRun(await fleet({ count: 4 }, rest));
  expect(decisions.map(({ compute, decision }) => `${compute} ${decision}`)).toEqual([
    'tenant-0001 update',
    'tenant-0002 update',
    'tenant-0003 update',
    'tenant-0004 update',
  ]);
  expect(timeline.filter(({ start_seconds }) => start_seconds === 0)).toHaveLength(1);
  const each = recordRun(await fleet({ count: 4, rows: 'tenants' }, rest));
  expect(each.decisions.some(({ decision }) => decision === 'wake')).toBe(true);
  expect(each.timeline).toHaveLength(4 * timeline.length);
});

it('a fleet with other timeouts costs what was estimated, and wakes as often', async () => {
  const withTimeout = async (suspend_timeout_seconds: number) => {
    const template = {
      autoscaling_limit_min_cu: 0.25,
      autoscaling_limit_max_cu: 0.25,
      suspend_timeout_seconds,
    };
    const scenario = await fleet({ count: 40, template });
    return summarise(scenario, simulate(scenario));
  };
  const { fleet: before, total: present } = await withTimeout(TIMEOUT);
  for (const timeout of [60, 120, 600, 3600, 21_600]) {
    const { total } = await withTimeout(timeout);
    const estimate = before!.saving.by_timeout.find((one) => one.suspend_timeout_seconds === timeout)!;
    const saved = present.cost_usd_per_month - total.cost_usd_per_month;
    expect(Math.abs(estimate.saving_usd_per_month / saved - 1)).toBeLessThan(0.001);
    const wakes = ((total.wakes - present.wakes) * 730) / 48;
    expect(Math.abs(estimate.saving_wakes_per_month / wakes - 1)).toBeLessThan(0.002);
  }
});

it('a fleet saves nothing at the shortest timeout, and has a best timeout for each tenant', async () => {
  const scenario = await fleet({
    count: 40,
    template: {
      autoscaling_limit_min_cu: 0.25,
      autoscaling_limit_max_cu: 0.25,
      suspend_timeout_seconds: 60,
    },
  });
  const { saving, by_tenant } = summarise(scenario, simulate(scenario)).fleet!;
  expect(saving).toMatchObject({ suspend_timeout_seconds: 60, saving_usd_per_month: 0 });
  expect(saving.by_timeout[0]).toEqual({
    suspend_timeout_seconds: 60,
    saving_usd_per_month: 0,
    saving_wakes_per_month: 0,
  });
  expect(saving.each_same_wakes.saving_wakes_per_month).toBeLessThanOrEqual(0);
  for (const tenant of by_tenant) {
    // With Poisson arrivals, waiting on is worth the same at any moment: suspend at once, or almost never.
    const gap_seconds = 600 / tenant.rate_factor;
    if (gap_seconds > 120) expect(tenant.best_suspend_timeout_seconds).toBeLessThan(120);
  }
});

it('a fleet bills its tenants to the last cent, and none without activity', async () => {
  const mix = { never: { share: 0.5, rate_factor: 0 }, often: { share: 0.5, rate_factor: 1 } };
  const scenario = await fleet({ count: 40, mix });
  const { fleet: figures, computes, total } = summarise(scenario, simulate(scenario));
  expect(computes.reduce((sum, { cost_usd }) => sum + cost_usd, 0)).toBe(total.cost_usd);
  const never = figures!.by_tenant.filter((tenant) => tenant.class === 'never');
  expect(figures!.never_used).toBe(never.length);
  expect(never.every((tenant) => tenant.cost_usd_per_month === 0 && tenant.queries === 0)).toBe(true);
});
