import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { budgetCap } from '../../../src/cost/bill/caps.js';
import { type InvoicePart, invoice } from '../../../src/cost/bill/invoice.js';
import { BILLING_MONTH_HOURS, GB, type MetricUse, NO_USE } from '../../../src/vendors/invoice-metrics.js';
import { invoicePrices } from '../../../src/vendors/invoice-prices.js';
import { expected } from '../../expected.js';

interface Row {
  readonly rule: string;
  readonly plan: string;
  readonly day?: string;
  readonly as_of?: string;
  readonly projects?: number;
  readonly share?: number;
  readonly use: Readonly<Record<string, number>>;
  readonly extra_branch_hours?: number;
  readonly lines?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly minimum_usd?: number;
  readonly total_usd?: unknown;
  readonly due_usd?: number;
  readonly budget?: number;
  readonly running_hours?: number;
  readonly cap?: Readonly<Record<string, unknown>>;
  readonly refused?: string;
}

/** Units of a table: the metric of each, and its size in the metric's unit. */
const UNITS: Readonly<Record<string, readonly [keyof MetricUse, number]>> = {
  cu_hours: ['compute_unit_seconds', 3600],
  root_gb: ['root_branch_bytes_month', GB * BILLING_MONTH_HOURS],
  child_gb: ['child_branch_bytes_month', GB * BILLING_MONTH_HOURS],
  history_gb: ['instant_restore_bytes_month', GB * BILLING_MONTH_HOURS],
  snapshot_gb: ['snapshot_storage_bytes_month', GB * BILLING_MONTH_HOURS],
  public_gb: ['public_network_transfer_bytes', GB],
  private_gb: ['private_network_transfer_bytes', GB],
};

/** Compares money to half a cent, other numbers to half a unit of their last digit, and integers exactly. */
function rounded(values: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(values).map(([key, value]) => {
    if (typeof value !== 'number' || Number.isInteger(value)) return [key, expected(value)];
    const digits = String(value).split('.')[1]!.length;
    return [key, expect.closeTo(value, key.endsWith('_usd') ? Math.max(2, digits) : digits)];
  });
  return Object.fromEntries(entries);
}

function invoiceOf({
  plan,
  as_of,
  day = '2026-06-01',
  use,
  share = 1,
  projects = 1,
  extra_branch_hours = 0,
}: Row) {
  const metrics = Object.entries(use).map(([unit, value]) => {
    const [metric, size] = UNITS[unit] ?? [unit, 1];
    return [metric, value * size];
  });
  const project = { use: { ...NO_USE, ...Object.fromEntries(metrics) }, extra_branch_hours };
  const prices = invoicePrices({ name: plan, as_of }, day);
  const all = Array.from({ length: projects }, () => project);
  return { prices, made: invoice([{ since: undefined, share, prices, projects: all }]) };
}

const ROWS: readonly Row[] = parse(readFileSync(new URL('invoices.yaml', import.meta.url), 'utf8'), {
  merge: true,
  maxAliasCount: -1,
});

it.each(ROWS.map((row) => [row.rule, row] as const))('%s', (_, row) => {
  if (row.refused !== undefined) {
    expect(() => invoiceOf(row)).toThrow(row.refused);
    return;
  }
  const { prices, made } = invoiceOf(row);
  for (const [metric, right] of Object.entries(row.lines ?? {})) {
    expect(made.lines.find((line) => line.metric === metric)).toMatchObject(rounded(right));
  }
  const { minimum_usd, total_usd, due_usd } = row;
  const totals = Object.entries({ minimum_usd, total_usd, due_usd }).filter(
    ([, value]) => value !== undefined,
  );
  expect(made).toMatchObject(rounded(Object.fromEntries(totals)));
  if (row.budget === undefined) return;
  const month = {
    ...{ most_cu: 4, running_hours: row.running_hours ?? 730 },
    minimum_usd: prices.compute.minimum_usd,
  };
  expect(budgetCap(row.budget, made, month)).toMatchObject(rounded(row.cap!));
});

it('Scale charges from the 25th child branch, Launch from the 10th', () => {
  const included = (name: string) =>
    invoicePrices({ name, as_of: undefined }, '2026-06-01').included_children;
  expect([included('scale'), included('launch')]).toEqual([24, 9]);
});

it('a price that does not change within a month has one line, and its included units count once', () => {
  const part = (since: string | undefined, day: string, share: number, gb: number): InvoicePart => ({
    ...{ since, share, prices: invoicePrices({ name: 'launch', as_of: undefined }, day) },
    projects: [{ use: { ...NO_USE, public_network_transfer_bytes: gb * GB }, extra_branch_hours: 0 }],
  });
  // Compute changes on the third of November 2025; 100 GB of transfer are included in all of the month.
  const month = invoice([
    part(undefined, '2025-11-02', 2 / 30, 90),
    part('2025-11-03', '2025-11-30', 28 / 30, 30),
  ]);
  const of = (metric: string) => month.lines.filter((each) => each.metric === metric);
  expect(of('compute_unit_seconds').map(({ since }) => since)).toEqual([undefined, '2025-11-03']);
  expect(of('public_network_transfer_bytes').map(({ billable }) => billable)).toEqual([20]);
  // The lines of $2 count towards the minimum of the whole month.
  expect([month.minimum_usd, month.total_usd]).toEqual([3, 5]);
});
