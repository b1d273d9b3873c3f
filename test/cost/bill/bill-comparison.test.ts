import { describe, expect, it } from 'vitest';
import { compareBill } from '../../../src/cost/bill/bill-comparison.js';
import { readBilledUse } from '../../../src/cost/bill/billed-use.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { INVOICE_METRICS } from '../../../src/vendors/invoice-metrics.js';
import { DAY, exampleBill, exampleRun, exampleScenario, HOUR, NO_DATA } from './example-bill.js';

/** 100 GB that grow by 1 GB a day, 10 GB a day written, a week of history, two branches, 1 MB a query, a tenth private. */
const DATA = {
  ...NO_DATA,
  logical_size_bytes: 100e9,
  growth_bytes_per_second: 1e9 / DAY,
  written_bytes_per_second: 10e9 / DAY,
  history_retention_seconds: 7 * DAY,
  egress_bytes_per_query: 1e6,
  replicated_bytes_per_second: 0,
  private_share: 0.1,
  manual_snapshots: 1,
  branches: 2,
  branch_age_seconds: 1000 * DAY,
  branch_written_bytes_per_second: 1e9 / DAY,
};

/** June 2026: 720 hours. */
const JUNE = { from: '2026-06-01', to: '2026-07-01' };

function compared(typed: Readonly<Record<string, unknown>>, over: Partial<Scenario> = {}) {
  const settings = { data: DATA, ...over };
  const scenario = exampleScenario(settings);
  return compareBill(scenario, exampleBill(settings), readBilledUse(typed));
}

function implied(metric: string, real: number, over: Partial<Scenario> = {}) {
  const { lines } = compared({ ...JUNE, metrics: { [metric]: real } }, over);
  return lines.find((line) => line.metric === metric)!.implied;
}

describe('a real invoice compared with the simulated one', () => {
  it('is of the same hours, at the mean rate and with the data as it is then', () => {
    const found = compared({ ...JUNE, metrics: { compute_unit_seconds: 720 * HOUR } });
    expect(found).toMatchObject({
      plan: 'launch',
      from: '2026-06-01T00:00:00.000Z',
      to: '2026-07-01T00:00:00.000Z',
      hours: 720,
      warnings: [],
    });
    const [compute, root] = found.lines;
    // 365 CU-hours of 730 are 360 of 720, where 720 were used.
    expect(compute).toMatchObject({
      label: 'Compute',
      unit: 'CU-hours',
      real: 720,
      simulated_usd: 38.16,
      real_usd: 76.32,
      difference_usd: 38.16,
    });
    expect(compute!.simulated).toBeCloseTo(360, 9);
    // 115 GB in the mean of the month.
    expect(root!.simulated).toBeCloseTo((115 * 720) / 744, 9);
    expect(root).toMatchObject({ real: null, real_usd: null, difference_usd: null, implied: null });
    // Both totals are of the line that is known.
    expect([found.simulated_usd, found.real_usd]).toEqual([38.16, 76.32]);
    const later = compared({ from: '2026-06-11', to: '2026-06-13', metrics: { root_branch_bytes_month: 1 } });
    expect(later.lines[1]!.simulated).toBeCloseTo((111 * 48) / 744, 9);
  });

  it('has the data of the scenario’s start for what lies before it', () => {
    const before = compared({
      from: '2026-05-02',
      to: '2026-05-03',
      metrics: { root_branch_bytes_month: 1 },
    });
    expect(before.lines[1]!.simulated).toBeCloseTo((100.5 * 24) / 744, 9);
  });

  it('has an invoice for each month, its prices and its share of what is included', () => {
    // Snapshots cost nothing before May 2026.
    const found = compared({
      from: '2026-04-01',
      to: '2026-06-01',
      metrics: { snapshot_storage_bytes_month: 744e9 },
    });
    expect(found.months.map(({ month, hours }) => [month, hours])).toEqual([
      ['2026-04', 720],
      ['2026-05', 744],
    ]);
    const snapshots = found.lines.find(({ metric }) => metric === 'snapshot_storage_bytes_month')!;
    expect(snapshots.simulated_usd).toBe(9);
    expect(snapshots.simulated).toBeCloseTo((100 * 1464) / 744, 9);
    expect(found.warnings).toEqual([
      '1 of 1 timeframes reach from one month into another and are priced as use of the first; give each month its own',
    ]);
    const costly = compared({ from: '2025-11-01', to: '2025-12-01', metrics: { compute_unit_seconds: 1 } });
    // Two days at $0.14 and twenty-eight at $0.106, each of 12 CU-hours.
    expect(costly.lines[0]!.simulated_usd).toBe(Math.round(2 * 12 * 14 + 28 * 12 * 10.6) / 100);
    expect(costly.warnings).toEqual([
      '1 of 1 timeframes reach from one price into another and are priced as use of the first; give each price its own',
    ]);
  });

  it('takes amounts as they were typed, before those of the consumption', () => {
    const found = compared({
      ...JUNE,
      metrics: { compute_unit_seconds: 720 * HOUR },
      amounts_usd: { compute_unit_seconds: 70.005, root_branch_bytes_month: 40 },
      total_usd: 130.25,
    });
    expect(found.lines[0]).toMatchObject({ real: 720, real_usd: 70.005, difference_usd: 31.85 });
    expect(found.lines[1]).toMatchObject({ real: null, real_usd: 40, implied: null });
    // A total is of all lines.
    expect(found.real_usd).toBe(130.25);
    expect(found.simulated_usd).toBeGreaterThan(38.16 + 38.95);
    expect(found.warnings).toEqual(['the total typed is not the sum of its lines, $110.01']);
  });

  it('adds typed amounts up where nothing else is known, to the cent', () => {
    const amounts_usd = { compute_unit_seconds: 0.105, root_branch_bytes_month: 0.105 };
    const found = compared({ ...JUNE, amounts_usd });
    expect([found.real_usd, found.simulated_usd]).toEqual([0.22, 77.11]);
    expect(found.months).toEqual([]);
    expect(compared({ ...JUNE, amounts_usd, total_usd: 0.22 }).warnings).toEqual([]);
    // Consumption of one line and the amount of another: the total is of both.
    const mixed = compared({
      ...JUNE,
      metrics: { compute_unit_seconds: 720 * HOUR },
      amounts_usd: { root_branch_bytes_month: 40 },
    });
    expect([mixed.real_usd, mixed.simulated_usd]).toEqual([116.32, 77.11]);
    // A total alone has no lines to compare.
    expect(compared({ ...JUNE, total_usd: 30 })).toMatchObject({ real_usd: 30, warnings: [] });
  });

  it('has the minimum of a month in both totals where all lines are known', () => {
    const start = '2025-09-01T00:00:00Z';
    const scenario = exampleScenario({ start });
    const bill = exampleBill({ start }, exampleRun([{ cu_seconds: 0, completed: 0 }]));
    const metrics = Object.fromEntries(INVOICE_METRICS.map((metric) => [metric, 0]));
    const all = readBilledUse({ from: '2025-09-01', to: '2025-10-01', metrics });
    expect(compareBill(scenario, bill, all)).toMatchObject({ simulated_usd: 5, real_usd: 5 });
    const { extra_branches_month: _, ...seven } = metrics;
    const some = readBilledUse({ from: '2025-09-01', to: '2025-10-01', metrics: seven });
    expect(compareBill(scenario, bill, some)).toMatchObject({ simulated_usd: 0, real_usd: 5 });
  });

  it('says so where the plans are two', () => {
    const metrics = { compute_unit_seconds: 1 };
    expect(compared({ ...JUNE, plan: 'scale', metrics }).warnings).toEqual([
      'the real account is on the plan scale, the scenario on launch: priced as the latter',
    ]);
    expect(compared({ ...JUNE, plan: 'launch_v3', metrics }).warnings).toEqual([]);
  });

  it('reports the compute that slices of four seconds leave out, if known', () => {
    const scenario = exampleScenario();
    const bill = exampleBill();
    const used = readBilledUse({ ...JUNE, metrics: { compute_unit_seconds: 1 } });
    const slices = (metering: typeof bill.metering) =>
      compareBill(scenario, { ...bill, metering }, used).slices_usd;
    expect(slices({ cu_hours: 365, metered_cu_hours: 0.9 * 365 })).toBeCloseTo(-3.816, 9);
    expect(slices({ cu_hours: 0, metered_cu_hours: 0 })).toBeNull();
    expect(slices(null)).toBeNull();
  });
});

