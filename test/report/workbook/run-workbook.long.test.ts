import { beforeAll, describe, expect, it } from 'vitest';
import { Replications } from '../../../src/report/figures/replicated-summary.js';
import type { Summary } from '../../../src/report/figures/summary.js';
import { runWorkbook } from '../../../src/report/workbook/run-workbook.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { HAVE_SPREADSHEET } from '../../programs.js';
import { OpenedWorkbook } from './opened-workbook.js';
import { changedFormulas, formulaCount } from './recalculation.js';
import { converted } from './spreadsheet-program.js';
import { rowOf, typedInto } from './typed-into.js';

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

/** Created once for each plan, because nothing changes it. */
function workbookOf(plan: string, replications = 1): Promise<Made> {
  const key = `${plan} ${replications}`;
  const made = MADE.get(key) ?? makeWorkbook(plan, replications);
  MADE.set(key, made);
  return made;
}

async function makeWorkbook(plan: string, replications: number, start = '2024-11-20'): Promise<Made> {
  const compiled = await scenario(plan, start);
  const all = new Replications(compiled, 0.95);
  for (let replication = 0; replication < replications; replication++) {
    all.add(simulate(compiled, { replication }));
  }
  const single = replications === 1;
  const summary = single ? all.summaries[0]! : all.summary({ replications, precision: undefined });
  const bytes = runWorkbook(compiled, summary, single ? [] : all.summaries);
  return { bytes, summary, opened: new OpenedWorkbook(bytes) };
}

/** The cost of the run, or per month, as on the first sheet. */
function costOf(workbook: OpenedWorkbook, label = 'Cost of the run'): number {
  return Number(workbook.cells('Answer').get(`B${rowOf(workbook, 'Answer', label)}`)?.value);
}

