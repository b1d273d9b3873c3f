import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { called } from '../cli/command.js';
import { temporaryFolder } from '../temporary-folder.js';
import { type CsvRow, csvRows } from './all-reports.js';

const SCENARIO = `
name: shop
start: 2026-04-29T00:00:00Z
duration: 4d
plan: launch
computes:
  - { name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }
load:
  - { name: web, compute: primary, process: regular, rate: 2/h, query: { cpu: 5ms } }
data: { logical_size_bytes: 40GB, snapshots: { manual: 1 }, branches: { count: 12 } }
`;
const TOTALS = `
from: 2026-06-01
to: 2026-07-01
metrics: { compute_unit_seconds: 500000, public_network_transfer_bytes: 2e11, root_branch_bytes_month: 1e9 }
`;
const SMALL = ['data.logical_size_bytes=1GB', 'data.branches={ count: 0 }', 'load.web.rate=1/w'];

const COLUMNS: {
  readonly mandatory: Readonly<Record<string, string>>;
  readonly others: Readonly<Record<string, string>>;
  readonly patterns: Readonly<Record<string, string>>;
  readonly usage: readonly string[];
  readonly usage_alone: readonly string[];
} = parse(readFileSync(new URL('focus-columns.yaml', import.meta.url), 'utf8'));
const TYPES = { ...COLUMNS.mandatory, ...COLUMNS.others };

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);
const files: Record<string, readonly CsvRow[]> = {};
const bills: Record<string, { total: number }> = {};

/** Writes a bill, of a real invoice or of the scenario with some changes. */
async function write(name: string, period: 'run' | 'month' | 'invoice', set: readonly string[] = []) {
  const isInvoice = period === 'invoice';
  const asked = ['--out', at(name), ...(isInvoice ? ['--invoice', at('totals.yaml')] : ['--period', period])];
  const changes = set.flatMap((change) => ['--set', change]);
  const bill = await called(['bill', at('shop.yaml'), '--quiet', '--json', ...asked, ...changes]);
  expect([bill.status, bill.stderr]).toEqual([0, '']);
  files[name] = csvRows(readFileSync(join(at(name), isInvoice ? 'focus-invoice.csv' : 'focus.csv'), 'utf8'));
  const { invoices, comparison } = JSON.parse(bill.stdout);
  const due = (list: readonly { due_usd: number }[]) => list.reduce((sum, { due_usd }) => sum + due_usd, 0);
  bills[name] = { total: due(comparison?.months ?? invoices) };
}

beforeAll(async () => {
  writeFileSync(at('shop.yaml'), SCENARIO);
  writeFileSync(at('totals.yaml'), TOTALS);
  await write('run', 'run');
  await write('month', 'month');
  await write('minimum', 'month', [...SMALL, 'start=2025-09-01']);
  await write('tiny', 'month', SMALL);
  await write('prices', 'run', ['start=2025-10-30', 'duration=7d']);
  await write('real', 'invoice');
});

/** Rules of the specification between columns; each returns whether a row follows it. */
const RULES: Readonly<Record<string, (row: CsvRow) => boolean>> = {
  'usage has quantity, unit, prices and SKU': (row) =>
    row['ChargeCategory'] !== 'Usage' || COLUMNS.usage.every((name) => row[name] !== ''),
  'what is consumed, and its pricing category, is of usage alone': (row) =>
    row['ChargeCategory'] === 'Usage' || COLUMNS.usage_alone.every((name) => row[name] === ''),
  'a unit is null if its quantity is': (row) =>
    (row['PricingUnit'] === '') === (row['PricingQuantity'] === '') &&
    (row['ConsumedUnit'] === '') === (row['ConsumedQuantity'] === ''),
  'ListCost is ListUnitPrice times PricingQuantity': (row) => isProduct(row, 'ListCost', 'ListUnitPrice'),
  'ContractedCost is ContractedUnitPrice times PricingQuantity': (row) =>
    isProduct(row, 'ContractedCost', 'ContractedUnitPrice'),
  'an item without a price is charged as billed': (row) =>
    row['ListUnitPrice'] !== '' ||
    (row['ListCost'] === row['BilledCost'] && row['ContractedCost'] === row['BilledCost']),
  'EffectiveCost equals BilledCost if nothing is committed': (row) =>
    row['EffectiveCost'] === row['BilledCost'],
  'periods end after they begin, charges within their billing period': (row) =>
    row['BillingPeriodStart']! < row['BillingPeriodEnd']! &&
    row['ChargePeriodStart']! < row['ChargePeriodEnd']! &&
    row['BillingPeriodStart']! <= row['ChargePeriodStart']! &&
    row['ChargePeriodEnd']! <= row['BillingPeriodEnd']!,
};

