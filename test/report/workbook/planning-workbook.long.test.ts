import { beforeAll, describe, expect, it } from 'vitest';
import { forecastReport } from '../../../src/report/answers/forecast/forecast.js';
import { planReport } from '../../../src/report/answers/plan/plan.js';
import { forecastWorkbook } from '../../../src/report/workbook/forecast-workbook.js';
import { UseOfComputes } from '../../../src/report/workbook/months/use-of-computes.js';
import { planWorkbook } from '../../../src/report/workbook/plan-workbook.js';
import { forecast } from '../../../src/study/growth/forecast.js';
import type { Forecast } from '../../../src/study/growth/forecast-result.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { plan } from '../../../src/study/plan/plan.js';
import type { PlanResult } from '../../../src/study/plan/plan-result.js';
import { compileSource, type ScenarioSource } from '../../../src/study/runs/scenario-source.js';
import { HAVE_SPREADSHEET } from '../../programs.js';
import { OpenedWorkbook } from './opened-workbook.js';
import { changedFormulas, formulaCount } from './recalculation.js';
import { converted } from './spreadsheet-program.js';
import { inputRow, rowOf, typedInto } from './typed-into.js';

/** Suspends between visits, so that its use grows with the load, but more slowly. */
function sourceOf(...set: string[]): ScenarioSource {
  const text = `
name: planned
seed: 11
start: 2026-01-05T00:00:00Z
duration: 7d
plan: scale
computes:
  - { name: web, type: read_write, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1, suspend_timeout_seconds: 300 }
  - { name: reports, branch: second, type: read_write, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }
load:
  - { name: visitors, compute: web, rate: { base: 4/h, daily: 0.6, weekly: 0.5 }, query: { cpu: 100ms } }
  - { name: nightly, compute: reports, process: { cron: { schedule: '30 2 * * *' } }, query: { cpu: 60s } }
`;
  return { text, file: 'planned.yaml', directory: '/', set, seed: undefined };
}

/** Storage and transfer, and branches beyond the included ones of either plan. */
const DATA =
  'data={ logical_size_bytes: 20GB, growth: 1GB/month, written: 200MB/d, history_retention_seconds: 7d, ' +
  'egress_per_query: 300MB, private_share: 0, snapshots: { manual: 1, every: 1d }, branches: { count: 26 } }';

const SIZE = { months: 6, replications: 3, confidence: 0.95, tolerance: 0.01, exact: false } as const;
const SCALE = 0.222;

function forecastOf(growth: string, ...set: string[]): Promise<Forecast> {
  return forecast(sourceOf(...set), { ...SIZE, growth: parseGrowth(growth), objectives: [] });
}

/** A workbook, and the same after edits in a spreadsheet. */
interface Edited {
  readonly stored: OpenedWorkbook;
  readonly computed: OpenedWorkbook;
}

function monthsOf(book: OpenedWorkbook): readonly Readonly<Record<string, number>>[] {
  const rows = book.table('Months', 5).slice(0, SIZE.months);
  const words = (header: string) => header.replace(/, [A-Z]{3}$/, '');
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([header, { value }]) => [words(header), Number(value)])),
  );
}

const column = (book: OpenedWorkbook, header: string) => monthsOf(book).map((row) => row[header]);
const cents = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 2));
const CHECK_OK = 'equal to the simulator';

