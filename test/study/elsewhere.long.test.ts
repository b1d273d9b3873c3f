import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { vendorPages } from '../../build/docs/vendor-pages.js';
import { billOf } from '../../src/cost/bill/bill.js';
import { RunRecord } from '../../src/cost/bill/run-record.js';
import { GIB } from '../../src/kernel/units.js';
import { scenarioJsonSchema } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { namedVariants } from '../../src/study/compare/named-variants.js';
import { sweep } from '../../src/study/compare/sweep.js';
import { type Elsewhere, elsewhereStudy } from '../../src/study/elsewhere/elsewhere.js';
import { vendorEnds } from '../../src/study/elsewhere/vendor-size.js';
import { answer } from '../../src/study/engine/engine.js';
import { sweptAxes } from '../../src/study/plan/plan-space.js';
import { compileSource } from '../../src/study/runs/scenario-source.js';
import { runVariant } from '../../src/study/runs/variant.js';
import { cents } from '../../src/vendors/cents.js';
import { vendorBill } from '../../src/vendors/vendor-bill.js';
import { readVendors, vendors } from '../../src/vendors/vendor-file.js';
import { expected } from '../expected.js';
import { tableOf } from '../table.js';
import { sourceOf } from './quick-scenario.js';

const WEB = { name: 'web', compute: 'main', rate: '4/h', query: { cpu: '20ms' } };
const computeOf = (min: number, max: number) => [
  { name: 'main', autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max },
];

const SHOP = {
  name: 'shop',
  start: '2026-11-02T00:00:00Z',
  duration: '2d',
  plan: 'launch',
  computes: computeOf(0.25, 2),
  load: [WEB],
  data: { logical_size_bytes: '5GB' },
};

type Compared = Promise<ReadonlyMap<string, Elsewhere>>;

/** The answers so far, as several rules are about the same load. */
const answers = new Map<string, Compared>();

/** The row of each vendor for two days of a shop. */
function compared(changes: object = {}): Compared {
  const key = JSON.stringify(changes);
  const known = answers.get(key) ?? newlyCompared(changes);
  answers.set(key, known);
  return known;
}

async function newlyCompared(changes: object = {}): Compared {
  const source = sourceOf({ ...SHOP, ...changes });
  const scenario = await compileSource(source);
  const record = new RunRecord(scenario);
  const observations = simulate(scenario, { observer: record });
  const bill = billOf(scenario, observations, record, { period: 'month' });
  const rows = await answer(elsewhereStudy(source, scenario, { bill, observations, record }));
  return new Map(rows.map((row) => [row.vendor, row]));
}

const usd = (row: Elsewhere | undefined) => [row!.least_usd_per_month, row!.most_usd_per_month];
/** 5 GB on Aurora. */
const AURORA_STORAGE = (5e9 / GIB) * 0.1;

interface Row {
  readonly rule: string;
  readonly vendor: string;
  readonly changes?: object;
  readonly row: object;
}

const ROWS = tableOf<Row>(import.meta.url, 'elsewhere.yaml');
test.each(ROWS.map((row) => [row.rule, row] as const))('%s', async (_, { vendor, changes, row }) => {
  expect((await compared(changes)).get(vendor)).toMatchObject(expected(row) as object);
});

test('Lakebase charges for the time awake, as Neon does', async () => {
  const rows = await compared();
  const compute = rows.get('Neon')!.least_usd_per_month! - 5 * 0.35 * (730 / 744);
  const hours = compute / 0.106 / 0.25;
  const [least, most] = usd(rows.get('Lakebase'));
  expect(least! / (hours * 0.5 * 0.213 * 0.52 + 5 * 15 * 0.023)).toBeCloseTo(1, 2);
  expect(most).toBe(least);
  expect(rows.get('Lakebase')!.waits).toMatchObject({ failed: 0 });
});

test('the range of Aurora contains the measured 468.85 ACU-seconds of a job of 15 seconds', async () => {
  const job = { name: 'job', compute: 'main', process: { arrivals: ['10s'] }, query: { cpu: '7.65s' } };
  const rows = await compared({
    duration: '1h',
    computes: computeOf(0.25, 0.5),
    load: [{ ...job, retry: { connect_timeout: '30s' } }],
  });
  const [least, most] = usd(rows.get('Aurora')).map(
    (each) => (((each! - AURORA_STORAGE) / 0.12) * 3600) / 730,
  );
  expect(least).toBeLessThan(468.85);
  expect(most).toBeGreaterThan(468.85);
});

