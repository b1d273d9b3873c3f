import { beforeAll, describe, expect, it } from 'vitest';
import { figureAt, HEADLINE_FIGURES } from '../../../src/report/figures/headline-figures.js';
import { Replications } from '../../../src/report/figures/replicated-summary.js';
import type { Summary } from '../../../src/report/figures/summary.js';
import { SparklineSeries } from '../../../src/report/text/sparkline-series.js';
import { DecisionRows } from '../../../src/report/workbook/run/recorded-sheets.js';
import { TimelineRows } from '../../../src/report/workbook/run/timeline-rows.js';
import { runWorkbook } from '../../../src/report/workbook/run-workbook.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { HAVE_SPREADSHEET } from '../../programs.js';
import { OpenedWorkbook } from './opened-workbook.js';
import { changedFormulas, formulaCount } from './recalculation.js';
import { converted } from './spreadsheet-program.js';

/** Two computes over two calendar months; on a plan with included hours and on one without. */
function scenario(plan: string, start: string) {
  return parseScenario(`
name: two months
seed: 3
start: ${start}T00:00:00Z
duration: 14d
timeline_interval: 6h
plan: ${plan}
computes:
  - { name: web, type: read_write, autoscaling_limit_min_cu: 4, autoscaling_limit_max_cu: 4, suspend_timeout_seconds: -1 }
  - { name: "=cmd()", branch: second, type: read_write, autoscaling_limit_min_cu: 0.5, autoscaling_limit_max_cu: 0.5 }
load:
  - { name: visitors, compute: web, rate: 20/h, query: { cpu: 200ms } }
  - { name: others, compute: "=cmd()", rate: 2/h, query: { cpu: 20ms } }
slo: { latency_p99: 2s, cost_usd: 50 }
`);
}

/** A plan whose only price is that of a CU-hour, whatever the day of the run. */
const BY_USE = '{ name: launch, as_of: 2026-01-05 }';
const WITH_INCLUDED = '{ name: launch, as_of: 2024-10-01 }';

const PRICE = 0.106;

interface Made {
  readonly bytes: Uint8Array;
  readonly summary: Summary;
  readonly opened: OpenedWorkbook;
}

const MADE = new Map<string, Promise<Made>>();

/** Made once for each plan: nothing changes it. */
function workbookOf(plan: string, replications = 1): Promise<Made> {
  const key = `${plan} ${replications}`;
  const made = MADE.get(key) ?? makeWorkbook(plan, replications);
  MADE.set(key, made);
  return made;
}

async function makeWorkbook(plan: string, replications: number, start = '2024-11-20'): Promise<Made> {
  const compiled = await scenario(plan, start);
  const watched = {
    timeline: new TimelineRows(compiled),
    decisions: new DecisionRows(),
    shape: new SparklineSeries(compiled.duration_seconds, 60),
  };
  const observer = {
    timeline: (row: Parameters<TimelineRows['add']>[0]) => {
      watched.timeline.add(row);
      watched.shape.add(row);
    },
    decision: (row: Parameters<DecisionRows['add']>[0]) => watched.decisions.add(row),
  };
  const all = new Replications(compiled, 0.95);
  for (let replication = 0; replication < replications; replication++) {
    all.add(simulate(compiled, { replication, ...(replication === 0 ? { observer } : {}) }));
  }
  watched.timeline.close();
  const single = replications === 1;
  const summary = single ? all.summaries[0]! : all.summary({ replications, precision: undefined });
  const bytes = runWorkbook(compiled, summary, single ? [] : all.summaries, watched);
  return { bytes, summary, opened: new OpenedWorkbook(bytes) };
}

function value(workbook: OpenedWorkbook, sheet: string, at: string): number {
  return Number(workbook.cells(sheet).get(at)?.value);
}