describe.skipIf(!HAVE_SPREADSHEET)('the planning workbooks, recalculated by a spreadsheet', () => {
  const books = new Map<string, Edited>();
  let made: Forecast;
  let faster: Forecast;
  let launch: Forecast;
  let with_minimum: Forecast;
  let billed: Forecast;
  let billed_on_launch: Forecast;
  let billed_faster: Forecast;
  let planned: PlanResult;

  const at = (name: string): Edited => books.get(name)!;
  const costs = ({ months }: Forecast) => months.map(({ cost_usd }) => cost_usd.mean);

  /** All in a single start of the program, which takes longer than its work. */
  beforeAll(async () => {
    const uses = new UseOfComputes();
    const growth = parseGrowth('0%..8%/month');
    const source = sourceOf();
    const scenario = await compileSource(source);
    made = await forecast(source, { ...SIZE, growth, objectives: [] }, { made: (run) => uses.add(run) });
    [faster, launch, with_minimum] = [
      await forecastOf('8%/month'),
      await forecastOf('0%..8%/month', 'plan=launch'),
      await forecastOf('0%..8%/month', 'plan={ name: scale, as_of: 2025-09-01 }'),
    ];
    [billed, billed_on_launch, billed_faster] = [
      await forecastOf('0%..8%/month', DATA),
      await forecastOf('0%..8%/month', DATA, 'plan=launch'),
      await forecastOf('8%/month', DATA),
    ];
    planned = await plan(source, {
      objective: 'cost_usd',
      constraints: [],
      vary: ['timeout=2m,5m'],
      compute: 'web',
      growth: [],
      sensitivity: false,
      confidence: 0.95,
      safety: 0.95,
      budget: { queries: 5e6, replications: 3 },
    });
    const bytes = forecastWorkbook(made, {
      scenario,
      growth,
      budget_usd: undefined,
      report: forecastReport(made),
      uses: uses.list(scenario),
    });
    const ofBill = forecastWorkbook(billed, {
      scenario: await compileSource(sourceOf(DATA)),
      growth,
      budget_usd: 20,
      report: forecastReport(billed),
      uses: [],
    });
    const ofPlan = planWorkbook(planned, scenario, planReport(planned));
    const price = 'Price of a CU-hour';
    const files: Record<string, Uint8Array> = {
      forecast: bytes,
      plan: typedInto(bytes, { Plan: 'launch' }),
      day: typedInto(bytes, { 'Prices of the day': 45_901 }),
      growth: typedInto(bytes, { 'Growth of the load a month, expected': 0.08 }),
      high: typedInto(bytes, { 'Answer!B9': 'High' }),
      budget: typedInto(bytes, { 'Budget of a month': 12 }),
      currency: typedInto(bytes, { Currency: 'EUR', 'Units of that currency': 0.92 }),
      discount: typedInto(bytes, { Discount: 0.15 }),
      back: new OpenedWorkbook(typedInto(bytes, { Plan: 'launch', [price]: 0.3 })).without(
        'Answer',
        `C${inputRow(new OpenedWorkbook(bytes), price)}`,
      ),
      actual: typedInto(bytes, { 'Months!P6': 50 }),
      altered: typedInto(bytes, { 'Data!C6': 3 }),
      bill: ofBill,
      bill_plan: typedInto(ofBill, { Plan: 'launch' }),
      bill_growth: typedInto(ofBill, { 'Growth of the load a month, expected': 0.08 }),
      bill_currency: typedInto(ofBill, { Currency: 'EUR', 'Units of that currency': 0.92 }),
      bill_altered: typedInto(ofBill, { 'Other lines!F4': 3 }),
      planned: ofPlan,
      planned_price: typedInto(ofPlan, { [price]: 0.3, Discount: 0.1 }),
      planned_hours: typedInto(ofPlan, { 'Hours of a month': 744 }),
      planned_today: typedInto(ofPlan, {
        'Answer!B9': String(new OpenedWorkbook(ofPlan).cells('Answer').get('C11')?.value),
      }),
      planned_altered: typedInto(ofPlan, { 'Usage!D4': 99 }),
    };
    const named = Object.fromEntries(Object.entries(files).map(([name, file]) => [`${name}.xlsx`, file]));
    const results = converted(named, 'xlsx');
    Object.entries(files).forEach(([name, file], index) => {
      const computed = new OpenedWorkbook(results[index]!);
      books.set(name, { stored: new OpenedWorkbook(file), computed });
    });
  }, 240_000);

  it('have the stored values, which equal those of the simulator, and are small', () => {
    for (const name of ['forecast', 'bill', 'planned']) {
      const { stored, computed } = at(name);
      expect(formulaCount(stored)).toBeGreaterThan(100);
      expect(changedFormulas(stored, computed), name).toEqual([]);
      expect(computed.cells('Answer').get('B7')?.value).toBe(CHECK_OK);
    }
    expect(column(at('forecast').computed, 'Cost')).toEqual(
      costs(made).map((cost) => expect.closeTo(cost, 9)),
    );
  });

  it('follow the plan and the day of the prices as the command does with --set', () => {
    expect(column(at('plan').computed, 'Cost')).toEqual(cents(costs(launch)));
    expect(column(at('day').computed, 'Cost')).toEqual(cents(costs(with_minimum)));
    expect(column(at('day').computed, 'Does not grow')).toEqual(
      cents(with_minimum.months.map(({ fixed_usd }) => fixed_usd)),
    );
  });

  it('follow the growth as the command does with --growth, typed in or chosen', () => {
    expect(faster.use.map(({ load_factor }) => load_factor)).toEqual(
      made.use.map((each) => each.load_factor),
    );
    for (const name of ['growth', 'high']) {
      const { computed } = at(name);
      expect(column(computed, 'Cost')).toEqual(cents(costs(faster)));
      expect(column(computed, 'Grows with the load')).toEqual(
        cents(faster.months.map(({ growing_usd }) => growing_usd)),
      );
      expect(column(computed, 'A bill is between')).toEqual(
        cents(faster.months.map(({ cost_low_usd }) => cost_low_usd)),
      );
    }
    expect(costs(faster).at(-1)).toBeGreaterThan(1.05 * costs(made).at(-1)!);
  });

  it('mark months above the budget', () => {
    const { computed } = at('budget');
    const above = costs(made).map((cost) => Math.max(0, cost - 12));
    expect(above.some((usd) => usd > 0)).toBe(true);
    expect(column(computed, 'Above the budget')).toEqual(cents(above));
    const row = rowOf(computed, 'Answer', 'Months above the budget');
    expect(computed.cells('Answer').get(`B${row}`)?.value).toBe(above.filter((usd) => usd > 0).length);
    const xml = at('forecast').stored.part('xl/worksheets/sheet2.xml');
    expect(xml).toMatch(/<conditionalFormatting sqref="J6:J11"><cfRule type="expression" dxfId="0"/);
  });

  it('follow currency, rate and discount', () => {
    const { computed } = at('currency');
    expect(column(computed, 'Cost')).toEqual(cents(costs(made).map((cost) => 0.92 * cost)));
    expect(computed.cells('Months').get('J5')?.value).toBe('Cost, EUR');
    expect(column(at('discount').computed, 'Cost')).toEqual(cents(costs(made).map((cost) => 0.85 * cost)));
  });

  it('have the whole bill of each month as neap forecast gives it, whatever plan, growth and currency', () => {
    const bills = ({ months }: Forecast) => months.map(({ bill_usd }) => bill_usd!);
    for (const [name, of] of [
      ['bill', billed],
      ['bill_plan', billed_on_launch],
      ['bill_growth', billed_faster],
    ] as const) {
      const { computed } = at(name);
      expect(column(computed, 'Whole bill'), name).toEqual(cents(bills(of)));
      expect(column(computed, 'Other lines'), name).toEqual(cents(of.months.map((each) => each.other_usd!)));
    }
    // Included branches and private transfer differ between the plans, and the transfer grows.
    expect(bills(billed)[0]).not.toBeCloseTo(bills(billed_on_launch)[0]!, 0);
    expect(billed_faster.months.at(-1)!.other_usd).toBeGreaterThan(billed.months.at(-1)!.other_usd!);
    // Each growth case equals the output of the command at that growth, including the growing transfer.
    const of = (which: string) => {
      const book = at('bill').computed;
      const row = rowOf(book, 'Answer', 'All months, with the other lines');
      const column = ['C', 'D', 'E', 'F'].find(
        (each) => book.cells('Answer').get(`${each}11`)?.value === which,
      );
      return book.cells('Answer').get(`${column}${row}`)?.value;
    };
    expect(of('High')).toBeCloseTo(billed_faster.total.bill_usd!, 2);
    expect(of('High')).toBeCloseTo(billed.total.high_growth_bill_usd!, 2);
    expect(of('Low')).toBeCloseTo(billed.total.low_growth_bill_usd!, 2);
    expect(of('Expected')).toBeCloseTo(billed.total.bill_usd!, 2);
    expect(billed.total.high_growth_bill_usd!).toBeGreaterThan(billed.total.low_growth_bill_usd! + 5);
    const { computed } = at('bill_currency');
    expect(column(computed, 'Whole bill')).toEqual(cents(bills(billed).map((usd) => 0.92 * usd)));
    const over = bills(billed).map((usd) => Math.max(0, usd - 20));
    expect(column(at('bill').computed, 'Above the budget')).toEqual(cents(over));
  });

  it('look up the price again when the typed price is cleared', () => {
    expect(column(at('back').computed, 'Cost')).toEqual(cents(costs(launch)));
  });

  it('include an invoice', () => {
    const { computed } = at('actual');
    expect(column(computed, 'Actual less cost')[0]).toBeCloseTo(50 - costs(made)[0]!, 2);
    const row = rowOf(computed, 'Months', 'All months, with');
    const all = costs(made).reduce((sum, cost) => sum + cost, 0);
    expect(computed.cells('Months').get(`J${row}`)?.value).toBeCloseTo(all - costs(made)[0]! + 50, 2);
  });

  it('charge all of the cost to teams, whatever the inputs', () => {
    for (const name of ['forecast', 'currency', 'high']) {
      const { computed } = at(name);
      const teams = computed.table('Teams and tenants', 4);
      const all = Number(
        teams.at(-1)![Object.keys(teams.at(-1)!).find((key) => key.startsWith('Cost'))!]!.value,
      );
      const months = column(computed, 'Cost') as readonly number[];
      expect(all).toBeCloseTo(
        months.reduce((sum, cost) => sum + cost, 0),
        6,
      );
    }
  });

  it('report when a figure of the simulator was altered', () => {
    for (const name of ['altered', 'bill_altered', 'planned_altered']) {
      const { computed, stored } = at(name);
      expect(String(computed.cells('Answer').get('B7')?.value)).toMatch(/^ALTERED/);
      const answer = stored.part('xl/worksheets/sheet1.xml');
      expect(answer).toContain('<formula>LEFT($B$7,7)=&quot;ALTERED&quot;</formula>');
    }
  });

  it('follow price, discount and hours in every candidate of a plan', () => {
    const ran = planned.candidates.filter(({ use }) => use !== null);
    const of = (name: string) => at(name).computed.table('Candidates', 3);
    const monthly = (name: string) =>
      of(name)
        .filter((row) => row['Plan'] !== undefined)
        .map((row) => Number(row['Cost per month, USD']!.value));
    const before = ran.map(({ figures }) => figures.cost_usd_per_month!.mean);
    expect(monthly('planned')).toEqual(before.map((cost) => expect.closeTo(cost, 9)));
    expect(monthly('planned_price')).toEqual(cents(before.map((cost) => (cost / SCALE) * 0.3 * 0.9)));
    expect(monthly('planned_hours')).toEqual(cents(before.map((cost) => (cost * 744) / 730)));
    const answer = at('planned_price').computed.cells('Answer');
    const row = rowOf(at('planned_price').computed, 'Answer', 'Cost per month');
    const best = ran.find(({ fate }) => fate === 'recommended')!;
    const expected = (best.figures.cost_usd_per_month!.mean / SCALE) * 0.3 * 0.9;
    expect(answer.get(`B${row}`)?.value).toBeCloseTo(expected, 2);
  });

  it('have the months of the chosen settings', () => {
    const today = planned.candidates.find((each) => each.today)!;
    const best = planned.candidates.find(({ fate }) => fate === 'recommended')!;
    expect(best).not.toBe(today);
    for (const [name, { figures }] of [
      ['planned', best],
      ['planned_today', today],
    ] as const) {
      const hours = figures.cu_hours!.mean / 168;
      const months = monthsOf(at(name).computed);
      const expected = months.map((row) => 24 * row['Days']! * hours * SCALE);
      expect(months.map((row) => row['Cost'])).toEqual(cents(expected));
    }
  });
});