describe('what would make both sides one', () => {
  it.each([
    ['compute_unit_seconds', 720 * HOUR, 'mean size, 0 while suspended', 1, 0.5, 'CU'],
    ['root_branch_bytes_month', 720 * 50e9, 'mean logical size of a project', 50e9, 115e9, 'bytes'],
    ['child_branch_bytes_month', 720 * 50e9, 'mean size of all children', 50e9, 230e9, 'bytes'],
    ['instant_restore_bytes_month', 720 * 14e9, 'data.written', 2e9, 10e9, 'bytes a day'],
    ['snapshot_storage_bytes_month', 720 * 30e9, 'mean size of all snapshots', 30e9, 100e9, 'bytes'],
    ['public_network_transfer_bytes', 129.6e9, 'data.egress_per_query', 2e6, 1e6, 'bytes'],
    // 30 GB of what is written come on top.
    ['private_network_transfer_bytes', 44.4e9, 'data.egress_per_query', 2e6, 1e6, 'bytes'],
    ['extra_branches_month', 720 * 5, 'mean number of child branches', 5, 2, 'branches'],
  ])('%s', (metric, real, name, value, simulated, unit) => {
    const found = implied(metric, real)!;
    expect([found.name, found.unit]).toEqual([name, unit]);
    expect(found.value / value).toBeCloseTo(1, 9);
    expect(found.simulated / simulated).toBeCloseTo(1, 9);
  });

  it('is 0 for a scenario without history or transfer', () => {
    const bare = (more: Partial<typeof DATA>) => ({ data: { ...DATA, ...more } });
    expect(implied('instant_restore_bytes_month', 1, bare({ history_retention_seconds: 0 }))).toBeNull();
    expect(implied('private_network_transfer_bytes', 1, bare({ private_share: 0 }))).toBeNull();
    expect(implied('public_network_transfer_bytes', 1, bare({ private_share: 1 }))).toBeNull();
    const settings = { data: DATA };
    const idle = exampleBill(settings, exampleRun([{ completed: 0 }]));
    const used = readBilledUse({ ...JUNE, metrics: { public_network_transfer_bytes: 1 } });
    const { lines } = compareBill(exampleScenario(settings), idle, used);
    expect(lines.every((line) => line.implied === null)).toBe(true);
  });

  it('is of each project of a fleet', () => {
    const scenario = exampleScenario();
    const bill = { ...exampleBill(), projects: 4 };
    const used = readBilledUse({ ...JUNE, metrics: { compute_unit_seconds: 720 * HOUR } });
    expect(compareBill(scenario, bill, used).lines[0]!.implied).toMatchObject({
      value: 0.25,
      simulated: 0.125,
    });
  });
});
