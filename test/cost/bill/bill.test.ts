import { describe, expect, it } from 'vitest';
import { type Bill, billOf, type MonthInvoice, stretchInvoice } from '../../../src/cost/bill/bill.js';
import type { BillPreviews } from '../../../src/cost/bill/bill-previews.js';
import type { Invoice } from '../../../src/cost/bill/invoice.js';
import type { FleetSpecification, ScenarioAssumption } from '../../../src/scenario/scenario.js';
import type { DecisionRow } from '../../../src/simulation/run/observation.js';
import type { InvoiceMetric } from '../../../src/vendors/invoice-metrics.js';
import {
  DAY,
  exampleBill,
  exampleRun,
  exampleScenario,
  HOUR,
  NO_DATA,
  onBranches,
  recordOf,
} from './example-bill.js';

/** 100 GB, with 10 GB written per day, and a week of history; each query sends two megabytes. */
const DATA = {
  ...NO_DATA,
  logical_size_bytes: 100e9,
  written_bytes_per_second: 10e9 / DAY,
  history_retention_seconds: 7 * DAY,
  egress_bytes_per_query: 2e6,
  replicated_bytes_per_second: 0,
};

function amounts(invoice: Invoice, metric: InvoiceMetric) {
  return invoice.lines.filter((line) => line.metric === metric).map(({ amount_usd }) => amount_usd);
}

function quantity(invoice: Invoice, metric: InvoiceMetric): number {
  return invoice.lines.find((line) => line.metric === metric)!.quantity;
}

