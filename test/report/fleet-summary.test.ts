import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { causeParts } from '../../src/report/answers/run/run-causes.js';
import { fleetParts } from '../../src/report/answers/run/run-fleet.js';
import { runMarkdown } from '../../src/report/answers/run/run-markdown.js';
import { costPeriod } from '../../src/report/figures/month-basis.js';
import { Replications } from '../../src/report/figures/replicated-summary.js';
import { type Summary, summarise } from '../../src/report/figures/summary.js';
import { RunFiles } from '../../src/report/files/run-files.js';
import { sectionsOf } from '../../src/report/forms/sections.js';
import { sectionMarkup } from '../../src/report/page/markup/section.js';
import { TENANTS_COLUMNS, tenantRows } from '../../src/report/tables/tenants-table.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { meanInterval } from '../../src/statistics/confidence-interval.js';
import { runScreen } from './run-screen.js';
import { textOfTable } from './table-text.js';

const scenario: Scenario = await parseScenario(
  JSON.stringify({
    name: 'customers',
    duration: '1d',
    plan: 'scale',
    seed: 5,
    computes: {
      template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 },
      count: 30,
      mix: { quiet: { share: 0.7, rate_factor: 0.05 }, busy: { share: 0.3, rate_factor: 2 } },
    },
    load: [{ name: 'app', compute: 'tenant', rate: '4/h', query: { cpu: '20ms' } }],
  }),
);
const summary: Summary = summarise(scenario, simulate(scenario));
const { by_tenant, classes, ranking, concentration, tenant_cost_usd_per_month: cost } = summary.fleet!;

describe('the files of a fleet', () => {
  it('are those of any run plus tenants.csv, with one timeline row per interval', () => {
    const directory = mkdtempSync(join(tmpdir(), 'neap-fleet-'));
    try {
      const files = new RunFiles(directory, scenario);
      files.commit(summarise(scenario, simulate(scenario, { observer: files })));
      expect(readdirSync(directory).sort()).toEqual([
        ...[
          'computes.csv',
          'data-dictionary.csv',
          'decisions.csv',
          'disruptions.csv',
          'errors.csv',
          'loads.csv',
          'runs.csv',
        ],
        ...['summary.json', 'tenants.csv', 'timeline.csv', 'unavailability.csv'],
      ]);
      const rows = readFileSync(join(directory, 'timeline.csv'), 'utf8').trimEnd().split('\r\n');
      expect(rows).toHaveLength(1 + scenario.duration_seconds / scenario.timeline_interval_seconds);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});

describe('the figures of a fleet', () => {
  it('attribute the whole cost to the class if there is only one', async () => {
    const alike = await parseScenario(
      JSON.stringify({
        name: 'alike',
        duration: '1h',
        plan: 'scale',
        computes: {
          template: {
            autoscaling_limit_min_cu: 0.25,
            autoscaling_limit_max_cu: 0.25,
            suspend_timeout_seconds: -1,
            initial_state: 'active',
          },
          count: 13,
          mix: { plain: { share: 1, rate_factor: 1 } },
        },
        load: [{ name: 'app', compute: 'tenant', rate: '4/h', query: { cpu: '20ms' } }],
      }),
    );
    expect(summarise(alike, simulate(alike)).fleet!.classes).toMatchObject([{ cost_share: 1 }]);
  });

  it('add up over tenants and over classes', () => {
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
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

  it('are in tenants.csv, the most expensive first', () => {
    const tenants = tenantRows(summary.fleet!, summary.computes);
    const [header, ...rows] = textOfTable({ columns: TENANTS_COLUMNS, rows: tenants })
      .trimEnd()
      .split('\r\n');
    expect(header).toMatch(/^compute,class,rate_factor,working_set_factor,utc_offset_hours,cost_usd,/);
    expect(rows).toHaveLength(30);
    expect(rows[0]).toContain(ranking.cost_usd_per_month[0]!.compute);
  });

  it('are means per tenant over replications', () => {
    const replications = new Replications(scenario, 0.95);
    for (const replication of [0, 1, 2]) replications.add(simulate(scenario, { replication }));
    const mean = replications.summary({ replications: 3, precision: undefined });
    const costs = replications.summaries.map(({ fleet }) => fleet!.by_tenant[4]!.cost_usd_per_month);
    expect(mean.fleet!.by_tenant[4]!.cost_usd_per_month).toBeCloseTo(
      costs.reduce((sum, value) => sum + value, 0) / 3,
      12,
    );
    expect(mean.fleet!.by_tenant.map(({ compute }) => compute)).toEqual(
      by_tenant.map(({ compute }) => compute),
    );
    const savings = replications.summaries.map(({ fleet }) => fleet!.saving.saving_usd_per_month);
    expect(mean.fleet!.saving.saving_usd_per_month).toBeCloseTo(
      savings.reduce((sum, value) => sum + value, 0) / 3,
      9,
    );
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
    const short = await parseScenario(
      JSON.stringify({
        name: 'short',
        duration: '6h',
        plan: 'scale',
        seed: 5,
        computes: {
          template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 },
          count: 12,
        },
        load: [
          { name: 'app', compute: 'tenant', rate: '20/h', query: { cpu: '20ms' } },
          {
            name: 'jobs',
            compute: 'tenant',
            process: { cron: { schedule: '0 * * * *' } },
            query: { cpu: '1s' },
          },
        ],
      }),
    );
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