describe('the workbook of a run', () => {
  it('has every figure of summary.json under its name, in full precision', async () => {
    const { summary, opened } = await workbookOf(BY_USE);
    const rows = opened.table('Summary', 6);
    for (const { path } of HEADLINE_FIGURES) {
      const row = rows.find((each) => each['Name in summary.json']?.value === path);
      expect(row?.['Value']?.value ?? null, path).toBe(figureAt(summary, path));
    }
  });

  it('has a sheet for each subject, with filters, frozen headers and names', async () => {
    const { opened } = await workbookOf(BY_USE);
    expect(opened.sheets).toEqual([
      'Summary',
      'Inputs',
      'Computes',
      'Loads',
      'Months',
      'Teams and tenants',
      'Timeline',
      'Cost by month',
      'Decisions',
      'Usage',
      'Load and size',
      'Assumptions',
      'Checks',
    ]);
    const book = opened.part('xl/workbook.xml');
    for (const name of [
      'plan',
      'price_usd_per_cu_hour',
      'hours_in_month',
      'growth_per_month',
      'total_cost',
    ]) {
      expect(book).toContain(`<definedName name="${name}">`);
    }
    expect(opened.part('xl/worksheets/sheet2.xml')).toContain(
      '<formula1>"free,launch,scale,business"</formula1>',
    );
    for (const sheet of [3, 7, 9, 10, 12]) {
      const xml = opened.part(`xl/worksheets/sheet${sheet}.xml`);
      expect(xml).toMatch(/<pane .*state="frozen"/);
      expect(xml).toContain('<autoFilter ref=');
    }
    for (const sheet of opened.sheets.keys()) {
      const xml = opened.part(`xl/worksheets/sheet${sheet + 1}.xml`);
      expect(xml).toContain('Page &amp;P of &amp;N');
      expect(xml).toContain('<pageSetUpPr fitToPage="1"/>');
    }
    expect(book.match(/_xlnm\.Print_Titles/g)!.length).toBeGreaterThan(8);
    expect(book.match(/_xlnm\.Print_Area/g)!.length).toBeGreaterThan(8);
    expect(opened.part('docProps/core.xml')).toContain('<dc:title>Run: two months</dc:title>');
    expect(opened.parts.filter((part) => part.startsWith('xl/charts/chart'))).toHaveLength(3);
  });

  it('gives the same bytes for the same run, and bears its day', async () => {
    const [one, other] = [await workbookOf(BY_USE), await makeWorkbook(BY_USE, 1)];
    expect(Buffer.compare(one.bytes, other.bytes)).toBe(0);
    expect(one.opened.part('docProps/core.xml')).toContain('>2024-11-20T00:00:00Z</dcterms:created>');
  });

  describe.skipIf(!HAVE_SPREADSHEET)('opened by a spreadsheet that computes every formula anew', () => {
    const PLANS = [BY_USE, WITH_INCLUDED, '{ name: launch, as_of: 2025-09-01 }'] as const;
    /** By name: what is opened, before and after. */
    const opened = new Map<string, { readonly stored: OpenedWorkbook; readonly computed: OpenedWorkbook }>();
    let summary: Summary;

    /** All in one start of the program, which takes longer than its work. */
    beforeAll(async () => {
      const { bytes, summary: own } = await workbookOf(BY_USE);
      summary = own;
      const changed = (at: string, to: number | string) => new OpenedWorkbook(bytes).with('Inputs', at, to);
      const { bytes: changing } = await makeWorkbook('launch', 1, '2025-12-05');
      const files: Record<string, Uint8Array> = {
        changing,
        changed: new OpenedWorkbook(changing).with('Inputs', 'C8', 0.212),
        replicated: (await workbookOf(WITH_INCLUDED, 3)).bytes,
        dearer: changed('C8', 0.212),
        other_plan: changed('C6', 45_566),
        growing: new OpenedWorkbook(changed('C13', 744)).with('Inputs', 'C17', 0.1),
      };
      for (const plan of PLANS) files[plan.replaceAll(/\W+/g, '_')] = (await workbookOf(plan)).bytes;
      const computed = converted(
        Object.fromEntries(Object.entries(files).map(([name, content]) => [`${name}.xlsx`, content])),
        'xlsx',
      );
      Object.entries(files).forEach(([name, content], index) => {
        opened.set(name, {
          stored: new OpenedWorkbook(content),
          computed: new OpenedWorkbook(computed[index]!),
        });
      });
    }, 120_000);

    it.each(PLANS)('has the values that are stored, on plan %s', (plan) => {
      const { stored, computed } = opened.get(plan.replaceAll(/\W+/g, '_'))!;
      expect(formulaCount(stored)).toBeGreaterThan(70);
      expect(changedFormulas(stored, computed)).toEqual([]);
    });

    it('has them with replications too, half-widths included', async () => {
      const { stored, computed } = opened.get('replicated')!;
      const { summary: replicated } = await workbookOf(WITH_INCLUDED, 3);
      expect(changedFormulas(stored, computed)).toEqual([]);
      expect(value(computed, 'Summary', 'C7')).toBeCloseTo(replicated.ci!.total.cost_usd!.half_width, 9);
    });

    it('has them where the price changes within a month, until one is typed that counts for all of it', () => {
      const { stored, computed } = opened.get('changing')!;
      expect(changedFormulas(stored, computed)).toEqual([]);
      expect(computed.cells('Summary').get('B5')?.value).toBe('equal to the simulator');
      const { computed: dearer } = opened.get('changed')!;
      const [hours] = dearer.table('Cost by month', 3).map((row) => Number(row['CU-hours']?.value));
      expect(value(dearer, 'Summary', 'B7')).toBeCloseTo(0.212 * hours!, 9);
    });

    it('follows the price: twice as much an hour is twice the cost everywhere', () => {
      const { computed } = opened.get('dearer')!;
      expect(value(computed, 'Summary', 'B7')).toBeCloseTo(2 * summary.total.cost_usd, 9);
      expect(value(computed, 'Summary', 'B8')).toBeCloseTo(2 * summary.total.cost_usd_per_month, 9);
      expect(computed.table('Computes', 3).map((row) => row['Cost of the run, USD']?.value)).toEqual(
        [...summary.computes, summary.total].map(({ cost_usd }) => expect.closeTo(2 * cost_usd, 9)),
      );
      expect(computed.table('Cost by month', 3).map((row) => row['Cost, USD']?.value)).toEqual(
        summary.cost_by_month.map(({ cost_usd }) => expect.closeTo(2 * cost_usd, 9)),
      );
      expect(computed.cells('Summary').get('B5')?.value).toBe(
        'as simulated, with other inputs than those of the run',
      );
    });

    it('follows the plan, with its fee and included hours', () => {
      const { computed } = opened.get('other_plan')!;
      const expected = summary.cost_by_month.reduce(
        (sum, { cu_hours }) => sum + 19 + Math.max(0, cu_hours - 300) * 0.16,
        0,
      );
      expect(expected).toBeGreaterThan(0);
      expect(value(computed, 'Summary', 'B7')).toBeCloseTo(expected, 9);
    });

    it('follows the hours of a month and the growth', () => {
      const { computed } = opened.get('growing')!;
      const month = (summary.total.cost_usd_per_month * 744) / 730;
      expect(value(computed, 'Summary', 'B8')).toBeCloseTo(month, 9);
      const months = computed.table('Months', 4).filter((row) => typeof row['Days']?.value === 'number');
      const rate = summary.total.cu_hours / (summary.duration_seconds / 3600);
      const fixed = Math.min(1, 4 / rate);
      for (const row of months.slice(0, 12)) {
        const grown = fixed + (1 - fixed) * Number(row["Times today's load"]!.value);
        expect(row['Cost, USD']!.value).toBeCloseTo(
          24 * Number(row['Days']!.value) * rate * grown * PRICE,
          8,
        );
      }
      expect(value(computed, 'Summary', 'B9')).toBeCloseTo(
        months.slice(0, 12).reduce((sum, row) => sum + Number(row['Cost, USD']!.value), 0),
        8,
      );
    });
  });
});