describe('the bill of a month', () => {
  it('a monthly bill has 730 hours at the mean rate of the run, line by line', () => {
    const bill = exampleBill({ data: DATA });
    expect(bill).toMatchObject({
      scenario: 'shop',
      seed: '7',
      start: '2026-06-01T00:00:00Z',
      duration_seconds: 10 * DAY,
      plan: 'launch',
      period: 'month',
      projects: 1,
      cu_hours_per_month: 365,
      running_hours: 730,
      queries_per_month: 73_000,
      metering: null,
      provisioned: null,
      previews: null,
      caps: [],
      exhausted: [],
    });
    expect(bill.invoices).toEqual([bill.month]);
    expect([bill.month.month, bill.month.hours]).toEqual([null, 730]);
    // 365 CU-hours; 100 GB and 70 GB of history for 730 of 744 hours; 146 GB sent, 500 included.
    expect(bill.month.lines.map(({ amount_usd }) => amount_usd)).toEqual([
      38.69, 34.34, 0, 13.74, 0, 0, 0, 0,
    ]);
    expect(bill.total_usd).toBe(86.77);
    expect(bill.month.lines.every(({ since }) => since === undefined)).toBe(true);
  });

  it('a monthly bill sums the computes, and counts the branches that they serve as children', () => {
    const bill = exampleBill(
      { computes: onBranches('main', 'main', 'eu', 'us'), data: { ...DATA, branches: 7 } },
      exampleRun([{}, { cu_seconds: 60 * HOUR, completed: 12_000 }, {}, {}]),
    );
    expect(bill.cu_hours_per_month).toBe(3.5 * 365);
    expect(bill.queries_per_month).toBe(3.5 * 73_000);
    // Nine are included.
    expect(quantity(bill.month, 'extra_branches_month')).toBeCloseTo((9 * 730) / 744, 12);
    expect(amounts(bill.month, 'extra_branches_month')).toEqual([0]);
    const more = exampleBill({ computes: onBranches('main', 'eu', 'us'), data: { ...DATA, branches: 8 } });
    expect(amounts(more.month, 'extra_branches_month')).toEqual([1.47]);
  });

  it('the bill of a fleet divides its use among tenants, each with its own data and no branches of computes', () => {
    const fleet = { tenants: [{}, {}, {}, {}] } as unknown as FleetSpecification;
    const four = onBranches('a', 'b', 'c', 'd');
    const bill = exampleBill({ fleet, computes: four, data: DATA }, exampleRun([{}, {}, {}, {}]));
    expect(bill.projects).toBe(4);
    expect(quantity(bill.month, 'compute_unit_seconds')).toBeCloseTo(4 * 365, 9);
    expect(quantity(bill.month, 'root_branch_bytes_month')).toBeCloseTo((4 * 100 * 730) / 744, 9);
    // The 500 GB that are included in June 2026 are the organization's.
    expect(amounts(bill.month, 'public_network_transfer_bytes')).toEqual([8.4]);
    expect(quantity(bill.month, 'extra_branches_month')).toBe(0);
    const free = exampleBill(
      { fleet, computes: four, plan: { name: 'free', as_of: undefined } },
      exampleRun([{}, {}, {}, {}]),
    );
    expect(free.month.lines[0]!.billable).toBeCloseTo(0, 9);
  });

  it('a bill includes short-lived branches, at the prices of the scenario’s first day', () => {
    const day = 1 / DAY;
    const previews = {
      rate: day,
      life: { kind: 'constant', value: 2 * DAY } as const,
      forgotten: 0,
      ttl_seconds: Number.POSITIVE_INFINITY,
      since_seconds: 30 * DAY,
      compute: { size_cu: 1, active_seconds: HOUR },
      written_bytes_per_second: 1e9 / DAY,
    };
    // With the branch of the second compute all nine that are included are there already.
    const bill = exampleBill(
      {
        previews,
        computes: onBranches('main', 'eu'),
        data: { ...NO_DATA, branches: 8, logical_size_bytes: 5e9 },
      },
      exampleRun(),
      { ttls_seconds: [DAY] },
    );
    const { month, sweep } = bill.previews!;
    const children = (730 / 744) * (9 + month.branches.mean);
    expect(month.extra_branches.mean).toBeCloseTo(month.branches.mean, 9);
    const usd =
      (730 / 744) * (1.5 * month.extra_branches.mean + 0.35 * (month.stored_bytes.mean / 1e9)) +
      0.106 * month.cu_hours.mean;
    expect(month.cost_usd.mean).toBeCloseTo(usd, 9);
    expect(month.stored_bytes.mean).toBeGreaterThan(1e9);
    expect(quantity(bill.month, 'extra_branches_month')).toBeCloseTo(children, 9);
    expect(quantity(bill.month, 'compute_unit_seconds')).toBeCloseTo(365 + month.cu_hours.mean, 9);
    // One branch a day, with an hour of a compute each.
    expect(Math.abs(month.cu_hours.mean - 730 / 24)).toBeLessThan(month.cu_hours.half_width);
    expect(sweep.map(({ ttl_seconds }) => ttl_seconds)).toEqual([DAY]);
  });

  it('a bill lists the assumptions of the scenario in a few words', () => {
    const assumption = {
      name: 'data.egress_per_query',
      value: '2kB',
      source: 'a guess',
      confidence: 'low',
      set_by: 'default',
      written: 2000,
    } as unknown as ScenarioAssumption;
    const { assumptions } = exampleBill({ data: { ...NO_DATA, assumptions: [assumption] } });
    const { written: _, ...told } = assumption;
    expect(assumptions).toEqual([told]);
  });
});

