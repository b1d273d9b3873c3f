import { describe, expect, it } from 'vitest';
import { causeParts } from '../../../src/report/answers/run/run-causes.js';
import { fleetParts } from '../../../src/report/answers/run/run-fleet.js';
import { runMarkdown } from '../../../src/report/answers/run/run-markdown.js';
import { costPeriod } from '../../../src/report/figures/month-basis.js';
import { sectionsOf } from '../../../src/report/forms/sections.js';
import { sectionMarkup } from '../../../src/report/page/markup/section.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { meanInterval } from '../../../src/statistics/confidence-interval.js';
import { Replications } from '../../../src/study/run/replicated-summary.js';
import { type Summary, summarise } from '../../../src/study/run/summary.js';
import { runScreen } from '../../report/run-screen.js';

const scenario = await parseScenario(`
name: customers
duration: 1d
plan: scale
seed: 5
computes:
  template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }
  count: 30
  mix: { quiet: { share: 0.7, rate_factor: 0.05 }, busy: { share: 0.3, rate_factor: 2 } }
load: [{ name: app, compute: tenant, rate: 4/h, query: { cpu: 20ms } }]
`);
const summary: Summary = summarise(scenario, simulate(scenario));
const { by_tenant, classes, ranking, concentration, tenant_cost_usd_per_month: cost } = summary.fleet!;

describe('the figures of a fleet', () => {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

  it('add up over tenants and over classes', () => {
    const { total } = summary;
    expect(sum(by_tenant.map((each) => each.cost_usd_per_month))).toBeCloseTo(total.cost_usd_per_month, 9);
    expect(sum(classes.map((each) => each.cost_usd_per_month))).toBeCloseTo(total.cost_usd_per_month, 9);
    expect(sum(classes.map((each) => each.cost_share))).toBeCloseTo(1, 12);
    expect(sum(classes.map((each) => each.tenants))).toBe(30);
    expect(sum(classes.map((each) => each.wakes))).toBe(total.wakes);
    expect(sum(classes.map((each) => each.queries))).toBe(total.queries.arrived);
    expect(cost.mean).toBeCloseTo(total.cost_usd_per_month / 30, 9);
  });

  it('rank the first ten by cost, by wakes and by what they could save', () => {
    for (const list of Object.values(ranking)) {
      const values = list.map(({ value }) => value);
      expect(values).toEqual(values.toSorted((a, b) => b - a));
      expect(values.length).toBeLessThanOrEqual(10);
    }
    expect(ranking.cost_usd_per_month[0]!.value).toBe(cost.max);
    expect(ranking.cost_usd_per_month[0]!.class).toBe('busy');
    expect(cost.p10).toBeLessThanOrEqual(cost.p50);
    expect(concentration.cost!.top_10_percent).toBeGreaterThan(0.1);
  });

  it('are means per tenant over replications', () => {
    const replications = new Replications(scenario, 0.95);
    for (const replication of [0, 1, 2]) replications.add(simulate(scenario, { replication }));
    const mean = replications.summary({ replications: 3, precision: undefined });
    const costs = replications.summaries.map(({ fleet }) => fleet!.by_tenant[4]!.cost_usd_per_month);
    expect(mean.fleet!.by_tenant[4]!.cost_usd_per_month).toBeCloseTo(sum(costs) / 3, 12);
    expect(mean.fleet!.by_tenant.map(({ compute }) => compute)).toEqual(
      by_tenant.map(({ compute }) => compute),
    );
    const savings = replications.summaries.map(({ fleet }) => fleet!.saving.saving_usd_per_month);
    expect(mean.fleet!.saving.saving_usd_per_month).toBeCloseTo(sum(savings) / 3, 9);
  });

  it('estimate the cost of other draws of its tenants from as many independent tenants as there are', () => {
    const { mean, half_width } = meanInterval(
      by_tenant.map((each) => each.cost_usd_per_month),
      0.95,
    );
    expect(summary.fleet!.cost_of_draws_usd_per_month).toEqual({
      mean: expect.closeTo(30 * mean, 9),
      half_width: expect.closeTo(30 * half_width, 9),
      confidence: 0.95,
    });
  });

  it('cover the simulated time if no month is projected, and add up to the cost of the run', async () => {
    const short = await parseScenario(`
name: short
duration: 6h
plan: scale
seed: 5
computes: { template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }, count: 12 }
load:
  - { name: app, compute: tenant, rate: 20/h, query: { cpu: 20ms } }
  - { name: jobs, compute: tenant, process: { cron: { schedule: 0 * * * * } }, query: { cpu: 1s } }
`);
    const shown = summarise(short, simulate(short));
    const texts = [
      runScreen(shown, 120),
      ...sectionsOf(fleetParts(shown)).map((section) => sectionMarkup(section).html),
      runMarkdown(shown),
    ];
    for (const text of texts) {
      const figures = text.replace(/at a rate of about \$\d+ a month/, '');
      expect(figures).not.toMatch(/\$[\d.]+ a month|[Cc]ost a month|wakes a month/);
    }
    expect(texts[0]).toContain('in these 6 h');
    expect(texts.slice(1).join()).toContain('no month is projected from 6 h');
    const period = costPeriod(shown);
    const all = shown.fleet!.by_tenant.reduce((sum, each) => sum + period.usd(each.cost_usd_per_month), 0);
    expect(all).toBeCloseTo(shown.total.cost_usd, 9);
    const headOf = (of: Summary) =>
      causeParts(of).flatMap((part) => (part.kind === 'table' ? part.columns.map(({ head }) => head) : []));
    expect(headOf(shown).at(-1)).toBe('Cost');
  });
});