describe('the workbook of a run', () => {
  it('shows the answer, the months and the cost shares, and hides its calculations', async () => {
    const { opened } = await workbookOf(BY_USE);
    const book = opened.part('xl/workbook.xml');
    const shown = [...book.matchAll(/<sheet name="([^"]*)"([^>]*)/g)].map(([, name, rest]) => [
      name,
      !/state="hidden"/.test(rest ?? ''),
    ]);
    expect(shown).toEqual([
      ['Answer', true],
      ['Months', true],
      ['Teams and tenants', true],
      ['Usage', false],
      ['Computes', false],
      ['Who keeps it awake', false],
      ['Cost by calendar month', false],
      ['Latency and wakes', false],
      ['All figures', false],
      ['Price book', false],
    ]);
    for (const name of ['plan', 'price_usd_per_cu_hour', 'hours_in_month', 'total_cost']) {
      expect(book).toContain(`<definedName name="${name}">`);
    }
    expect(book).not.toContain('growth_per_month');
    expect(opened.part('xl/worksheets/sheet1.xml')).toContain(
      '<formula1>&quot;free,launch,scale,business&quot;</formula1>',
    );
    for (const [index, sheet] of opened.sheets.entries()) {
      const xml = opened.part(`xl/worksheets/sheet${index + 1}.xml`);
      expect(xml, sheet).toContain('Page &amp;P of &amp;N');
      expect(xml, sheet).toContain('<pageSetUpPr fitToPage="1"/>');
      expect(xml, sheet).toContain('<sheetProtection sheet="1"');
      expect(xml, sheet).not.toContain('password');
    }
    expect(book.match(/_xlnm\.Print_Area/g)!.length).toBeGreaterThan(8);
    expect(opened.part('docProps/core.xml')).toContain('<dc:title>Simulated run: two months</dc:title>');
    expect(opened.parts.filter((part) => part.startsWith('xl/charts/chart'))).toHaveLength(1);
  });

  it('has the same bytes for the same run, and carries its date', async () => {
    const [one, other] = [await workbookOf(BY_USE), await makeWorkbook(BY_USE, 1)];
    expect(Buffer.compare(one.bytes, other.bytes)).toBe(0);
    expect(one.opened.part('docProps/core.xml')).toContain('>2024-11-20T00:00:00Z</dcterms:created>');
  });

  describe.skipIf(!HAVE_SPREADSHEET)('opened by a spreadsheet that recalculates every formula', () => {
    const PLANS = [BY_USE, WITH_INCLUDED, '{ name: launch, as_of: 2025-09-01 }'] as const;
    /** By name: the opened workbook before and after edits. */
    const opened = new Map<string, { readonly stored: OpenedWorkbook; readonly computed: OpenedWorkbook }>();
    let summary: Summary;

    /** All in a single start of the program, which takes longer than its work. */
    beforeAll(async () => {
      const { bytes, summary: own } = await workbookOf(BY_USE);
      summary = own;
      const changed = (input: string, to: number | string) => typedInto(bytes, { [input]: to });
      const { bytes: changing } = await makeWorkbook('launch', 1, '2025-12-05');
      const files: Record<string, Uint8Array> = {
        changing,
        changed: typedInto(changing, { 'Price of a CU-hour': 0.212 }),
        replicated: (await workbookOf(WITH_INCLUDED, 3)).bytes,
        dearer: changed('Price of a CU-hour', 0.212),
        other_plan: changed('Prices of the day', 45_566),
        longer: changed('Hours of a month', 744),
        free: changed('Plan', 'free'),
        unknown: changed('Plan', 'gratis'),
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

    it.each(PLANS)('has the stored values on plan %s', (plan) => {
      const { stored, computed } = opened.get(plan.replaceAll(/\W+/g, '_'))!;
      expect(formulaCount(stored)).toBeGreaterThan(70);
      expect(changedFormulas(stored, computed)).toEqual([]);
    });

    it('has the stored values with replications too', () => {
      const { stored, computed } = opened.get('replicated')!;
      expect(changedFormulas(stored, computed)).toEqual([]);
    });

    it('has the stored values when the price changes within a month, until a typed price applies to all of it', () => {
      const { stored, computed } = opened.get('changing')!;
      expect(changedFormulas(stored, computed)).toEqual([]);
      expect(computed.cells('Answer').get('B7')?.value).toBe('equal to the simulator');
      const { computed: dearer } = opened.get('changed')!;
      const hours = dearer.table('Usage', 3).map((row) => Number(row['CU-hours']?.value));
      expect(costOf(dearer)).toBeCloseTo(0.212 * hours[0]!, 9);
    });

    it('follows the price: twice as much an hour is twice the cost everywhere', () => {
      const { computed } = opened.get('dearer')!;
      expect(costOf(computed)).toBeCloseTo(2 * summary.total.cost_usd, 9);
      expect(costOf(computed, 'Cost per month')).toBeCloseTo(2 * summary.total.cost_usd_per_month, 9);
      const months = ['E4', 'E5'].map((place) => computed.cells('Usage').get(place)?.value);
      expect(months).toEqual(summary.cost_by_month.map(({ cost_usd }) => expect.closeTo(2 * cost_usd, 9)));
      expect(computed.cells('Answer').get('B7')?.value).toBe(
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
      expect(costOf(computed)).toBeCloseTo(expected, 9);
    });

    it('follows the hours of a month, and leaves calendar months unchanged', () => {
      const { computed } = opened.get('longer')!;
      const month = (summary.total.cost_usd_per_month * 744) / 730;
      expect(costOf(computed, 'Cost per month')).toBeCloseTo(month, 9);
      const months = computed.table('Months', 5).slice(0, 12);
      const rate = summary.total.cu_hours / (summary.duration_seconds / 3600);
      for (const row of months) {
        const hours = 24 * Number(row['Days']!.value);
        expect(row['Cost, USD']!.value).toBeCloseTo(hours * rate * PRICE, 8);
        expect(row['At most, USD']!.value).toBeCloseTo(hours * 4.5 * PRICE, 8);
      }
    });

    it('reports when the hours of a plan are exhausted, and that a plan is not in the price book', () => {
      const { computed: free } = opened.get('free')!;
      expect(free.cells('Answer').get('A4')?.value).toMatch(
        /^Plan free ends after 100 CU-hours: at this use on day 2 of a month/,
      );
      expect(free.cells('Months').get('A4')?.value).toBe(free.cells('Answer').get('A4')?.value);
      const [first] = free.table('Months', 5);
      expect(first!['Used up on']?.value).toBe(Number(first!['First day']!.value) + 1);
      const { computed: unknown } = opened.get('unknown')!;
      expect(unknown.cells('Answer').get('A4')?.value).toContain('The price book has no plan gratis');
    });
  });
});