describe('the bill of a run', () => {
  /** 30 days from 10 December 2025 on: launch became cheaper on the 12th. */
  const OVER_A_CHANGE = { start: '2025-12-10T00:00:00Z', duration_seconds: 30 * DAY };
  const run = exampleRun(
    [
      {
        cu_seconds: 348 * HOUR,
        cu_seconds_by_month: [
          { month: '2025-12', cu_seconds: 48 * HOUR },
          { month: '2025-12', since: '2025-12-12', cu_seconds: 200 * HOUR },
          { month: '2026-01', cu_seconds: 100 * HOUR },
        ],
      },
      { cu_seconds: HOUR, cu_seconds_by_month: [{ month: '2026-01', cu_seconds: HOUR }] },
    ],
    { duration_seconds: 30 * DAY },
  );

  function billOfRun(): Bill {
    const data = { ...NO_DATA, logical_size_bytes: 100e9, growth_bytes_per_second: 10e9 / DAY };
    const scenario = exampleScenario({
      ...OVER_A_CHANGE,
      data: { ...data, egress_bytes_per_query: 1e9 },
      computes: onBranches('main', 'main'),
    });
    const record = recordOf(
      scenario,
      [],
      [
        { start_seconds: 0, completed: 40 },
        { start_seconds: 2 * DAY - 1, completed: 20 },
        { start_seconds: 2 * DAY, completed: 70 },
        { start_seconds: 22 * DAY, completed: 150 },
        { start_seconds: 29 * DAY, completed: 10 },
      ],
    );
    return billOf(scenario, run, record, { period: 'run' });
  }

  it('the bill of a run has an invoice for each calendar month, with one line for each price of a metric', () => {
    const [december, january, ...more] = billOfRun().invoices as readonly [MonthInvoice, MonthInvoice];
    expect(more).toEqual([]);
    expect([december.month, december.hours]).toEqual(['2025-12', 22 * 24]);
    expect([january.month, january.hours]).toEqual(['2026-01', 8 * 24]);
    // 48 and 200 CU-hours at $0.106, though the minimum changes; in January 101 by both computes.
    expect(amounts(december, 'compute_unit_seconds')).toEqual([26.29]);
    expect(amounts(january, 'compute_unit_seconds')).toEqual([10.71]);
    const parts = december.lines.filter(({ metric }) => metric === 'compute_unit_seconds');
    expect(parts.map(({ since }) => since)).toEqual([undefined]);
    // The data grows from 100 GB on the 10th to 120 on the 12th, 320 on the new year and 400 at the end.
    const gb_hours = [110 * 48 + 220 * 20 * 24, 360 * 8 * 24];
    const stored = [...december.lines, ...january.lines].filter(
      ({ metric }) => metric === 'root_branch_bytes_month',
    );
    stored.forEach(({ quantity: found }, index) => {
      expect(found).toBeCloseTo(gb_hours[index]! / 744, 9);
    });
    // 60 and 70 GB were sent, 100 GB are included; in January 160.
    expect(amounts(december, 'public_network_transfer_bytes')).toEqual([3]);
    expect(amounts(january, 'public_network_transfer_bytes')).toEqual([6]);
  });

  it('the bill of a run is the sum of its invoices, and also states a month at the first day’s prices', () => {
    const bill = billOfRun();
    const cents = bill.invoices.reduce((sum, { total_usd }) => sum + Math.round(total_usd * 100), 0);
    expect(bill.total_usd).toBe(cents / 100);
    expect(bill.month.month).toBeNull();
    expect(bill.cu_hours_per_month).toBeCloseTo((349 * 730) / 720, 9);
    expect(bill.month.lines[0]!.usd_per_unit).toBe(0.106);
  });
});

