import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { called } from '../cli/command.js';

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

type Row = Readonly<Record<string, string>>;

let directory = '';
const files: Record<string, readonly Row[]> = {};
const bills: Record<string, { total: number }> = {};

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'neap-focus-'));
  const path = (name: string) => join(directory, name);
  writeFileSync(path('shop.yaml'), SCENARIO);
  writeFileSync(path('totals.yaml'), TOTALS);
  const write = async (name: string, ...options: readonly string[]) => {
    const { status, stdout, stderr } = await called([
      'bill',
      path('shop.yaml'),
      '--quiet',
      '--json',
      ...options,
    ]);
    expect([status, stderr]).toEqual([0, '']);
    files[name] = parse(readFileSync(path(`${name}.csv`), 'utf8'), { columns: true }) as Row[];
    const { invoices, comparison } = JSON.parse(stdout);
    const due = (list: readonly { due_usd: number }[]) => list.reduce((sum, { due_usd }) => sum + due_usd, 0);
    bills[name] = { total: due(comparison?.months ?? invoices) };
  };
  await write('run', '--period', 'run', '--focus', path('run.csv'));
  await write('month', '--focus', path('month.csv'));
  await write(
    'minimum',
    '--focus',
    path('minimum.csv'),
    '--set',
    'start=2025-09-01',
    '--set',
    'data.logical_size_bytes=1GB',
    '--set',
    'data.branches={ count: 0 }',
    '--set',
    'load.web.rate=1/w',
  );
  await write(
    'tiny',
    '--focus',
    path('tiny.csv'),
    '--set',
    'data.logical_size_bytes=1GB',
    '--set',
    'data.branches={ count: 0 }',
    '--set',
    'load.web.rate=1/w',
  );
  await write(
    'prices',
    '--period',
    'run',
    '--focus',
    path('prices.csv'),
    '--set',
    'start=2025-10-30',
    '--set',
    'duration=7d',
  );
  await write('real', '--invoice', path('totals.yaml'), '--focus-invoice', path('real.csv'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** The FOCUS 1.2 columns by feature level, type and nullability. Source: the specification, v1.2. */
const MANDATORY = {
  BilledCost: 'decimal',
  BillingAccountId: 'string',
  BillingAccountName: 'string?',
  BillingCurrency: 'string',
  BillingPeriodEnd: 'time',
  BillingPeriodStart: 'time',
  ChargeCategory: 'string',
  ChargeClass: 'string?',
  ChargeDescription: 'string?',
  ChargePeriodEnd: 'time',
  ChargePeriodStart: 'time',
  ContractedCost: 'decimal',
  EffectiveCost: 'decimal',
  InvoiceIssuerName: 'string',
  ListCost: 'decimal',
  PricingQuantity: 'decimal?',
  PricingUnit: 'string?',
  ProviderName: 'string',
  PublisherName: 'string',
  ServiceCategory: 'string',
  ServiceName: 'string',
} as const;
const OTHERS = {
  BillingAccountType: 'string',
  ChargeFrequency: 'string',
  ConsumedQuantity: 'decimal?',
  ConsumedUnit: 'string?',
  ContractedUnitPrice: 'decimal?',
  InvoiceId: 'string?',
  ListUnitPrice: 'decimal?',
  PricingCategory: 'string?',
  ServiceSubcategory: 'string',
  SkuId: 'string?',
  SkuMeter: 'string?',
  SkuPriceId: 'string?',
} as const;

/** The rules by column; each returns a row that breaks it. */
const RULES: Readonly<Record<string, (row: Row) => boolean>> = {
  'numbers have no exponent sign, comma, currency or plus (NumericFormat)': (row) =>
    typed('decimal').every((name) => row[name] === '' || /^-?\d+(\.\d+)?$/.test(row[name]!)),
  'moments are UTC to the second, with a Z (DateTimeFormat)': (row) =>
    typed('time').every((name) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(row[name]!)),
  'required columns are not null, and null is written as null, not as a blank (NullHandling)': (row) =>
    Object.entries({ ...MANDATORY, ...OTHERS }).every(
      ([name, type]) => type.endsWith('?') || row[name]!.trim() !== '',
    ),
  'BillingCurrency is of ISO 4217': (row) => /^[A-Z]{3}$/.test(row['BillingCurrency']!),
  'ChargeCategory is one of the allowed values': (row) =>
    ['Usage', 'Purchase', 'Tax', 'Credit', 'Adjustment'].includes(row['ChargeCategory']!),
  'ChargeClass is null or Correction': (row) => ['', 'Correction'].includes(row['ChargeClass']!),
  'ChargeFrequency is one of the allowed values': (row) =>
    ['One-Time', 'Recurring', 'Usage-Based'].includes(row['ChargeFrequency']!),
  'PricingCategory is one of the allowed values, and null without a price': (row) =>
    (row['ChargeCategory'] === 'Usage' ? ['Standard', 'Dynamic', 'Committed', 'Other'] : ['']).includes(
      row['PricingCategory']!,
    ),
  'usage has quantity, unit, prices and SKU': (row) =>
    row['ChargeCategory'] !== 'Usage' ||
    [
      'PricingQuantity',
      'PricingUnit',
      'ListUnitPrice',
      'ContractedUnitPrice',
      'ConsumedQuantity',
      'SkuId',
      'SkuPriceId',
      'SkuMeter',
    ].every((name) => row[name] !== ''),
  'ConsumedQuantity is of usage alone': (row) =>
    row['ChargeCategory'] === 'Usage' || row['ConsumedQuantity'] === '',
  'a unit is null if its quantity is': (row) =>
    (row['PricingUnit'] === '') === (row['PricingQuantity'] === '') &&
    (row['ConsumedUnit'] === '') === (row['ConsumedQuantity'] === ''),
  'unit prices are not negative': (row) =>
    Number(row['ListUnitPrice']) >= 0 && Number(row['ContractedUnitPrice']) >= 0,
  'ListCost is ListUnitPrice times PricingQuantity': (row) => isProduct(row, 'ListCost', 'ListUnitPrice'),
  'ContractedCost is ContractedUnitPrice times PricingQuantity': (row) =>
    isProduct(row, 'ContractedCost', 'ContractedUnitPrice'),
  'an item without a price is charged as billed': (row) =>
    row['ListUnitPrice'] !== '' ||
    (row['ListCost'] === row['BilledCost'] && row['ContractedCost'] === row['BilledCost']),
  'EffectiveCost equals BilledCost if nothing is committed': (row) =>
    row['EffectiveCost'] === row['BilledCost'],
  'units are singular and plural (UnitFormat)': (row) =>
    [row['PricingUnit']!, row['ConsumedUnit']!].every(
      (unit) => unit === '' || /^(GB|(GB|CU|Branch)-(Hours|Months))$/.test(unit),
    ),
  'ServiceSubcategory belongs to its ServiceCategory': (row) =>
    row['ServiceCategory'] === 'Databases' && row['ServiceSubcategory'] === 'Relational Databases',
  'periods end after they begin, charges within their billing period': (row) =>
    row['BillingPeriodStart']! < row['BillingPeriodEnd']! &&
    row['ChargePeriodStart']! < row['ChargePeriodEnd']! &&
    row['BillingPeriodStart']! <= row['ChargePeriodStart']! &&
    row['ChargePeriodEnd']! <= row['BillingPeriodEnd']!,
};

function typed(type: 'decimal' | 'time'): readonly string[] {
  return Object.entries({ ...MANDATORY, ...OTHERS })
    .filter(([, of]) => of.startsWith(type))
    .map(([name]) => name);
}

function isProduct(row: Row, cost: string, price: string): boolean {
  if (row[price] === '') return true;
  return Math.abs(Number(row[price]) * Number(row['PricingQuantity']) - Number(row[cost])) < 1e-9;
}

describe('a FOCUS 1.2 file', () => {
  it('has every mandatory column once, others of the specification, and custom columns under x_', () => {
    for (const rows of Object.values(files)) {
      const columns = Object.keys(rows[0]!);
      expect(new Set(columns).size).toBe(columns.length);
      for (const name of Object.keys(MANDATORY)) expect(columns).toContain(name);
      for (const name of columns.filter((each) => !each.startsWith('x_'))) {
        expect(Object.keys({ ...MANDATORY, ...OTHERS })).toContain(name);
        // Pascal case, letters and digits, at most 50 (ColumnHandling).
        expect(name).toMatch(/^[A-Z][A-Za-z0-9]{0,49}$/);
      }
      for (const name of columns.filter((each) => each.startsWith('x_')))
        expect(name).toMatch(/^x_[A-Z][A-Za-z]+$/);
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
