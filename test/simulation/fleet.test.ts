import { describe, expect, it } from 'vitest';
import { summarise, summaryJson } from '../../src/report/figures/summary.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { meanInterval } from '../../src/statistics/confidence-interval.js';
import { recordRun } from '../../src/testing/index.js';

const TIMEOUT = 300;

/** A fleet of computes of fixed size without wake latency, whose queries take no time worth mentioning. */
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
 * Expected wakes and active seconds of a tenant that is suspended at first and then asked for something at rate λ: it
 * is active at t where something came within the last min(t, T) seconds.
 */
function expected(rate: number, horizon: number): { readonly wakes: number; readonly active: number } {
  const asleep = Math.exp(-rate * TIMEOUT);
  return {
    wakes: 1 - asleep + rate * (horizon - TIMEOUT) * asleep,
    active: TIMEOUT - (1 - asleep) / rate + (horizon - TIMEOUT) * (1 - asleep),
  };
}

describe('a fleet', () => {
  it('wakes as often, and is active for as long, as the sum of its renewal processes', async () => {
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

  it('has tenants to whom the same happens however many others there are', async () => {
    const few = simulate(await fleet({ count: 3 })).computes;
    const many = simulate(await fleet({ count: 30 })).computes;
    expect(many.slice(0, 3)).toEqual(few);
  });

  it('gives the same bytes each time', async () => {
    const scenario = await fleet({ count: 20 });
    const summary = () => summaryJson(summarise(scenario, simulate(scenario)));
    expect(summary()).toBe(summary());
  });

  it('has nothing of the everyday in its decisions, and one row an interval', async () => {
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

  it('saves with a shorter timeout what was estimated', async () => {
    const scenario = await fleet({ count: 40 });
    const { fleet: before, total: atFive } = summarise(scenario, simulate(scenario));
    const shorter = await fleet({
      count: 40,
      template: {
        autoscaling_limit_min_cu: 0.25,
        autoscaling_limit_max_cu: 0.25,
        suspend_timeout_seconds: 60,
      },
    });
    const { fleet: after, total: atOne } = summarise(shorter, simulate(shorter));
    const { saving_usd_per_month, saving_wakes_per_month, suspend_timeout_seconds } = before!.saving;
    expect(suspend_timeout_seconds).toBe(60);
    const saved = atFive.cost_usd_per_month - atOne.cost_usd_per_month;
    // Idle periods that the run's end cuts off are not estimated.
    expect(Math.abs(saving_usd_per_month / saved - 1)).toBeLessThan(0.01);
    const wakes = ((atOne.wakes - atFive.wakes) * 730) / 48;
    expect(Math.abs(saving_wakes_per_month / wakes - 1)).toBeLessThan(0.01);
    expect(after!.saving.saving_usd_per_month).toBe(0);
  });

  it('bills its tenants to the last cent, and never those of whom nothing came', async () => {
    const mix = { never: { share: 0.5, rate_factor: 0 }, often: { share: 0.5, rate_factor: 1 } };
    const scenario = await fleet({ count: 40, mix });
    const { fleet: figures, computes, total } = summarise(scenario, simulate(scenario));
    expect(computes.reduce((sum, { cost_usd }) => sum + cost_usd, 0)).toBe(total.cost_usd);
    const never = figures!.by_tenant.filter((tenant) => tenant.class === 'never');
    expect(figures!.never_used).toBe(never.length);
    expect(never.every((tenant) => tenant.cost_usd_per_month === 0 && tenant.queries === 0)).toBe(true);
  });
});