function isProduct(row: CsvRow, cost: string, price: string): boolean {
  if (row[price] === '') return true;
  return Math.abs(Number(row[price]) * Number(row['PricingQuantity']) - Number(row[cost])) < 1e-9;
}

describe('a FOCUS 1.2 file', () => {
  it('has every mandatory column once, others of the specification, and custom columns under x_', () => {
    for (const rows of Object.values(files)) {
      const columns = Object.keys(rows[0]!);
      expect(columns).toEqual(expect.arrayContaining(Object.keys(COLUMNS.mandatory)));
      const custom = columns.filter((name) => !(name in TYPES));
      expect(custom.filter((name) => !/^x_[A-Z][A-Za-z]{0,47}$/.test(name))).toEqual([]);
    }
  });

  it.each(Object.entries(TYPES))('has in %s a %s of the allowed form', (column, described) => {
    const type = described.replace('?', '');
    const allowed = new RegExp(`^(${COLUMNS.patterns[column] ?? COLUMNS.patterns[type]})$`);
    for (const rows of Object.values(files)) {
      const values = rows.flatMap((row) => row[column] ?? []);
      expect(values.filter((value) => !(value === '' ? type !== described : allowed.test(value)))).toEqual(
        [],
      );
    }
  });

  it.each(Object.keys(RULES))('%s', (rule) => {
    for (const [name, rows] of Object.entries(files)) {
      expect([name, rows.filter((row) => !RULES[rule]!(row))]).toEqual([name, []]);
    }
  });

  it('has one meter and one price identifier per SKU', () => {
    for (const rows of Object.values(files)) {
      for (const row of rows) {
        const same = rows.filter(({ SkuPriceId }) => SkuPriceId === row['SkuPriceId']);
        expect(new Set(same.map(({ SkuId, SkuMeter }) => `${SkuId} ${SkuMeter}`)).size).toBe(1);
      }
    }
  });

  it('adds up to the amount due, including minimum and amounts not collected', () => {
    for (const [name, rows] of Object.entries(files)) {
      const sum = rows.reduce((all, row) => all + Number(row['BilledCost']), 0);
      expect([name, Math.round(sum * 100)]).toEqual([name, Math.round(bills[name]!.total * 100)]);
    }
    expect(files['minimum']!.map((row) => row['ChargeCategory'])).toContain('Adjustment');
    expect(bills['minimum']!.total).toBe(5);
    expect(bills['tiny']!.total).toBe(0);
  });

  it('has a billing period for each calendar month, and states what was simulated', () => {
    const months = new Set(files['run']!.map((row) => row['BillingPeriodStart']));
    expect([...months]).toEqual(['2026-04-01T00:00:00Z', '2026-05-01T00:00:00Z']);
    expect(files['run']![0]).toMatchObject({
      ChargePeriodStart: '2026-04-29T00:00:00Z',
      x_Simulated: 'true',
    });
    const [, before, since] = files['prices']!.filter(({ SkuMeter }) => SkuMeter === 'Compute');
    expect(before).toMatchObject({ ListUnitPrice: '0.14', ChargePeriodStart: '2025-11-01T00:00:00Z' });
    expect(since).toMatchObject({ ListUnitPrice: '0.106', ChargePeriodEnd: '2025-11-06T00:00:00Z' });
    expect([before!['ChargePeriodEnd'], since!['ChargePeriodStart']]).toEqual(
      Array(2).fill('2025-11-03T00:00:00Z'),
    );
    expect(files['real']![0]).toMatchObject({ BilledCost: '14.72', x_Simulated: 'false' });
  });
});
