import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { compareBill } from '../../../src/cost/bill/bill-comparison.js';
import { readBilledUse } from '../../../src/cost/bill/billed-use.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { INVOICE_METRICS } from '../../../src/vendors/invoice-metrics.js';
import { expected } from '../../expected.js';
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

interface Row {
  readonly rule: string;
  readonly typed: Readonly<Record<string, unknown>>;
  readonly found?: object;
  readonly lines?: Readonly<Record<string, object>>;
}
const ROWS: readonly Row[] = parse(readFileSync(new URL('comparisons.yaml', import.meta.url), 'utf8'), {
  merge: true,
});

it.each(ROWS.map((row) => [row.rule, row] as const))('%s', (_, { typed, found = {}, lines = {} }) => {
  const comparison = compared(typed);
  expect(comparison).toMatchObject(expected(found) as object);
  for (const [metric, line] of Object.entries(lines)) {
    expect(comparison.lines.find((each) => each.metric === metric)).toMatchObject(expected(line) as object);
  }
});

describe('a real invoice compared with the simulated one', () => {
  it('both totals of a comparison include the monthly minimum if all lines are known', () => {
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

  it('a comparison reports the compute time that slices of four seconds leave out, if known', () => {
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

describe('the change that makes both sides equal', () => {
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

  it('the change that makes both sides equal is null for a scenario without history or transfer', () => {
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

  it('the change that makes both sides equal covers each project of a fleet', () => {
    const scenario = exampleScenario();
    const bill = { ...exampleBill(), projects: 4 };
    const used = readBilledUse({ ...JUNE, metrics: { compute_unit_seconds: 720 * HOUR } });
    expect(compareBill(scenario, bill, used).lines[0]!.implied).toMatchObject({
      value: 0.25,
      simulated: 0.125,
    });
  });
});