describe('the sizes of a run', () => {
  const scenario = exampleScenario();
  const change = (time_seconds: number, cu_before: number, cu_after: number) => ({
    time_seconds,
    cu_before,
    cu_after,
  });
  /** Active at one CU for 300 s; the agent misses four. */
  const WAKE = [change(100, 0, 1), change(400, 1, 0)];
  const metering = (told: number, rows: readonly Partial<DecisionRow>[], period: 'month' | 'run' = 'run') =>
    billOf(
      scenario,
      exampleRun([{ cu_seconds: told + 10, active_cu_seconds: told }]),
      recordOf(scenario, rows),
      { period },
    ).metering;

  it('the sizes of a run are metered in slices of four seconds, in the period of the bill', () => {
    const found = metering(300, WAKE)!;
    expect(found.cu_hours).toBeCloseTo(310 / 3600, 12);
    expect(found.metered_cu_hours).toBeCloseTo(296 / 3600, 12);
    const month = metering(300, WAKE, 'month')!;
    expect(month.cu_hours).toBeCloseTo((310 / 3600) * (730 / 240), 12);
    expect(month.metered_cu_hours).toBeCloseTo((296 / 3600) * (730 / 240), 12);
  });

  it('metering is missing if the rows do not add up to the integral of the size, except for rounding', () => {
    expect(metering(300 + 2.9e-4, WAKE)).not.toBeNull();
    expect(metering(300 - 2.9e-4, WAKE)).not.toBeNull();
    expect(metering(300 + 3.1e-4, WAKE)).toBeNull();
    expect(metering(300 - 3.1e-4, WAKE)).toBeNull();
    // Of next to nothing a millionth of a CU-second is rounding.
    const blink = [change(100, 0, 1), change(100.01, 1, 0)];
    expect(metering(0.01 + 9e-7, blink)).not.toBeNull();
    expect(metering(0.01 + 2e-6, blink)).toBeNull();
    expect(metering(300, [])).toBeNull();
  });

  it('the sufficient fixed machine is a fifth above the size that suffices for all but half a percent of the time', () => {
    const of = (rows: readonly Partial<DecisionRow>[]) =>
      billOf(scenario, exampleRun(), recordOf(scenario, rows), { period: 'month' }).provisioned;
    expect(of([change(0, 0, 4), change(10, 4, 2)])).toMatchObject({ sizes_cu: [3], cu: 3 });
    expect(of([change(0, 0, 4), change(0.006 * 10 * DAY, 4, 2)])).toMatchObject({ sizes_cu: [5] });
    expect(of([])).toBeNull();
    const two = exampleRun([{}, {}]);
    const one = recordOf(scenario, [change(0, 0, 4)]);
    expect(billOf(scenario, two, one, { period: 'month' }).provisioned).toBeNull();
  });
});

describe('the invoice of another period', () => {
  it('the invoice of another period has its share of the month’s use, the data of that time, and the prices of its day', () => {
    const scenario = exampleScenario({
      start: '2025-09-01T00:00:00Z',
      data: { ...DATA, growth_bytes_per_second: 1e9 / DAY },
    });
    const month = { cu_hours_per_month: 730, queries_per_month: 73_000, previews: null };
    const of = (day: string, share: number) =>
      stretchInvoice(scenario, month, { from_seconds: 100 * DAY, seconds: 73 * HOUR, day, share });
    const cheap = of('2026-01-01', 0.1);
    expect(quantity(cheap, 'compute_unit_seconds')).toBeCloseTo(73, 9);
    // 200 GB and the additions of three days; 14.6 GB sent, 10 included.
    expect(quantity(cheap, 'root_branch_bytes_month')).toBeCloseTo(((200 + 73 / 48) * 73) / 744, 9);
    expect(amounts(cheap, 'compute_unit_seconds')).toEqual([7.74]);
    expect(amounts(cheap, 'public_network_transfer_bytes')).toEqual([0.46]);
    expect(cheap.minimum_usd).toBe(0);
    expect(amounts(of('2025-10-01', 0.1), 'compute_unit_seconds')).toEqual([10.22]);
    // Two short-lived branches, for three days of it.
    const mean = (value: number) => ({ mean: value });
    const previews = {
      month: { branches: mean(2), extra_branches: mean(0), stored_bytes: mean(0), cu_hours: mean(0) },
    } as BillPreviews;
    const stretch = { from_seconds: 100 * DAY, seconds: 73 * HOUR, day: '2026-01-01', share: 0.1 };
    const crowded = stretchInvoice(scenario, { ...month, previews }, stretch);
    expect(quantity(crowded, 'extra_branches_month')).toBeCloseTo((2 * 73) / 744, 12);
  });
});