describe('a scenario that names a vendor', () => {
  const NAMED = ['aurora-serverless', 'lakebase', 'xata', 'supabase', 'rds', 'cloud-sql'];
  const source = sourceOf(SHOP);

  /** The cost of a month of compute, by the row's settings. */
  async function sweptCosts(): Promise<ReadonlyMap<string, number>> {
    const axes = sweptAxes(await compileSource(source), [`vendor=${NAMED.join(',')}`]);
    const { rows } = await sweep(source, { axes, replications: 1, confidence: 0.95 });
    return new Map(
      rows.map(({ settings, figures }) => [settings['vendor']!, figures.cost_usd_per_month!.mean]),
    );
  }

  test('costs as much in a sweep and in a comparison as on the bill for that platform, without storage', async () => {
    const billed = await compared();
    const swept = await sweptCosts();
    for (const vendor of vendors().filter(({ id }) => NAMED.includes(id))) {
      const storage = [{ item: 'storage', bytes: 5e9, hours: 730 }];
      const stored = vendorBill(vendor, { day: '2026-11-02' }, storage).usd;
      for (const [place, { written }] of vendorEnds(vendor.id).entries()) {
        const row = billed.get(vendor.name)!;
        const whole = (place === 0 ? row.least_usd_per_month : null) ?? row.most_usd_per_month!;
        expect(cents(swept.get(written)!) + cents(stored), written).toBe(cents(whole));
        const there = { name: 'there', changes: [`vendor=${written}`] };
        const { variants } = await namedVariants(source, [there], '--variant');
        const run = await runVariant(variants[1]!);
        expect(run.cost.cost_usd_per_month, written).toBe(swept.get(written));
      }
    }
  });
});

test('a new vendor is one file, with a row in a bill and a sweep, a page and an entry in the schema', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'neap-vendors-'));
  cpSync('src/vendors/files', folder, { recursive: true });
  writeFileSync(
    join(folder, 'tide.yaml'),
    `
id: tide
name: Tide
title: Tide
as_of: 2026-11-01
ship: compare
sources: { page: "tide.example, prices, 2026-11-01" }
sizes:
  - { name: ebb, vcpu: 1, memory_gib: 4, src: page, conf: H }
  - { name: flood, vcpu: 2, memory_gib: 8, src: page, conf: H }
billing: { month_hours: 730, src: page, conf: H }
prices:
  - { item: compute, size: ebb, usd: 0.1, per: hour, seen: 2026-11-01, src: page, conf: H }
  - { item: storage, usd: 1, per: GB-month, seen: 2026-11-01, src: page, conf: H }
golden: []
excluded: []
assumed: []`,
  );
  writeFileSync(
    join(folder, 'tarn.yaml'),
    `
id: tarn
name: Tarn
title: Tarn, which scales and never pauses
as_of: 2026-11-01
ship: compare
sources: { page: "tarn.example, prices, 2026-11-01" }
unit: { name: TU, vcpu: 0.5, memory_gb: 2, step: 1, min: 1, max: 8, src: page, conf: M }
scaling: { policies: [agent], src: page, conf: M }
billing: { month_hours: 730, src: page, conf: H }
prices: [{ item: compute, usd: 0.1, per: TU-hour, seen: 2026-11-01, src: page, conf: H }]
golden: []
excluded: [storage]
assumed: []`,
  );
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
    readVendors();
  });
  readVendors(pathToFileURL(`${folder}/`));
  const compared = await newlyCompared();
  expect(usd(compared.get('Tide'))).toEqual([78, 78]);
  const [least] = usd(compared.get('Tarn'));
  // At least one unit, and at most four.
  expect(least).toBeGreaterThanOrEqual(73);
  expect(least).toBeLessThan(292);
  const source = sourceOf(SHOP);
  const axes = sweptAxes(await compileSource(source), ['vendor=tide']);
  const { rows } = await sweep(source, { axes, replications: 1, confidence: 0.95 });
  expect(rows[0]!.figures.cost_usd_per_month!.mean).toBeCloseTo(73, 9);
  expect(vendorPages()).toContain('## Tide');
  expect(JSON.stringify(scenarioJsonSchema())).toContain('"tide"');
});
